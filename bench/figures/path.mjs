import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { esbuildAssets } from '../../scripts/asset-module.mjs'
import { esbuildYaml } from '../../scripts/yaml-module.mjs'
import { ORDER, purchaseBody } from '../purchase-body.mjs'

const WARM_UP = 200

/**
 * How many files and functions of src one warm purchase with a data folder runs through, on a
 * kept-alive connection. The sandbox runs in this process, under V8's precise coverage.
 */
/** @param {import('../bench.mjs').Bench} bench @param {import('../report.mjs').Report} report */
export async function pathOfPurchase(bench, report) {
  const outfile = path.join(bench.folder, 'library.mjs')
  await bundleLibrary(outfile)
  const { startSandbox } = await import(pathToFileURL(outfile).href)
  const sandbox = await startSandbox({ data: await bench.stores.dataFolder({}) })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    for (let order = 1; order <= WARM_UP; order += 1) await pay(sandbox.url, agent, order)
    // Each take sets the counters back to zero.
    await session.post('Profiler.takePreciseCoverage')
    await pay(sandbox.url, agent, WARM_UP + 1)
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const ran = await functionsThatRan(result, outfile)
    const files = new Map()
    for (const { file, name } of ran) files.set(file, [...(files.get(file) ?? []), name])
    report.figure('files of src in a purchase', files.size, '', Object.fromEntries(files))
    report.figure('functions of src in a purchase', ran.length, '')
  } finally {
    session.disconnect()
    agent.destroy()
    await sandbox.close()
  }
}

/** One file that names the source of each of its parts in a comment. */
/** @param {string} outfile */
async function bundleLibrary(outfile) {
  await build({
    entryPoints: [path.resolve(import.meta.dirname, '../../src/index.ts')],
    absWorkingDir: path.resolve(import.meta.dirname, '../..'),
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: [esbuildYaml(), esbuildAssets()],
    logLevel: 'error',
  })
}

/** @param {string} url @param {http.Agent} agent @param {number} order */
async function pay(url, agent, order) {
  const headers = { 'content-type': 'application/json', 'x-correlation-id': `path-${order}` }
  await new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers }
    const request = http.request(`${url}/v1/transactions/purchase`, options, (response) => {
      response.resume().once('end', resolve)
      if (response.statusCode !== 200) reject(new Error(`Answered ${response.statusCode}`))
    })
    request.once('error', reject)
    request.end(purchaseBody.replace(ORDER, String(order).padStart(ORDER.length, '0')))
  })
  // What the sandbox does after its answer belongs to the purchase.
  await new Promise((resolve) => setTimeout(resolve, 2))
}

/** @param {readonly import('node:inspector').Profiler.ScriptCoverage[]} scripts @param {string} file */
async function functionsThatRan(scripts, file) {
  const text = await readFile(file, 'utf8')
  const parts = [...text.matchAll(/^\/\/ (\S+)$/gm)].map((found) => ({
    at: found.index,
    source: found[1] ?? '',
  }))
  const { functions = [] } = scripts.find(({ url }) => url === pathToFileURL(file).href) ?? {}
  return functions.flatMap(({ functionName, ranges: [range] }) => {
    if (range === undefined || range.count === 0 || range.startOffset === 0) return []
    const source = parts.findLast(({ at }) => at < range.startOffset)?.source ?? ''
    return source.startsWith('src/') ? [{ file: source, name: functionName }] : []
  })
}
