import { mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, binary } from '../support/binary.ts'

/** A folder in which npx finds the package as one that was installed. */
async function installed() {
  const folder = await scratchFolder({ 'package.json': '{ "name": "shop" }' })
  await mkdir(folder.at('node_modules/.bin'), { recursive: true })
  await symlink(path.resolve(binary, '../..'), folder.at('node_modules/sandgate'))
  await symlink('../sandgate/bin/sandgate.js', folder.at('node_modules/.bin/sandgate'))
  return folder
}

async function untilGone(pid: number): Promise<void> {
  await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000, interval: 50 })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // There is no such process any more.
    return false
  }
}

test('SIGTERM to npx reaches the server', async () => {
  await using folder = await installed()
  const args = ['sandgate', 'start', '--port', '0', '--memory', '--json', '--quiet']
  const npx = new BinaryProcess(args, { cwd: folder.path }, ['npx'])
  const { pid } = JSON.parse(await npx.printing(/^{.*}$/m))
  npx.kill('SIGTERM')
  await untilGone(pid)
})

test('SIGTERM to npx reaches the command under exec', async () => {
  await using folder = await installed()
  const script = `require('node:fs').writeFileSync('pid', String(process.pid)); console.log('begun'); setInterval(() => 0, 1000)`
  const args = ['sandgate', 'exec', '--', process.execPath, '--eval', script]
  const npx = new BinaryProcess(args, { cwd: folder.path }, ['npx'])
  await npx.printing('begun')
  npx.kill('SIGTERM')
  await untilGone(Number(await readFile(folder.at('pid'), 'utf8')))
  expect((await npx.ended).code).not.toBe(0)
})
