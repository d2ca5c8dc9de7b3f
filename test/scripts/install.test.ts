import { createHash } from 'node:crypto'
import { access, chmod, readdir, readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { serveRelease } from '../support/release-server.ts'
import { runProgram } from '../support/run-program.ts'

const script = path.resolve(import.meta.dirname, '../../scripts/install.sh')
const program = '#!/bin/sh\necho 1.0.0\n'
const name = `sandgate-${os.platform()}-${os.arch()}`
const listed = `${createHash('sha256').update(program).digest('hex')}  ${name}\n`

async function install(files: Readonly<Record<string, string>>, version = '1.0.0') {
  await using server = await serveRelease(files)
  await using folder = await scratchFolder({})
  const env = { ...process.env, SANDGATE_RELEASES: server.url }
  const place = { cwd: folder.path, env }
  const ended = await runProgram(['sh', script, version, folder.at('bin')], place)
  const installed = await readdir(folder.at('bin')).catch(() => [])
  const printed =
    installed.length === 0 ? '' : (await runProgram([folder.at('bin/sandgate')], place)).stdout
  return { ...ended, installed, printed }
}

test.each(['1.0.0', 'v1.0.0'])(
  'a good file of version %s is installed, and runs',
  async (version) => {
    const at = '/download/v1.0.0'
    const files = { [`${at}/${name}`]: program, [`${at}/SHA256SUMS`]: `aa  other\n${listed}` }
    expect(await install(files, version)).toMatchObject({ code: 0, printed: '1.0.0\n' })
  },
)

test('the latest release is installed if no version is named', async () => {
  const at = '/latest/download'
  const files = { [`${at}/${name}`]: program, [`${at}/SHA256SUMS`]: listed }
  expect(await install(files, 'latest')).toMatchObject({ code: 0, installed: ['sandgate'] })
})

test('from GitHub it takes nothing but HTTPS, and it says what the sum cannot prove', async () => {
  await using folder = await scratchFolder({
    'bin/curl': '#!/bin/sh\necho "$*" >> "$SEEN"; exit 22\n',
  })
  await chmod(folder.at('bin/curl'), 0o755)
  const { SANDGATE_RELEASES: _, ...inherited } = process.env
  const env = {
    ...inherited,
    PATH: `${folder.at('bin')}:${process.env.PATH}`,
    SEEN: folder.at('seen'),
  }
  await runProgram(['sh', script, '1.0.0', 'to'], { cwd: folder.path, env })
  expect(await readFile(folder.at('seen'), 'utf8')).toMatch(
    /^--proto =https -fsSL .*https:\/\/github/,
  )
  const at = '/latest/download'
  const { stdout } = await install(
    { [`${at}/${name}`]: program, [`${at}/SHA256SUMS`]: listed },
    'latest',
  )
  expect(stdout).toContain('To prove who built it: gh attestation verify ')
})

test('a folder may be named from where one is', async () => {
  const at = '/download/v1.0.0'
  await using server = await serveRelease({
    [`${at}/${name}`]: program,
    [`${at}/SHA256SUMS`]: listed,
  })
  await using folder = await scratchFolder({})
  const env = { ...process.env, SANDGATE_RELEASES: server.url }
  await runProgram(['sh', script, '1.0.0', 'bin'], { cwd: folder.path, env })
  expect(await readdir(folder.path)).toContain('bin')
  expect(await readdir(folder.at('bin'))).toEqual(['sandgate'])
})

test.each([
  ['that was cut off', { file: program.slice(0, -4), sums: listed }, 'was cut off or changed'],
  ['of somebody else', { file: 'echo evil\n', sums: listed }, 'was cut off or changed'],
  ['that is not listed', { file: program, sums: 'aa  other\n' }, `does not list ${name}`],
  ['without sums', { file: program, sums: undefined }, 'could not download'],
])('a file %s is not installed', async (_, { file, sums }, message) => {
  const at = '/download/v1.0.0'
  const all = {
    [`${at}/${name}`]: file,
    ...(sums === undefined ? {} : { [`${at}/SHA256SUMS`]: sums }),
  }
  const { code, stderr, installed } = await install(all)
  expect({ code, installed }).toEqual({ code: 1, installed: [] })
  expect(stderr).toContain(message)
})

test('the script is a file that people can run', async () => {
  await access(script, 1)
  expect(await readFile(script, 'utf8')).toMatch(/^#!\/bin\/sh\n/)
})
