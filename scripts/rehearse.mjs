import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.mjs'

/**
 * Rehearses a release: publishes the package to a registry on this machine, and runs it with npx
 * from an empty folder with an empty cache. `npm ci --prefix tools/publish` installs the registry.
 */

const root = path.resolve(import.meta.dirname, '..')
const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-rehearsal-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}/`

/** Everybody may publish, and nothing is fetched from elsewhere: the package has no dependencies. */
const config = `storage: ./storage
packages: { '**': { access: $all, publish: $anonymous } }
log: { type: stdout, level: warn }
`

await writeFile(path.join(folder, 'config.yaml'), config)
// npm wants a token, whatever it is.
await writeFile(path.join(folder, 'npmrc'), `//127.0.0.1:${port}/:_authToken=none\n`)
await mkdir(path.join(folder, 'empty'))
const verdaccio = path.join(root, 'tools/publish/node_modules/verdaccio/bin/verdaccio')
const options = ['--config', path.join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`]
const registry = spawn(process.execPath, [verdaccio, ...options], { cwd: folder, stdio: 'inherit' })
try {
  await untilItAnswers()
  run(root, 'npm', 'publish', '--ignore-scripts')
  const shown = run(path.join(folder, 'empty'), 'npx', '--yes', 'sandgate', 'demo', '--exit')
  if (!/naive +unsafe/i.test(shown)) throw new Error(`The demonstration shows no verdict: ${shown}`)
  console.log(`Published to ${url}, and ran the demonstration from there`)
} finally {
  registry.kill()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

async function untilItAnswers() {
  for (let tries = 0; tries < 600; tries += 1) {
    if (registry.exitCode !== null) throw new Error('The registry did not start')
    const answer = await fetch(`${url}-/ping`).catch(() => undefined)
    if (answer?.ok) return
    await pause(100)
  }
  throw new Error(`The registry does not answer at ${url}`)
}

function run(/** @type {string} */ cwd, /** @type {string[]} */ ...words) {
  const { status, stdout, stderr } = spawnSync(words[0] ?? '', words.slice(1), {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      npm_config_registry: url,
      npm_config_userconfig: path.join(folder, 'npmrc'),
      npm_config_cache: path.join(folder, 'cache'),
    },
  })
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  return stdout
}
