import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Packs the built package once, and checks its size, its entries and how its types resolve. */

/** Bytes. A budget is raised in a commit that says what the users get for it. */
const budgets = { packed: 2_250_000, unpacked: 8_200_000, start: 1_790_000 }

const root = path.resolve(import.meta.dirname, '..')
const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-package-'))

try {
  const options = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const place = { cwd: root, shell: process.platform === 'win32' }
  const { stdout } = await promisify(execFile)('npm', options, place)
  const [{ filename, size: packedSize, unpackedSize }] = JSON.parse(stdout)
  const { size } = await stat(path.join(root, 'dist', 'program.cjs'))
  checkSize('A download has', packedSize, budgets.packed)
  checkSize('The package has', unpackedSize, budgets.unpacked)
  checkSize('A start loads', size, budgets.start)
  const tarball = new Uint8Array(await readFile(path.join(folder, filename)))
  await checkEntries(tarball)
  await checkTypes(tarball)
} finally {
  await rm(folder, { recursive: true, force: true })
}

function checkSize(
  /** @type {string} */ what,
  /** @type {number} */ bytes,
  /** @type {number} */ budget,
) {
  if (bytes <= budget) return
  const sizes = `${bytes.toLocaleString('en')} bytes of ${budget.toLocaleString('en')}`
  console.error(`${what} ${sizes}: remove something, or raise the budget in this script`)
  process.exitCode = 1
}

async function checkEntries(/** @type {Uint8Array<ArrayBuffer>} */ tarball) {
  const options = { strict: true, pack: { tarball: tarball.buffer } }
  const { messages, pkg } = await publint(options)
  for (const message of messages.filter(({ type }) => type === 'error')) {
    console.error(formatMessage(message, pkg))
    process.exitCode = 1
  }
}

/** Vitest itself can only be imported, so its fixture need not be requirable. */
async function checkTypes(/** @type {Uint8Array} */ tarball) {
  const checked = await checkPackage(createPackageFromTarballData(tarball))
  const problems = checked.types ? checked.problems : ['It has no types']
  const wrong = problems.filter((one) => typeof one === 'string' || one.kind !== 'CJSResolvesToESM')
  if (wrong.length === 0) return
  console.error(`The package's types do not resolve: ${JSON.stringify(wrong, undefined, 2)}`)
  process.exitCode = 1
}
