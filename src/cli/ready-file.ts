import { rename, rm, writeFile } from 'node:fs/promises'
import { fileTrouble } from './file-trouble.ts'

/** What is printed and written once a sandbox answers. */
export interface Ready {
  readonly event: 'ready'
  readonly url: string
  readonly api: string
  readonly dashboard: string
  readonly pid: number
}

export function readyOf(sandbox: Pick<Ready, 'url' | 'api' | 'dashboard'>): Ready {
  const { url, api, dashboard } = sandbox
  return { event: 'ready', url, api, dashboard, pid: process.pid }
}

/** By rename: whoever waits for the file finds all of it or none. */
export async function writeReadyFile(file: string | undefined, ready: Ready): Promise<void> {
  if (file === undefined) return
  const draft = `${file}.${process.pid}.tmp`
  try {
    await writeFile(draft, `${JSON.stringify(ready)}\n`)
    await rename(draft, file)
  } catch (cause) {
    throw fileTrouble('written', file, cause)
  }
}

/** At the start as well: one that a killed sandbox left behind must not speak for this one. */
export async function removeReadyFile(file: string | undefined): Promise<void> {
  if (file === undefined) return
  await rm(file, { force: true }).catch((cause: unknown) => {
    throw fileTrouble('removed', file, cause)
  })
}
