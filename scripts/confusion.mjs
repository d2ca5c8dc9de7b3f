// Lets random clients, wrong and right ones, pay through lost responses in the sandbox that ships, and
// compares what its report says with the money that moved:
// node scripts/confusion.mjs [--seed 1] [--runs 10] [--write]
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { play, tableOf } from './confusion/play.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
  },
})
const [seed, runs] = [Number(values.seed), Number(values.runs)]
if (!Number.isInteger(seed) || !Number.isInteger(runs) || runs < 1 || runs > 1000) {
  console.error('--seed needs a whole number, and --runs one from 1 to 1000')
  process.exit(2)
}
const rows = await play({ seed, runs })
const table = tableOf(rows)
console.log(table)
if (values.write) {
  const page = new URL('../docs/internals/verdict-trials.md', import.meta.url)
  const text = await readFile(page, 'utf8')
  const part = /(?<=<!-- confusion -->\n)[\s\S]*?(?=\n<!-- \/confusion -->)/
  await writeFile(
    page,
    text.replace(part, () => table),
  )
}
if (rows.some(({ missed, falseAlarms }) => missed + falseAlarms > 0)) process.exitCode = 4
