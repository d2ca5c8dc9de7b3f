import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The last versions that run on every Node that the product runs on. */
const peers = {
  'json-server': {
    version: '1.0.0-beta.15',
    bin: 'lib/bin.js',
    options: (/** @type {number} */ port) => ['db.json', '--port', String(port)],
    path: '/payments',
  },
  emulate: {
    version: '0.11.2',
    bin: 'dist/index.js',
    options: (/** @type {number} */ port) => [
      'start',
      '--service',
      'stripe',
      '--port',
      String(port),
    ],
    path: '/',
  },
}

/**
 * Servers of the same kind, installed where they leave no trace; none where that fails.
 * @param {string} folder @param {(note: string) => void} note
 * @returns {Promise<Map<string, import('./start-time.mjs').Starter>>}
 */
export async function installPeers(folder, note) {
  const cwd = path.join(folder, 'peers')
  await mkdir(cwd, { recursive: true })
  await writeFile(path.join(cwd, 'package.json'), '{"private":true}\n')
  await writeFile(path.join(cwd, 'db.json'), '{"payments":[{"id":"1","amount":4995}]}\n')
  /** @type {Map<string, import('./start-time.mjs').Starter>} */
  const installed = new Map()
  for (const [name, { version, bin, options, path: place }] of Object.entries(peers)) {
    try {
      const wanted = [
        'install',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        `${name}@${version}`,
      ]
      await run('npm', wanted, { cwd, timeout: 120_000 })
      const program = path.join(cwd, 'node_modules', name, bin)
      installed.set(`${name} ${version}`, { program, options, path: place, cwd })
    } catch {
      note(`${name}@${version} could not be installed, so it is left out`)
    }
  }
  return installed
}
