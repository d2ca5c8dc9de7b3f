import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import * as z from 'zod'
import { errorCode } from '../../../base/file-failure.ts'
import { StoreDamaged } from '../port/store-error.ts'
import type { Files } from './files.ts'
import { readSmall } from './read-file.ts'

/**
 * Who uses a data folder: the content of its lock file. Anyone may have written it, so nothing in it
 * is believed before this schema accepts all of it.
 */
function newOwnerSchema() {
  const text = z.string().regex(printable)
  return z.strictObject({
    id: z.string().regex(/^[0-9A-Za-z]{1,64}$/),
    pid: z.int().min(1),
    /** Distinguishes the process from a later one with the same number; null if unknown. */
    start: z
      .string()
      .regex(/^\d{1,20}$/)
      .nullable(),
    /** The host and, on Linux, the namespace in which the process number is valid. */
    namespace: text,
    since: z.iso.datetime(),
    /** The identity of the lock file itself: that of a copy differs. */
    file: z.string().regex(/^\d+ \d+$/),
    /** The address of the sandbox on this machine, once it is ready. */
    url: z.string().refine(isOwnAddress).optional(),
    /** The address for others, if it is another one. */
    public_url: z.string().refine(isWebAddress).optional(),
    /** The certificate file that clients must trust. */
    ca: text.optional(),
    /** The fingerprint of each option that it was started with. */
    started: z
      .record(z.string().regex(/^[A-Za-z]{1,40}$/), z.string().regex(/^[\w-]{22}$/))
      .optional(),
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
export type Announced = Pick<Owner, 'public_url' | 'ca' | 'started'> & { readonly url: string }

/**
 * What of it a reader accepts: not the name of another host that it listens on, for example. Without
 * the schema, which a start need not wait for.
 */
export function acceptable({
  url,
  public_url,
  ca,
  started,
}: Partial<Announced>): Partial<Announced> {
  if (url === undefined || !isOwnAddress(url)) return {}
  return {
    url,
    ...(public_url !== undefined && isWebAddress(public_url) && { public_url }),
    ...(ca !== undefined && printable.test(ca) && { ca }),
    ...(started && { started }),
  }
}

/** Longer files are no locks. */
const LONGEST = 16 * 1024

/**
 * The owner that a lock file names. Undefined if there is no file, if a power cut left only a part of
 * it, or if it came with a copy of the folder, whose original the owner uses. Throws if anything else
 * is in its place.
 */
export async function readOwner(files: Files, path: string): Promise<Owner | undefined> {
  const found = await readSmall(files, path)
  const content = found && parsed(found.text)
  if (found === undefined || (content === undefined && isTorn(found.text))) return undefined
  const { data: owner } = ownerSchema().safeParse(content)
  if (owner === undefined) {
    throw new StoreDamaged(
      `${path} is not a lock that this version of Sandgate wrote; remove it if no sandbox uses the folder`,
    )
  }
  return !isElsewhere(owner) && owner.file !== found.file ? undefined : owner
}

/** Its last byte is a newline, and it gets its name only after that is written. */
function isTorn(text: string): boolean {
  return !text.endsWith('\n') && text.length <= LONGEST
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the owner may still run: it lives, answers, or cannot be seen from here. */
export async function isInUse(owner: Owner): Promise<boolean> {
  if (isElsewhere(owner) || isAlive(owner)) return true
  return owner.url !== undefined && (await answers(owner.url, owner.id))
}

/** Whether the owner belongs to another machine or container, whose processes cannot be seen. */
export function isElsewhere(owner: Owner): boolean {
  return owner.namespace !== namespace()
}

/** Whether the sandbox at this address is the one with this id. */
async function answers(url: string, id: string): Promise<boolean> {
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

/** Where process numbers are valid: the host, and the container on Linux. */
export function namespace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // Only Linux has this file.
    return hostname()
  }
}

/** When a process started, in ticks since the system did; undefined except on Linux. */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain anything; after it, the state is the first field and the
    // start time the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie is no longer the process that it was.
    return fields[0] === 'Z' || fields[0] === 'X' ? 'dead' : fields[19]
  } catch {
    return undefined
  }
}

function isAlive(owner: Owner): boolean {
  if (!isRunning(owner.pid) || isEarlierSelf(owner)) return false
  const start = startOf(owner.pid)
  if (start === 'dead') return false
  return start === undefined || owner.start === null || start === owner.start
}

/** Whether the owner ended before this process got its number; only Linux knows start times. */
function isEarlierSelf({ pid, since }: Owner): boolean {
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
