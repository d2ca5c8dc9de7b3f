import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandgate } from '../support/command.ts'
import type { Ended } from '../support/running.ts'

const NOTE = 'No sandbox responds; this is from the config file and the defaults\n'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandgate-alone-'))
  await writeFile(
    path.join(folder, 'sandgate.config.yaml'),
    'server: { port: 7263, control_token: abc }\nscenarios: [default, flaky-day]\nassumptions: { mask_character: "*" }\n',
  )
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

/** The default port may be in use by a sandbox of whoever runs the tests. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return free
}

async function alone(...words: readonly string[]): Promise<Ended> {
  return await sandgate([...words, '--json'], { cwd: folder })
}

test('what only shows facts works without a sandbox too, from the config', async (context) => {
  context.skip(!(await isFree(7263)), 'port 7263 is in use')
  const listed = await alone('scenario', 'list')
  expect(listed).toMatchObject({ code: 0, stderr: NOTE })
  expect(JSON.parse(listed.stdout).scenarios.map(({ name }: { name: string }) => name)).toEqual([
    'flaky-day',
    'default',
  ])
  const cards = await alone('magic')
  expect(cards).toMatchObject({ code: 0, stderr: NOTE })
  expect(JSON.parse(cards.stdout).magic.length).toBeGreaterThan(10)
  const assumptions = await alone('assumptions')
  expect(assumptions).toMatchObject({ code: 0, stderr: NOTE })
  expect(JSON.parse(assumptions.stdout).assumptions).toContainEqual(
    expect.objectContaining({ key: 'mask_character', value: '*', default: 'x' }),
  )
  const shown = await alone('scenario', 'show', 'drift')
  expect(shown).toMatchObject({ code: 0, stderr: NOTE })
  expect(JSON.parse(shown.stdout)).toMatchObject({ name: 'drift' })
  expect(await readdir(folder)).toEqual(['sandgate.config.yaml'])
})

test.each([['magic', '--url', 'http://127.0.0.1:1']])(
  'one that was named must response: %s %s',
  async (...words) => {
    expect(await alone(...words)).toMatchObject({ code: 3, stdout: '' })
  },
)
