import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepOf, sweptCell } from '../../test/judge/support/test-sweep.ts'
import { type Scratch, scratchFolder } from '../../test/runtime/scratch.ts'
import { runBinary } from '../../test/support/binary.ts'

/** A suite with 100 payments on 500 machines: 45 cells of each payment, 9 in each shard. */
const SHARDS = 500
const EACH = 9
const PAYMENTS = 100

/** At most so many milliseconds of processor time, and megabytes. */
const LONGEST = 10_000
const LARGEST = 300

const preload = new URL('./peak.mjs', import.meta.url).href

/** As long as the steps of a double charge. */
const text = `ERROR   double-charge         order A-1001, AUD 49.95\n${'x'.repeat(1200)}`

function shardText(index: number): string {
  const cells = Array.from({ length: EACH }, (_, i) => {
    const nth = (index - 1) * EACH + i
    const cell = sweptCell(
      `purchase-${(nth % PAYMENTS) + 1}/after/${nth}`,
      results[nth % 3] ?? 'safe',
    )
    const findings = cell.result === 'safe' ? [] : cell.findings.map((one) => ({ ...one, text }))
    return { ...cell, findings, requests: Array.from({ length: 8 }, () => cell.requests).flat() }
  })
  const sizes = Array.from({ length: SHARDS }, () => EACH)
  return JSON.stringify(sweepOf(cells, { shards: { of: SHARDS, given: [index], sizes } }))
}

const results = ['safe', 'double_charge', 'unresolved'] as const

let folder: Scratch
beforeAll(async () => {
  folder = await scratchFolder()
  for (let index = 1; index <= SHARDS; index += 1) {
    await writeFile(folder.at(`shard-${index}.json`), shardText(index))
  }
})
afterAll(() => folder[Symbol.asyncDispose]())

test.each(['html', 'json', 'md'])(
  '500 shards are merged as .%s in 10 s and 300 MB',
  async (ending) => {
    const files = Array.from({ length: SHARDS }, (_, i) => `shard-${i + 1}.json`)
    // One is missing, and is named.
    const given = files.filter((file) => file !== 'shard-213.json')
    const ended = await runBinary(
      ['report', ...given, '--output', `all.${ending}`, '--fail-on', 'never'],
      { cwd: folder.path, env: { NODE_OPTIONS: `--import=${preload}` } },
    )
    expect(ended.code).toBe(0)
    expect(ended.stdout).toContain('shard 213 of 500 is missing: 9 cells are untested')
    const [, took, peak] = /took ([\d.]+), peak ([\d.]+)/.exec(ended.stderr) ?? []
    console.log(`${ending}: ${Math.round(Number(took))} ms, ${Math.round(Number(peak))} MB`)
    expect(Number(took)).toBeLessThan(LONGEST)
    expect(Number(peak)).toBeLessThan(LARGEST)
  },
  120_000,
)
