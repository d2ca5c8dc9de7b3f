import { appendFile, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Leaves half a record at the end of the last log of every world, as a power cut in the middle of a
 * write does.
 * @param {string} data the data folder of a sandbox that is not running
 * @param {() => number} random
 * @returns {Promise<number>} how many logs are torn now
 */
export async function tearLogs(data, random) {
  let torn = 0
  for (const file of await lastLogs(data)) {
    const text = await readFile(file)
    const last = text.subarray(text.lastIndexOf(10, text.length - 2) + 1, text.length - 1)
    // One that the kill itself has torn is left as it is.
    if (text.at(-1) !== 10 || last.length < 3) continue
    await appendFile(file, last.subarray(0, 1 + Math.floor(random() * (last.length - 2))))
    torn += 1
  }
  return torn
}

/** @param {string} data @returns {Promise<string[]>} */
async function lastLogs(data) {
  /** @type {Map<string, number>} */
  const last = new Map()
  for (const name of await readdir(data, { recursive: true })) {
    const generation = Number(/log\.(\d+)\.jsonl$/.exec(name)?.[1] ?? 0)
    const world = path.dirname(name)
    if (generation > (last.get(world) ?? 0)) last.set(world, generation)
  }
  return [...last].map(([world, generation]) => path.join(data, world, `log.${generation}.jsonl`))
}
