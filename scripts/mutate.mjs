// Changes one small thing in the source at a time and runs the tests that should notice:
// node scripts/mutate.mjs [--sample 200 | --all] [--seed 1] [--folders domain,insight/sweep,…] [--tests test/insight,…] [--results FILE] [--list]
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Random } from './confusion/random.mjs'
import { mutantsOf, textOf } from './mutate/mutants.mjs'
import { Survey } from './mutate/survey.mjs'

const known = ['domain', 'world', 'insight', 'scenario', 'store', 'http']

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    all: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    folders: { type: 'string', default: known.join() },
    tests: { type: 'string', default: '' },
    results: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})
const [size, seed] = [Number(values.sample), Number(values.seed)]
const folders = values.folders.split(',')
const unknown = folders.find((folder) => !known.includes(folder.split('/')[0] ?? ''))
if (!Number.isInteger(size) || size < 1 || !Number.isInteger(seed)) {
  stop('--sample needs a whole number above 0, and --seed a whole number')
}
if (unknown !== undefined) {
  stop(`There is no folder '${unknown}'; name some of ${known.join(', ')}`)
}

const root = fileURLToPath(new URL('..', import.meta.url))
const texts = new Map(
  folders.flatMap(filesOf).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
)
const all = [...texts].flatMap(([file, text]) => mutantsOf(file, text))
const chosen = values.all ? all : drawn()
console.log(`${chosen.length} of ${all.length} mutants${values.all ? '' : `, seed ${seed}`}`)
if (values.list) {
  for (const mutant of chosen) console.log(textOf(mutant))
} else {
  process.once('SIGINT', () => process.exit(130))
  const results = await new Survey(root, texts, chosen, values).run()
  sumUp(results)
}

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message)
  process.exit(2)
}

/** The source files of a folder, or one file. @param {string} name */
function filesOf(name) {
  const whole = path.join(root, 'src', name)
  if (name.endsWith('.ts')) return [path.posix.join('src', name)]
  if (!existsSync(whole)) stop(`There is no folder src/${name}`)
  return readdirSync(whole, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => path.posix.join('src', name, file))
}

function drawn() {
  const rest = [...all]
  const random = new Random(seed)
  const count = Math.min(size, all.length)
  return Array.from({ length: count }, () => rest.splice(random.upTo(rest.length - 1), 1)).flat()
}

/** @param {readonly import('./mutate/survey.mjs').Result[]} results */
function sumUp(results) {
  const counted = (/** @type {typeof results} */ some) => {
    const of = (/** @type {string} */ result) => some.filter((one) => one.result === result).length
    return {
      caught: of('caught'),
      survived: of('survived'),
      same: of('equivalent'),
      left: of('left out'),
    }
  }
  console.log('\nfolder: caught, survived, equivalent, left out')
  for (const folder of folders) {
    const here = results.filter(({ mutant }) => mutant.startsWith(`src/${folder}`))
    console.log(`${folder}: ${Object.values(counted(here)).join(', ')}`)
  }
  const { caught, survived, same, left } = counted(results)
  const share = ((100 * caught) / Math.max(caught + survived, 1)).toFixed(1)
  console.log(
    `${caught} of ${caught + survived} caught (${share} %), ${same} equivalent, ${left} left out`,
  )
  if (caught < 0.95 * (caught + survived)) process.exitCode = 1
}
