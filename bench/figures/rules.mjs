import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { takeTurns } from '../rounds.mjs'

/** Whether 100 rules that do not apply slow down what they do not apply to. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function rules(bench, report) {
  // A scenario without rules is refused.
  const one = await start(bench, 'one-rule', [rule(0)])
  const many = await start(
    bench,
    'many-rules',
    Array.from({ length: 101 }, (_, i) => rule(i)),
  )
  const standingOf = await takeTurns(bench, [
    { name: 'one', server: one, ask: { kind: 'purchase' } },
    { name: 'many', server: many, ask: { kind: 'purchase' } },
  ])
  await one.stop()
  await many.stop()
  const { ratio, ...detail } = standingOf('many')
  report.figure('101 scenario rules against 1', ratio, '', detail)
}

/** @param {import('../bench.mjs').Bench} bench @param {string} name @param {readonly object[]} list */
async function start(bench, name, list) {
  const file = path.join(bench.folder, `${name}.json`)
  await writeFile(file, JSON.stringify({ name, description: 'For the bench', rules: list }))
  return await bench.startSandgate('memory', { options: ['--scenario', file] })
}

/** One of every kind of condition that a file is likely to have. */
/** @param {number} i */
function rule(i) {
  const amount = String(500_000 + i)
  const conditions = [
    { operation: 'purchase', amount },
    { operation: ['purchase', 'preauthorisation'], amount: { min: 600_000 + i } },
    { pan: `4000001${String(i).padStart(5, '0')}????` },
    { reference: `*-hold-${i}-*` },
    { kvp: { CHANNEL: `kiosk-${i}` } },
    { card_type: 'amex', amount: `7${String(i).padStart(3, '0')}??` },
    { method: 'direct_debit', bsb: `03${i % 10}-${String(i).padStart(3, '0')}` },
    { operation: 'refund', currency: 'NZD', amount },
    { customer_reference: `CUST-${i}-*` },
    { operation: 'purchase', merchant: 1000 + i },
  ]
  return {
    name: `rule ${i}`,
    when: conditions[i % conditions.length],
    outcome: { status: 'declined', response_code: '05' },
  }
}
