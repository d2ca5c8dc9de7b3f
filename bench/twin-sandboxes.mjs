import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Two sandboxes in one process, of which one judges. `library` is the built one. */
const [, , library = '', config = '', readyFile = ''] = process.argv
/** @type {{ startSandbox: (options: object) => Promise<{ url: string }> }} */
const { startSandbox } = createRequire(import.meta.url)(library)
await writeFile(config, JSON.stringify({ report: { judge: false } }))
const judging = await startSandbox({ memory: true })
const silent = await startSandbox({ memory: true, config })
await writeFile(readyFile, `${JSON.stringify({ url: judging.url, silent: silent.url })}\n`)
// A library's sandbox keeps no process alive.
setInterval(() => undefined, 60_000)
