import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDataFolder } from '../../../src/gateway/store/data-folder.ts'
import type { TableName } from '../../../src/gateway/world/records/medium.ts'
import { rounds } from '../../support/extent.ts'
import { bundled } from './support/bundle.ts'
import { committedRow } from './support/committed-row.ts'
import { Rows } from './support/rows.ts'

let script: Awaited<ReturnType<typeof bundled>>
let path: string

beforeAll(async () => {
  script = await bundled('committer.ts')
  path = await mkdtemp(join(tmpdir(), 'sandgate-kill-'))
})

afterAll(async () => {
  await script.remove()
  await rm(path, { recursive: true, maxRetries: 10 })
})

/** The keys that were acknowledged until so many had been, at which moment it is killed. */
async function acknowledgedUntilKilled(first: number, enough: number): Promise<number[]> {
  const child = spawn(process.execPath, [script.file, path, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const keys: number[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    keys.push(Number(line))
    if (keys.length === enough) child.kill('SIGKILL')
  }
  await exit
  return keys
}

/** Knows how often each line came from disk. */
class CountedRows extends Rows {
  readonly loads = new Map<string, number>()

  override load(table: TableName, line: string): void {
    this.loads.set(line, (this.loads.get(line) ?? 0) + 1)
    super.load(table, line)
  }
}

const ROUNDS = rounds(4, 6, 20)

test('killed again and again while committing: every acknowledged row is there, unchanged, once', {
  timeout: 120_000,
}, async () => {
  const acknowledged: number[] = []
  let next = 1
  for (let round = 1; round <= ROUNDS; round++) {
    const enough = 1 + Math.floor(Math.random() * 300)
    const keys = await acknowledgedUntilKilled(next, enough)
    expect(keys.length, `round ${round}`).toBeGreaterThanOrEqual(enough)
    acknowledged.push(...keys)
    const folder = await openDataFolder(path)
    const rows = new CountedRows()
    await folder.openWorld('default', rows)
    const found = rows.table('transactions')
    expect(acknowledged.filter((key) => !found.has(key))).toEqual([])
    const others = [...found].filter(([key, line]) => line !== committedRow(Number(key)))
    expect(others).toEqual([])
    expect([...rows.loads].filter(([, times]) => times > 1)).toEqual([])
    next = Math.max(...[...found.keys()].map(Number)) + 1
    await folder.close()
  }
})
