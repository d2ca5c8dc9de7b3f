// Changes one small thing in the source at a time and runs the tests that should notice:
// node scripts/mutate.mjs [--sample 200] [--seed 1] [--folders domain,world,…] [--results FILE] [--list]
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Random } from './confusion/random.mjs'
import { equivalents } from './mutate/equivalents.mjs'
import { mutantsOf } from './mutate/mutants.mjs'
import { testsReaching } from './mutate/reach.mjs'
import { Scratch } from './mutate/scratch.mjs'

const known = ['domain', 'world', 'insight', 'scenario', 'store', 'http']

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    folders: { type: 'string', default: known.join() },
    results: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const [size, seed] = [Number(values.sample), Number(values.seed)]
const folders = values.folders.split(',')
const unknown = folders.find((folder) => !known.includes(folder))
if (!Number.isInteger(size) || size < 1 || !Number.isInteger(seed)) {
  stop('--sample needs a whole number above 0, and --seed a whole number')
}
if (unknown !== undefined) {
  stop(`There is no folder '${unknown}'; name some of ${known.join(', ')}`)
}

const MINUTE = 60_000
const FIRST_RUN_MS = 30 * MINUTE
const SIDE_BY_SIDE = 2
/** The nearest and quickest tests come first: most mutants meet their test there. A mutant may never end. */
const batches = [
  { from: 0, to: 6, mostMs: 2 * MINUTE },
  { from: 6, to: 30, mostMs: 4 * MINUTE },
  { from: 30, to: Number.POSITIVE_INFINITY, mostMs: 10 * MINUTE },
]

/** Tests of what is built, which a change of the source does not reach, and long ones. */
const others = ['e2e', 'docs', 'browser', 'scripts', 'architecture', 'hostile', 'fuzz', 'model']
const leavingOut = others.map((one) => `--exclude=test/${one}/**`)

const root = fileURLToPath(new URL('..', import.meta.url))
/** The source as it was at the start. @type {Map<string, string>} */
const texts = new Map()
/** Test files that failed with a mutant and passed without it. @type {Set<string>} */
const passing = new Set()
const { chosen, count } = choose()
console.log(`${chosen.length} of ${count} mutants, seed ${seed}`)
if (values.list) {
  for (const mutant of chosen) console.log(textOf(mutant))
} else {
  await tryAll()
}

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message)
  process.exit(2)
}

function choose() {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => path.posix.join('src', folder, name)),
  )
  for (const file of files) texts.set(file, readFileSync(path.join(root, file), 'utf8'))
  const all = [...texts].flatMap(([file, text]) => mutantsOf(file, text))
  const rest = [...all]
  const random = new Random(seed)
  const drawn = Array.from({ length: Math.min(size, all.length) }, () =>
    rest.splice(random.upTo(rest.length - 1), 1),
  )
  return { chosen: drawn.flat(), count: all.length }
}

/** @typedef {import('./mutate/mutants.mjs').Mutant} Mutant */
/** @typedef {{ mutant: string, result: 'caught' | 'survived' | 'equivalent' | 'undecided', by: string }} Result */

/** Ctrl-C ends it after the mutants that are being tried: the order is random, so what was tried is a sample too. */
async function tryAll() {
  const results = earlierResults()
  const resultOf = (/** @type {Mutant} */ mutant) => results.get(textOf(mutant))?.result
  const untried = chosen.filter((one) => resultOf(one) === undefined)
  // Tried again after the rest: there may be a new test by now, or more processor time.
  const open = chosen.filter((one) => /survived|undecided/.test(resultOf(one) ?? ''))
  const queue = [...untried, ...open]
  let isEnding = false
  process.once('SIGINT', () => {
    isEnding = true
  })
  const scratches = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => Scratch.of(root)))
  try {
    const tests = await testsOf(scratches[0], queue)
    /** @param {Scratch} scratch @param {Mutant[]} some @param {boolean} isLast */
    const work = async (scratch, some, isLast) => {
      for (let next = some.shift(); next !== undefined && !isEnding; next = some.shift()) {
        const result = await judged(scratch, next, tests.get(next) ?? [], isLast)
        if (result === undefined) {
          unnoticed.push(next)
          console.log(`not yet: ${textOf(next)}`)
          continue
        }
        results.set(result.mutant, result)
        if (values.results) appendFileSync(values.results, `${JSON.stringify(result)}\n`)
        console.log(`${result.result}: ${result.mutant}   ${result.by}`)
      }
    }
    /** Those for which all other tests must run, which takes longest. @type {Mutant[]} */
    const unnoticed = []
    await Promise.all(scratches.map((scratch) => work(scratch, queue, false)))
    await Promise.all(scratches.map((scratch) => work(scratch, unnoticed, true)))
  } finally {
    await Promise.all(scratches.map((scratch) => scratch.remove()))
  }
  sumUp([...results.values()])
}

/** The results of a run that was ended early. @returns {Map<string, Result>} */
function earlierResults() {
  if (!values.results || !existsSync(values.results)) return new Map()
  const lines = readFileSync(values.results, 'utf8').trim().split('\n').filter(Boolean)
  const drawn = new Set(chosen.map(textOf))
  /** @type {Result[]} */
  const all = lines.map((line) => JSON.parse(line))
  return new Map(all.filter((one) => drawn.has(one.mutant)).map((one) => [one.mutant, one]))
}

