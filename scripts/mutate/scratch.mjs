import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const left = new Set(['node_modules', '.git', '.sandgate', 'dist'])

/** Few tests take more than a second: a process that tells nothing for this long loops. */
const SILENCE_MS = 20_000
/** Until the first test, beside other work. */
const LOADING_MS = 100_000

const config = `
import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'
export default mergeConfig(base, { test: { runner: './scripts/mutate/runner.mjs', testTimeout: 5_000 } })
`

/** A copy of the project in which the source is changed, and its tests. */
export class Scratch {
  /** @param {string} root @param {string} folder */
  constructor(root, folder) {
    this.root = root
    this.folder = folder
    this.runs = 0
  }

  /** @param {string} root */
  static async of(root) {
    const folder = await mkdtemp(path.join(await realpath(tmpdir()), 'sandgate-mutate-'))
    const isWanted = (/** @type {string} */ from) => !left.has(path.basename(from))
    cpSync(root, folder, { recursive: true, filter: isWanted })
    for (const name of ['node_modules', 'dist']) {
      symlinkSync(path.join(root, name), path.join(folder, name))
    }
    const scratch = new Scratch(root, folder)
    scratch.write('vitest.mutate.config.ts', config)
    return scratch
  }

  /** @param {string} file @param {string} text */
  write(file, text) {
    writeFileSync(path.join(this.folder, file), text)
  }

  async remove() {
    await rm(this.folder, { recursive: true, force: true })
  }

  /**
   * Runs tests with the runner of mutants and gives what it told. One that loops is ended.
   * @param {readonly string[]} args
   * @param {Record<string, number[]>} [tries]
   * @returns {Promise<any[]>}
   */
  async run(args, tries) {
    this.runs += 1
    const out = path.join(this.folder, `told-${this.runs}.jsonl`)
    this.write(`plan-${this.runs}.json`, JSON.stringify({ out, tries }))
    const vitest = path.join(this.root, 'node_modules/vitest/vitest.mjs')
    const cache = `--experimental.fsModuleCachePath=${path.join(this.folder, '.modules')}`
    const how = [
      '--config=vitest.mutate.config.ts',
      '--reporter=dot',
      '--experimental.fsModuleCache',
    ]
    const plan = path.join(this.folder, `plan-${this.runs}.json`)
    // Its own group, so that workers that loop end with it.
    const child = spawn(process.execPath, [vitest, 'run', ...args, ...how, cache], {
      cwd: this.folder,
      env: { ...process.env, CI: 'true', SANDGATE_MUTATE_PLAN: plan },
      stdio: 'ignore',
      detached: true,
    })
    const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
    process.once('exit', end)
    const loaded = Date.now() + LOADING_MS
    const watch = setInterval(() => {
      const last = existsSync(out) ? statSync(out).mtimeMs : loaded
      if (Date.now() - last > SILENCE_MS) end()
    }, 2000)
    await new Promise((resolve) => child.on('close', resolve))
    clearInterval(watch)
    process.off('exit', end)
    if (!existsSync(out)) return []
    const lines = readFileSync(out, 'utf8').trim().split('\n').filter(Boolean)
    await rm(out)
    return lines.map((line) => JSON.parse(line))
  }
}
