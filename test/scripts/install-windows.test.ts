import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { isHere, powershells } from '../support/outside/needs.ts'
import { serveRelease } from '../support/release-server.ts'
import { runProgram } from '../support/run-program.ts'

const script = path.resolve(import.meta.dirname, '../../scripts/install.ps1')
const program = 'a program for Windows'
const name = 'sandgate-win-x64.exe'
const listed = `${createHash('sha256').update(program).digest('hex')}  ${name}\n`
const at = '/download/v1.0.0'

async function install(shell: string, files: Readonly<Record<string, string>>, version: string) {
  await using server = await serveRelease(files)
  await using folder = await scratchFolder({})
  const env = { ...process.env, SANDGATE_RELEASES: server.url, NO_COLOR: '1' }
  const policy = process.platform === 'win32' ? ['-ExecutionPolicy', 'Bypass'] : []
  const options = ['-Version', version, '-Folder', folder.at('bin')]
  const words = [shell, '-NoProfile', ...policy, '-File', script, ...options]
  const { code, stdout, stderr } = await runProgram(words, { cwd: folder.path, env })
  const installed = await readdir(folder.at('bin')).catch(() => [])
  const [file] = installed
  const content = file === undefined ? '' : await readFile(folder.at(`bin/${file}`), 'utf8')
  return { code, installed, content, said: plain(stdout + stderr) }
}

/** PowerShell breaks an error into lines, with a margin. */
function plain(said: string): string {
  return stripVTControlCharacters(said).replaceAll(/[\s|]+/g, ' ')
}

const shells = isHere('powershell') ? [...powershells()] : ['PowerShell']

describe.skipIf(!isHere('powershell')).each(shells)('install.ps1 in %s', (shell) => {
  test.each([
    ['1.0.0', at],
    ['v1.0.0', at],
    ['latest', '/latest/download'],
  ])('a good file of version %s is installed', async (version, from) => {
    const files = { [`${from}/${name}`]: program, [`${from}/SHA256SUMS`]: `aa  other\n${listed}` }
    const result = await install(shell, files, version)
    expect(result).toMatchObject({ code: 0, installed: ['sandgate.exe'], content: program })
    expect(result.said).toContain('Installed ')
  })

  test.each([
    ['that was cut off', { file: program.slice(0, -4), sums: listed }, 'was cut off or changed'],
    ['of somebody else', { file: 'evil', sums: listed }, 'was cut off or changed'],
    ['that is not listed', { file: program, sums: 'aa  other\n' }, `does not list ${name}`],
    ['without sums', { file: program, sums: undefined }, 'could not download'],
  ])('a file %s is not installed', async (_, { file, sums }, message) => {
    const sent = sums === undefined ? {} : { [`${at}/SHA256SUMS`]: sums }
    const result = await install(shell, { [`${at}/${name}`]: file, ...sent }, '1.0.0')
    expect(result).toMatchObject({ code: 1, installed: [] })
    expect(result.said).toContain(message)
  })
})
