import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/sandgate.js', import.meta.url))
const suite = fileURLToPath(new URL('suite.mjs', import.meta.url))

/**
 * @typedef {{ verdict: string, cells: { result: string }[], baseline: { findings: { severity: string }[] } }} Sweep
 * @typedef {{ isDoubled: boolean, isNamed: boolean, hasError: boolean, isFalse: boolean }} Result
 * @typedef {{ name: string, kind: string, isCareful?: boolean, options: readonly string[], isNamed: (cell: string, sweep: Sweep) => boolean }} SweptSuite
 */

const lost = ['--only', 'purchase-1', '--at', 'after', '--faults', 'http,reset', '--depth', '1']
const twice = ['--idempotent', '--only', 'twice']

/** Suites that a sweep judges, because a single run cannot. @type {readonly SweptSuite[]} */
export const sweptSuites = [
  {
    name: 'random prices, sends it again after a lost response',
    kind: 'randomBlindly',
    options: lost,
    isNamed: (cell) => cell === 'double_charge',
  },
  {
    name: 'random prices, searches after a lost response',
    kind: 'randomCarefully',
    isCareful: true,
    options: lost,
    isNamed: (cell) => cell !== 'safe',
  },
  {
    name: 'charges twice without any fault, with `--unique-references`',
    kind: 'alwaysTwice',
    options: [...lost, '--unique-references'],
    isNamed: (_, { verdict, baseline }) =>
      verdict === 'unsafe' && baseline.findings.some(({ severity }) => severity === 'error'),
  },
  {
    name: 'two workers check, and then create the same customer under new references, with `--idempotent`',
    kind: 'newReferences',
    options: twice,
    isNamed: (cell) => cell === 'duplicate_customer',
  },
  {
    name: 'two workers check, and then create the same customer under its own reference, with `--idempotent`',
    kind: 'ownReference',
    isCareful: true,
    options: twice,
    isNamed: (cell) => cell !== 'safe',
  },
]

/** One result for each cell of its sweep. @param {SweptSuite} suite @returns {Promise<readonly Result[]>} */
export async function resultsOf({ kind, options, isCareful = false, isNamed }) {
  const sweep = await sweepOf(kind, options)
  const hasError = sweep.verdict === 'unsafe'
  return sweep.cells.map(({ result }) => {
    const isSo = isNamed(result, sweep)
    return { isDoubled: !isCareful, isNamed: isSo, hasError, isFalse: isCareful && isSo }
  })
}

/** @param {string} kind @param {readonly string[]} options @returns {Promise<Sweep>} */
function sweepOf(kind, options) {
  const args = [program, 'sweep', '--json', ...options, '--', process.execPath, suite, kind]
  return new Promise((resolve, reject) => {
    // Not kept: the next sweep of the folder is another one.
    const env = { ...process.env, CI: 'true' }
    execFile(process.execPath, args, { env }, (_failure, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        reject(new Error(`The sweep of ${kind} printed no JSON: ${stderr}`))
      }
    })
  })
}
