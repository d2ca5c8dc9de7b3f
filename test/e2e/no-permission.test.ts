import { spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, binary } from '../support/binary.ts'

/** Every file is open to root, so root runs the program as nobody. */
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const
const program: readonly [string, ...string[]] =
  process.getuid?.() === 0 ? [...asNobody, process.execPath, binary] : [process.execPath, binary]

/** Not where nobody may read the program itself. */
const canRun =
  process.platform !== 'win32' &&
  spawnSync(program[0], [...program.slice(1), '--version']).status === 0

let folder: Scratch
beforeAll(async () => {
  folder = await scratchFolder({ 'mine.json': '{}' })
  await chmod(folder.path, 0o755)
  await chmod(folder.at('mine.json'), 0o000)
  for (const [name, mode] of [
    ['read-only', 0o555],
    ['locked', 0o000],
  ] as const) {
    await mkdir(folder.at(name))
    await writeFile(path.join(folder.at(name), 'sandgate.config.yaml'), 'seed: 1\n')
    await chmod(folder.at(name), mode)
  }
})
afterAll(async () => {
  await chmod(folder.at('read-only'), 0o755)
  await chmod(folder.at('locked'), 0o755)
  await folder[Symbol.asyncDispose]()
})

const DENIED = 'permission denied (EACCES); '
const UNREADABLE = `cannot be read: ${DENIED}change the permissions, or pass another file`
const UNWRITABLE = `it cannot be written: ${DENIED}change the permissions, or pass a file in another folder`
const start = ['start', '--port', '0', '--memory']

test.runIf(canRun).each([
  [[...start, '--import', 'mine.json'], 2, `The baseline mine.json ${UNREADABLE}`],
  [[...start, '--scenario', 'mine.json'], 2, `The scenario file mine.json ${UNREADABLE}`],
  [[...start, '--record', 'locked/a.jsonl'], 2, `Invalid --record 'locked/a.jsonl': ${UNWRITABLE}`],
  [
    ['start', '--port', '0', '--data', 'read-only/data'],
    1,
    `read-only/data cannot be used: ${DENIED}pass another --data folder, or --memory to keep `,
  ],
  [
    ['start', '--port', '0', '--data', 'read-only/data', '--detach'],
    1,
    `The data folder read-only/data cannot be created: ${DENIED}change the permissions, or pass another`,
  ],
  [['exec', '--books', 'mine.json', '--', 'true'], 2, `The books file mine.json ${UNREADABLE}`],
  [
    ['exec', '--report', 'locked/a.html', '--', 'true'],
    2,
    `Invalid --report 'locked/a.html': ${UNWRITABLE}`,
  ],
  [
    ['sweep', '--artifacts', 'read-only/runs', '--', 'true'],
    1,
    `No runs can be kept in --artifacts 'read-only/runs': ${DENIED}change the permissions, or pass `,
  ],
])(
  '%j without permission is refused by its path, with what to do',
  async (words, code, message) => {
    const ended = await new BinaryProcess(words, { cwd: folder.path }, [...program]).ended
    expect(ended).toMatchObject({ code })
    expect(ended.stderr.split('\n')[0]).toContain(`error: ${message}`)
  },
)

test('a books command may be longer than the name of a file', async () => {
  const books = `true ${'x'.repeat(5000)}`
  const { stderr } = await new BinaryProcess(['exec', '--books', books, '--', 'true']).ended
  expect(stderr).toContain('printed nothing; without orders, print []')
})
