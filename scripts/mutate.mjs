// Changes one small thing in the source at a time and runs the tests that should notice:
// node scripts/mutate.mjs [--sample 200] [--seed 1] [--folders domain,world,…] [--list]
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Random } from './confusion/random.mjs'
import { equivalents } from './mutate/equivalents.mjs'
import { mutantsOf } from './mutate/mutants.mjs'
import { Scratch } from './mutate/scratch.mjs'

/** The tests that are run first for each folder; what survives them meets all tests that import the file. */
const firstTests = {
  domain: ['test/domain', 'test/world', 'test/http/gateway'],
  world: ['test/world', 'test/http/gateway', 'test/http/vault'],
  insight: ['test/insight'],
  scenario: ['test/scenario', 'test/http/rules'],
  store: ['test/store'],
  http: ['test/http'],
}

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    folders: { type: 'string', default: Object.keys(firstTests).join() },
    list: { type: 'boolean', default: false },
  },
})
const [size, seed] = [Number(values.sample), Number(values.seed)]
const folders = /** @type {(keyof typeof firstTests)[]} */ (values.folders.split(','))
const unknown = folders.find((folder) => !Object.hasOwn(firstTests, folder))
if (!Number.isInteger(size) || size < 1 || !Number.isInteger(seed)) {
  stop('--sample needs a whole number above 0, and --seed a whole number')
}
if (unknown !== undefined) {
  stop(`There is no folder '${unknown}'; name some of ${Object.keys(firstTests).join(', ')}`)
}

const LONGEST_MS = 5 * 60_000

/** Tests of what is built, which a change of the source does not reach, and long ones. */
const others = ['e2e', 'docs', 'browser', 'scripts', 'architecture', 'hostile', 'fuzz', 'model']

/** Test files that fail without any change here: they can notice nothing. @type {Set<string>} */
const broken = new Set()

const root = fileURLToPath(new URL('..', import.meta.url))
/** The source as it was at the start. @type {Map<string, string>} */
const texts = new Map()
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

/** Ctrl-C ends it after the mutant that is being tried: the order is random, so what was tried is a sample too. */
async function tryAll() {
  let isEnding = false
  process.once('SIGINT', () => {
    isEnding = true
  })
  const scratch = await Scratch.of(root)
  const seen = { caught: 0, equivalent: 0 }
  /** @type {Mutant[]} */
  const survivors = []
  try {
    for (const mutant of chosen) {
      const why = equivalents.find((one) => isSame(one, mutant))?.why
      const by = why === undefined ? await catcher(scratch, mutant) : undefined
      if (why !== undefined) seen.equivalent += 1
      else if (by !== undefined) seen.caught += 1
      else survivors.push(mutant)
      const word = why === undefined ? 'SURVIVED' : `equivalent (${why})`
      console.log(`${by === undefined ? word : 'caught'}: ${textOf(mutant)}   ${by ?? ''}`)
      if (isEnding) break
    }
  } finally {
    await scratch.remove()
  }
  const judged = seen.caught + survivors.length
  const share = ((100 * seen.caught) / Math.max(judged, 1)).toFixed(1)
  console.log(`\n${seen.caught} of ${judged} caught (${share} %), ${seen.equivalent} equivalent`)
  for (const mutant of survivors) console.log(`survivor: ${textOf(mutant)}`)
  if (seen.caught < 0.95 * judged) process.exitCode = 1
}

/** @param {{ file: string, code: string, now: string }} one @param {Mutant} other */
function isSame(one, other) {
  return one.file === other.file && one.code === other.code && one.now === other.now
}

/** The first test that notices. @param {Scratch} scratch @param {Mutant} mutant */
async function catcher(scratch, mutant) {
  const folder = /** @type {keyof typeof firstTests} */ (mutant.file.split('/')[1])
  const without = others.map((name) => `--exclude=test/${name}/**`)
  return (
    (await noticed(scratch, mutant, ['run', ...firstTests[folder]])) ??
    (await noticed(scratch, mutant, ['related', mutant.file, ...without]))
  )
}

/** @param {Scratch} scratch @param {Mutant} mutant @param {readonly string[]} tests @returns {Promise<string | undefined>} */
async function noticed(scratch, mutant, tests) {
  const { file, start, end, now } = mutant
  const text = texts.get(file) ?? ''
  const whole = [...tests, ...Array.from(broken, (name) => `--exclude=${name}`)]
  await scratch.write(file, text.slice(0, start) + now + text.slice(end))
  const { end: result, failed } = await scratch.run(whole, LONGEST_MS)
  await scratch.write(file, text)
  if (result === 'passed') return undefined
  const name = failed.split(' ')[0] ?? ''
  const { end: unchanged } = await scratch.run(name === '' ? whole : ['run', name], LONGEST_MS)
  if (unchanged === 'passed') return failed || result
  if (name === '') throw new Error(`Without any change, this ${unchanged}: ${whole.join(' ')}`)
  console.log(`left out, as it fails without any change: ${name}`)
  broken.add(name)
  return await noticed(scratch, mutant, tests)
}

/** @param {Mutant} mutant */
function textOf({ file, line, code, was, now }) {
  const [before, after] = [was, now].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 80))
  return `${file}:${line}  ${before} => ${after === ';' ? 'removed' : after}   in: ${code.slice(0, 100)}`
}