/** The tests that reach each mutant. @param {Scratch | undefined} scratch @param {readonly Mutant[]} mutants @returns {Promise<ReadonlyMap<Mutant, readonly string[]>>} */
async function testsOf(scratch, mutants) {
  const kept = values.results && `${values.results}.reached`
  /** @type {Record<string, readonly string[]>} */
  const reached = kept && existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
  const unknown = mutants.filter((mutant) => reached[textOf(mutant)] === undefined)
  if (scratch !== undefined && unknown.length > 0) {
    const how = [...leavingOut, `--maxWorkers=${SIDE_BY_SIDE}`]
    const found = await testsReaching(scratch, unknown, texts, { how, mostMs: FIRST_RUN_MS })
    for (const [i, mutant] of unknown.entries()) reached[textOf(mutant)] = found[i] ?? []
    if (kept) writeFileSync(kept, JSON.stringify(reached))
  }
  return new Map(mutants.map((mutant) => [mutant, reached[textOf(mutant)] ?? []]))
}

/** Undefined if there are more tests, which are left to the last turn. @param {Scratch} scratch @param {Mutant} mutant @param {readonly string[]} tests @param {boolean} isLast @returns {Promise<Result | undefined>} */
async function judged(scratch, mutant, tests, isLast) {
  const { file, code, now } = mutant
  const equivalent = equivalents.find(
    (one) => one.file === file && one.code === code && one.now === now,
  )
  if (equivalent) return { mutant: textOf(mutant), result: 'equivalent', by: equivalent.why }
  const nearest = [...tests].sort((one, other) => nearness(other, file) - nearness(one, file))
  try {
    for (const { from, to, mostMs } of isLast ? batches.slice(-1) : batches.slice(0, -1)) {
      const by = await noticed(scratch, mutant, nearest.slice(from, to), mostMs)
      if (by !== undefined) return { mutant: textOf(mutant), result: 'caught', by }
    }
  } catch (cause) {
    return { mutant: textOf(mutant), result: 'undecided', by: String(cause) }
  }
  if (!isLast && tests.length > (batches.at(-1)?.from ?? 0)) return undefined
  const by = `${tests.length} test files reach it`
  return { mutant: textOf(mutant), result: 'survived', by }
}

/** How many folders and names a test has in common with a file of the source. @param {string} test @param {string} file */
function nearness(test, file) {
  const [one, other] = [test, file].map((name) => name.split(/[/.]/).slice(1))
  const apart = one?.findIndex((part, i) => part !== other?.[i]) ?? -1
  return apart === -1 ? Number.POSITIVE_INFINITY : apart
}

/** The first test that fails with this mutant and passes without it. @param {Scratch} scratch @param {Mutant} mutant @param {readonly string[]} tests @param {number} mostMs @returns {Promise<string | undefined>} */
async function noticed(scratch, mutant, tests, mostMs) {
  if (tests.length === 0) return undefined
  const { file, start, end, now } = mutant
  const text = texts.get(file) ?? ''
  const how = ['--bail=1', '--maxWorkers=1']
  await scratch.write(file, text.slice(0, start) + now + text.slice(end))
  const { end: result, failed } = await scratch.run(['run', ...tests, ...how], mostMs)
  await scratch.write(file, text)
  if (result === 'passed') return undefined
  const [first = ''] = failed
  const name = first.split(' ')[0] ?? ''
  if (passing.has(name)) return first
  const again = name === '' ? tests : [name]
  const { end: unchanged } = await scratch.run(['run', ...again, ...how], mostMs)
  if (unchanged === 'passed') {
    if (name !== '') passing.add(name)
    return first || result
  }
  if (name === '') throw new Error(`The tests ${unchanged} without any change too`)
  const rest = tests.filter((one) => one !== name)
  return await noticed(scratch, mutant, rest, mostMs)
}

/** @param {readonly Result[]} results */
function sumUp(results) {
  const counted = (/** @type {readonly Result[]} */ some) => {
    const of = (/** @type {string} */ result) => some.filter((one) => one.result === result).length
    const undecided = of('undecided')
    return {
      caught: of('caught'),
      survived: of('survived'),
      equivalent: of('equivalent'),
      undecided,
    }
  }
  console.log('\nfolder: caught, survived, equivalent, undecided')
  for (const folder of folders) {
    const here = results.filter(({ mutant }) => mutant.startsWith(`src/${folder}/`))
    console.log(`${folder}: ${Object.values(counted(here)).join(', ')}`)
  }
  const { caught, survived, equivalent } = counted(results)
  const share = ((100 * caught) / Math.max(caught + survived, 1)).toFixed(1)
  console.log(`${caught} of ${caught + survived} caught (${share} %), ${equivalent} equivalent`)
  for (const { mutant, result } of results) if (result === 'survived') console.log(mutant)
  if (caught < 0.95 * (caught + survived)) process.exitCode = 1
}

/** @param {Mutant} mutant */
function textOf({ file, line, code, was, now }) {
  const [before, after] = [was, now].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 80))
  return `${file}:${line}  ${before} => ${after === ';' ? 'removed' : after}   in: ${code.slice(0, 100)}`
}
