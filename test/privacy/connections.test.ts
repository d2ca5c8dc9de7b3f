import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { runProgram } from '../support/run-program.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Loaded into every process of the program: writes down which hosts it asks for. */
const recorder = `
const { appendFileSync } = require('node:fs')
const note = (what) => appendFileSync(process.env.ASKED, what + '\\n')
const { Socket } = require('node:net')
const connect = Socket.prototype.connect
Socket.prototype.connect = function (...given) {
  const [first] = given.flat()
  note('connect ' + (first?.path ?? first?.host ?? '127.0.0.1'))
  return connect.apply(this, given)
}
for (const dns of [require('node:dns'), require('node:dns').promises]) {
  const { lookup } = dns
  dns.lookup = (name, ...rest) => (note('lookup ' + name), lookup(name, ...rest))
}
const { Socket: Datagrams } = require('node:dgram')
const { send } = Datagrams.prototype
Datagrams.prototype.send = function (...given) {
  note('datagram')
  return send.apply(this, given)
}
`

/** A network without a way out, where the machine allows one: whatever is asked there fails. */
const alone = ['unshare', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"']
const isAloneHere = spawnSync('unshare', [...alone.slice(1), 'sh', 'true']).status === 0

test.each([
  ['demo', '--exit'],
  ['exec', '--', process.execPath, path.join(root, 'examples', 'clients', 'careful.mjs')],
])('%s connects to this machine only, and works without a network', async (...words) => {
  await using folder = await scratchFolder({ 'recorder.cjs': recorder, asked: '' })
  const command = [process.execPath, path.join(root, 'bin', 'sandgate.js'), ...words]
  const inside = isAloneHere ? [...alone, 'sh', ...command] : command
  const env = {
    ...process.env,
    NODE_OPTIONS: `--require ${folder.at('recorder.cjs')}`,
    ASKED: folder.at('asked'),
  }
  const { code, stdout, stderr } = await runProgram(inside, { cwd: folder.path, env })
  expect(code, `${stdout}\n${stderr}`).toBe(0)
  const asked = (await readFile(folder.at('asked'), 'utf8')).trim().split('\n')
  expect(asked).toContain('connect 127.0.0.1')
  expect(asked.filter((one) => !one.endsWith(' 127.0.0.1'))).toEqual([])
})
