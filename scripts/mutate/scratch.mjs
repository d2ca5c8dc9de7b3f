import { spawn } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const left = new Set(['node_modules', '.git', '.sandgate', '.mutate'])

/** A copy of the project in which files can be changed, and its tests. */
export class Scratch {
  /** @param {string} root @param {string} folder */
  constructor(root, folder) {
    this.root = root
    this.folder = folder
  }

  /** @param {string} root */
  static async of(root) {
    const folder = await mkdtemp(path.join(await realpath(tmpdir()), 'sandgate-mutate-'))
    const isWanted = (/** @type {string} */ from) => !left.has(path.basename(from))
    cpSync(root, folder, { recursive: true, filter: isWanted })
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    return new Scratch(root, folder)
  }

  /** @param {string} file @param {string} text */
  async write(file, text) {
    await writeFile(path.join(this.folder, file), text)
  }

  async remove() {
    await rm(this.folder, { recursive: true, force: true })
  }

  /**
   * Runs tests and says which failed. A run that takes longer than this is ended.
   * @param {readonly string[]} args
   * @param {number} mostMs
   * @returns {Promise<{ end: 'passed' | 'failed' | 'timed out', failed: string[] }>}
   */
  run(args, mostMs) {
    const vitest = path.join(this.root, 'node_modules/vitest/vitest.mjs')
    const cache = path.join(this.folder, '.modules')
    const more = ['--run', '--reporter=dot']
    const cached = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${cache}`]
    // Its own group, so that workers that loop end with it.
    const child = spawn(process.execPath, [vitest, ...args, ...more, ...cached], {
      cwd: this.folder,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    let printed = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
        resolve({ end: 'timed out', failed: [] })
      }, mostMs)
      child.on('close', (code) => {
        clearTimeout(timer)
        const failed = Array.from(printed.matchAll(/FAIL {2}(.*)/g), ([, name]) => name ?? '')
        resolve({ end: code === 0 ? 'passed' : 'failed', failed })
      })
    })
  }
}
