import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { endProcess } from './processes.mjs'
import { startAndPay } from './start-time.mjs'

const run = promisify(execFile)

/**
 * @typedef {{ name: string, kind: import('./requests.mjs').Kind, starter: import('./start-time.mjs').Starter }} Peer
 */

/** Servers of the same kind: the last versions that run on every Node that the product runs on. */
const peers = [
  {
    name: 'json-server',
    version: '1.0.0-beta.15',
    bin: 'lib/bin.js',
    kind: /** @type {const} */ ('record'),
    options: (/** @type {number} */ port) => ['db.json', '--port', String(port)],
  },
  {
    name: 'emulate',
    version: '0.11.2',
    bin: 'dist/index.js',
    kind: /** @type {const} */ ('intent'),
    options: (/** @type {number} */ port) => [
      ...['start', '--service', 'stripe', '--port', String(port)],
    ],
  },
  {
    name: 'stripe-stateful-mock',
    version: '0.0.16',
    bin: 'dist/cli.js',
    kind: /** @type {const} */ ('charge'),
    options: () => [],
    env: (/** @type {number} */ port) => ({ PORT: String(port), LOG_LEVEL: 'silent' }),
  },
]

/** @type {Promise<readonly Peer[]> | undefined} */
let installed

/**
 * Installed once, where they leave no trace; without those for which that fails. None in a hurry.
 * @param {import('./bench.mjs').Bench} bench @param {(note: string) => void} note
 * @returns {Promise<readonly Peer[]>}
 */
export async function installPeers({ quick, folder }, note) {
  if (quick) return []
  installed ??= install(path.join(folder, 'peers'), note)
  return await installed
}

/** @param {string} cwd @param {(note: string) => void} note */
async function install(cwd, note) {
  await mkdir(cwd, { recursive: true })
  await writeFile(path.join(cwd, 'package.json'), '{"private":true}\n')
  await writeFile(path.join(cwd, 'db.json'), '{"payments":[{"id":"1","amount":4995}]}\n')
  /** @type {Peer[]} */
  const found = []
  for (const { name, version, bin, kind, options, env } of peers) {
    try {
      const flags = ['--no-audit', '--no-fund', '--ignore-scripts']
      await run('npm', ['install', ...flags, `${name}@${version}`], { cwd, timeout: 120_000 })
      const program = path.join(cwd, 'node_modules', name, bin)
      const starter = { program, options, env, cwd, kind }
      found.push({ name: `${name} ${version}`, kind, starter })
    } catch {
      note(`${name}@${version} could not be installed, so it is left out`)
    }
  }
  return found
}

/**
 * Started and ready for payments.
 * @param {Peer} peer @returns {Promise<import('./processes.mjs').Server>}
 */
export async function startPeer({ name, starter }) {
  const { child, port } = await startAndPay(starter)
  const stop = () => endProcess(child)
  return { name, url: `http://127.0.0.1:${port}`, port, pid: child.pid ?? 0, stop }
}
