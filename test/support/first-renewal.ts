import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'

/** Waits until a new world has its first state, after its second change; gives the log that continues it. */
export async function firstRenewal(data: string): Promise<string> {
  const world = `${data}/worlds/default`
  const files = async () => (await readdir(world)).sort()
  await expect.poll(files).toEqual(['log.2.jsonl', 'state.json'])
  return `${world}/log.2.jsonl`
}
