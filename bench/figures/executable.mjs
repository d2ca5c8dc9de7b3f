import { spawnSync } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { median } from '../rounds.mjs'
import { startAndPay } from '../start-time.mjs'

const root = path.resolve(import.meta.dirname, '../..')

/** Start to the first purchase of the single executable, against npx of an installed package. */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function executable(bench, report) {
  const out = path.join(bench.folder, 'executable')
  const script = path.join(root, 'scripts/executable.mjs')
  const build = spawnSync(process.execPath, [script, '--out', out], { encoding: 'utf8' })
  if (build.status !== 0) {
    report.note(`no single executable: ${build.stderr.trim()}`)
    return
  }
  const [name = ''] = await readdir(out)
  const shop = await shopWithPackage(bench.folder)
  const ways = {
    executable: { program: path.join(out, name), before: [], cwd: bench.folder },
    npx: { program: '/usr/bin/env', before: ['npx', '--no', 'sandgate'], cwd: shop },
    node: { program: path.join(root, 'bin/sandgate.js'), before: [], cwd: bench.folder },
  }
  /** @type {Record<string, number[]>} */
  const times = {}
  for (let round = -1; round < bench.pace.starts; round++) {
    for (const [way, { program, before, cwd }] of Object.entries(ways)) {
      const { port, ms } = await startAndPay({
        program,
        options: (port) => [...before, 'start', '--memory', '--quiet', '--port', String(port)],
        kind: 'purchase',
        cwd,
      })
      // npx would leave its child behind if it were killed.
      await fetch(`http://127.0.0.1:${port}/_sandbox/stop`, { method: 'POST' })
      if (round >= 0) times[way] = [...(times[way] ?? []), ms]
    }
  }
  const ms = (/** @type {string} */ way) => median(times[way] ?? [])
  const own = ms('executable')
  report.figure('start of the executable against npx', own / ms('npx'), 'x', { ms: own })
  report.figure('start of the executable against node', own / ms('node'), 'x', { ms: own })
}

/** A project in which the package is installed. */
async function shopWithPackage(/** @type {string} */ folder) {
  const shop = path.join(folder, 'shop')
  const bin = path.join(shop, 'node_modules/.bin')
  await mkdir(bin, { recursive: true })
  await symlink(root, path.join(shop, 'node_modules/sandgate'))
  await symlink('../sandgate/bin/sandgate.js', path.join(bin, 'sandgate'))
  return shop
}
