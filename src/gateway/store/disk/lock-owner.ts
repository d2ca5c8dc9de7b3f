import { hostname, networkInterfaces } from 'node:os'
import * as z from 'zod'
import { errorCode } from '../../../base/file-failure.ts'
import { pause } from '../../../base/timers.ts'
import { StoreDamaged } from '../port/store-error.ts'
import type { Files } from './files.ts'
import { readText } from './read-file.ts'

/**
 * Who uses a data folder: the content of its lock file. Anyone may have written it, so nothing in it
 * is believed before this schema accepts all of it.
 */
function newOwnerSchema() {
  const text = z.string().regex(printable)
  return z.strictObject({
    id: z.string().regex(/^[0-9A-Za-z]{1,64}$/),
    pid: z.int().min(1),
    /** Where the process number is valid. */
    host: text,
    since: z.iso.datetime(),
    /** The address of the sandbox on this machine, once it is ready. */
    url: z.string().refine(isOwnAddress).optional(),
    /** The address for others, if it is another one. */
    public_url: z.string().refine(isWebAddress).optional(),
    /** The certificate file that clients must trust. */
    ca: text.optional(),
  })
}

const printable = /^[^\p{C}]{1,4096}$/u

let schema: ReturnType<typeof newOwnerSchema> | undefined

/** Made on first use, and once: many starts at once read the lock again and again. */
function ownerSchema() {
  schema ??= newOwnerSchema()
  return schema
}

export type Owner = z.infer<ReturnType<typeof newOwnerSchema>>

/** What a sandbox adds to the lock once it is ready. */
export type Announced = Pick<Owner, 'public_url' | 'ca'> & { readonly url: string }

/**
 * What of it a reader accepts: not the name of another host that it listens on, for example. Without
 * the schema, which a start need not wait for.
 */
export function acceptable({ url, public_url, ca }: Partial<Announced>): Partial<Announced> {
  if (url === undefined || !isOwnAddress(url)) return {}
  return {
    url,
    ...(public_url !== undefined && isWebAddress(public_url) && { public_url }),
    ...(ca !== undefined && printable.test(ca) && { ca }),
  }
}

/** Milliseconds that writing a lock may take. */
const WRITING = 500

/** The owner that a lock file names; undefined if there is no file. Throws if it is no lock. */
export async function readOwner(files: Files, path: string): Promise<Owner | undefined> {
  for (let waited = 0; ; waited += 5) {
    const text = await readText(files, path)
    if (text === undefined) return undefined
    const owner = ownerSchema().safeParse(parsed(text)).data
    if (owner !== undefined) return owner
    // Its last byte is a newline: without one, it is still being written.
    if (text.endsWith('\n') || waited >= WRITING) break
    await pause(5)
  }
  throw new StoreDamaged(
    `${path} is not a lock that this version of Sandgate wrote; remove it if no sandbox uses the folder`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the owner may still run: it lives, responds, or cannot be seen from here. */
export async function isInUse({ host, pid, since, url, id }: Owner): Promise<boolean> {
  if (host !== hostname()) return true
  if (isRunning(pid) && !isEarlierSelf(pid, since)) return true
  return url !== undefined && (await responds(url, id))
}

/** Whether the sandbox at this address is the one with this id. */
async function responds(url: string, id: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/_sandbox/health`, { signal: AbortSignal.timeout(1000) })
    return z.object({ id: z.literal(id) }).safeParse(await answer.json()).success
  } catch {
    return false
  }
}

/** Only scheme, host and port: a path or a query would send requests to other programs. */
function isOwnAddress(text: string): boolean {
  return isWebAddress(text) && new URL(text).origin === text && isOwnHost(new URL(text).hostname)
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[!-~]{1,2000}$/.test(text) && URL.canParse(text)
}

function isOwnHost(given: string): boolean {
  const host = given.replace(/^\[(.*)\]$/, '$1')
  if (/^127(?:\.\d{1,3}){3}$/.test(host)) return true
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const own = ['localhost', '::1', hostname(), ...addresses.map(({ address }) => address)]
  return own.some((name) => name.toLowerCase() === host.toLowerCase())
}

/** Whether the owner ended before this process got its number, as in a container that restarts. */
function isEarlierSelf(pid: number, since: string): boolean {
  return pid === process.pid && Date.parse(since) < Date.now() - process.uptime() * 1000
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return errorCode(error) === 'EPERM'
  }
}
