import { cpus, totalmem } from 'node:os'
import { goals, verdictOn } from './goals.mjs'
import { median } from './rounds.mjs'

/** @typedef {{ name: string, unit: string, values: number[], details: object[] }} Row */

/** Collects the figures of all rounds, tells them as they come, and makes the table and the document: the median of each, with its range. */
export class Report {
  /** @type {Row[]} */
  #rows = []
  /** @type {string[]} */
  #notes = []
  #startedAt = new Date()

  /** @param {string} text */
  note(text) {
    if (!this.#notes.includes(text)) this.#notes.push(text)
    console.error(`  ${text}`)
  }

  /** @param {string} name @param {number} value @param {string} unit @param {object} [detail] */
  figure(name, value, unit, detail) {
    const known = this.#rows.find((row) => row.name === name)
    const row = known ?? { name, unit, values: [], details: [] }
    if (known === undefined) this.#rows.push(row)
    row.values.push(value)
    if (detail) row.details.push(detail)
    console.error(`  ${name}: ${shown(value)} ${unit}`)
  }

  /** @param {string} name @param {import('./rounds.mjs').Standing} standing */
  ratio(name, standing) {
    this.figure(name, standing.ratio, 'of bare', standing)
  }

  table() {
    const head = ['figure', 'measured', 'must', 'aim', 'reached']
    const body = this.#rows.map(({ name, values, unit }) => {
      const goal = goals[name]
      const mark = (/** @type {number | undefined} */ at) =>
        goal === undefined || at === undefined ? '' : `${goal.is} ${shown(at)}`
      const value = median(values)
      const [least, most] = [Math.min(...values), Math.max(...values)].map(shown)
      const range = least === most ? '' : ` (${least} to ${most})`
      const measured = `${shown(value)} ${unit}`.trim() + range
      return [name, measured, mark(goal?.must), mark(goal?.aim), verdictOn(name, value)]
    })
    return [...markdown([head, ...body]), '', ...this.#notes.map((note) => `- ${note}`)].join('\n')
  }

  document() {
    const [cpu] = cpus()
    return {
      date: this.#startedAt.toISOString(),
      machine: {
        node: process.version,
        system: `${process.platform} ${process.arch}`,
        processor: `${cpus().length} x ${cpu?.model.trim() || 'unknown'}`,
        memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
      },
      notes: this.#notes,
      figures: this.#rows.map(({ name, unit, values, details }) => {
        const value = median(values)
        return { name, value, unit, verdict: verdictOn(name, value), values, details }
      }),
    }
  }
}

/** @param {readonly (readonly string[])[]} rows */
function markdown(rows) {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  const lines = rows.map(
    (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`,
  )
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lines[0] ?? '', rule, ...lines.slice(1)]
}

/** @param {number} value */
function shown(value) {
  if (Number.isNaN(value)) return '?'
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return String(Number(value.toFixed(decimals)))
}

/** @param {number} n */
export function grouped(n) {
  return String(n).replaceAll(/\B(?=(\d{3})+$)/g, ' ')
}
