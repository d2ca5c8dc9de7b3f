import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openBench } from './bench.mjs'
import { advance } from './figures/advance.mjs'
import { before } from './figures/before.mjs'
import { customers } from './figures/customers.mjs'
import { exec } from './figures/exec.mjs'
import { executable } from './figures/executable.mjs'
import { judging } from './figures/judging.mjs'
import { lookup } from './figures/lookup.mjs'
import { memory } from './figures/memory.mjs'
import { page } from './figures/page.mjs'
import { pathOfPurchase } from './figures/path.mjs'
import { purchase } from './figures/purchase.mjs'
import { reset } from './figures/reset.mjs'
import { rules } from './figures/rules.mjs'
import { start } from './figures/start.mjs'
import { stored } from './figures/stored.mjs'
import { sweep } from './figures/sweep.mjs'
import { endAll } from './processes.mjs'
import { Report } from './report.mjs'

/** Measures the built sandbox. `npm run build` first; on an idle machine. */

const figures = {
  purchase,
  path: pathOfPurchase,
  before,
  judging,
  lookup,
  rules,
  start,
  executable,
  memory,
  reset,
  advance,
  customers,
  page,
  stored,
  exec,
  sweep,
}

const help = `Usage: npm run bench -- [--quick] [--rounds <n>] [--only <figure>...] [--out <file>] [--program <file>] [--before <file>]

  --quick    small stores and short rounds: less than a minute, and only roughly right
  --rounds   how often each figure is measured (default: 3, with --quick 1)
  --only     one of ${Object.keys(figures).join(', ')}; may be given several times
  --out      where the JSON goes (default: bench/results.json)
  --program  what to start instead of bin/sandgate.js
  --before   bin/sandgate.js of an earlier release, to take turns with`

const built = path.resolve(import.meta.dirname, '../dist/cli.cjs')

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: path.join(import.meta.dirname, 'results.json') },
    program: { type: 'string' },
    before: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(help)
else await measure()

async function measure() {
  const unknown = values.only.find((name) => !(name in figures))
  if (unknown !== undefined) {
    console.error(`There is no figure '${unknown}'\n\n${help}`)
    process.exitCode = 2
    return
  }
  if (values.program === undefined && !existsSync(built)) {
    console.error('There is nothing to measure: run npm run build first')
    process.exitCode = 2
    return
  }
  const report = new Report()
  const { quick, program, before: earlier } = values
  const rounds = Number(values.rounds ?? (quick ? 1 : 3))
  const bench = await openBench({ quick, program, earlier })
  process.once('SIGINT', () => {
    endAll()
    process.exit(130)
  })
  try {
    for (const [name, figure] of Object.entries(figures)) {
      if (values.only.length > 0 && !values.only.includes(name)) continue
      console.error(name)
      for (let round = 0; round < rounds; round++) await figure(bench, report)
    }
  } finally {
    await bench.close()
  }
  console.log(report.table())
  await writeFile(values.out, `${JSON.stringify(report.document(), null, 2)}\n`)
}
