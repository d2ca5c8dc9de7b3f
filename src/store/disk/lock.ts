import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { errorCode } from '../../document/file-failure.ts'
import { stopCommand } from '../port/stop-command.ts'
import { FolderInUse } from '../port/store-error.ts'
import type { Files } from './files.ts'
import { discard, type Entered, ensureFolder, namesIn } from './folders.ts'
import { answerAs, ask, placeSchema, type Reply } from './presence.ts'
import { readText } from './read-file.ts'
import { writeAll } from './write-file.ts'

/**
 * A process that wants a data folder puts its own ticket into the lock folder and then looks at the
 * others. No process writes or removes a ticket whose owner may be alive, so two can never take
 * over a stale one at the same time. If its ticket is alone, it owns the folder. If another one
 * owns it, it is refused. If others are undecided too, the first by name stays and waits until the
 * others are gone. The owner of a ticket answers for it: a process id says nothing in another
 * container, and is used again.
 */
function ticketSchema() {
  return z.object({
    pid: z.int(),
    /** Distinguishes this process from a later one with the same pid. */
    birth: z.string().nullable(),
    host: z.string(),
    started: z.string(),
    holds: z.boolean(),
    /** Where the owner answers; tickets of earlier versions have none. */
    place: placeSchema().optional(),
    /** The owner's URL, once it listens. */
    url: z.string().optional(),
  })
}

type Ticket = z.infer<ReturnType<typeof ticketSchema>>

/** All times are in milliseconds. */
const pollInterval = 5
/** A killed process takes a moment to exit, longer if it used much memory. */
const exitTime = 500
/** After this time, an undecided process counts as the owner. */
const decisionTime = 10_000

export interface FolderLock {
  /** Releases the folder. */
  release(): Promise<void>
  /** Writes the owner's URL into the ticket; if that fails, the ticket stays unchanged. */
  announce(url: string): Promise<void>
}

export async function lockFolder(
  files: Files,
  folder: string,
  entered?: Entered,
): Promise<FolderLock> {
  const lock = join(folder, 'lock')
  await ensureFolder(files, lock, entered)
  const id = randomBytes(8).toString('hex')
  const name = `${id}.json`
  const path = join(lock, name)
  const presence = await answerAs(id, lock)
  const ticket: Ticket = {
    pid: process.pid,
    birth: birthOf(process.pid) ?? null,
    host: hostname(),
    started: new Date().toISOString(),
    holds: false,
    place: presence.place,
  }
  const release = async () => {
    await discard(files, path)
    presence.end()
  }
  try {
    await writeTicket(files, path, ticket)
    const from = performance.now()
    for (;;) {
      const others = await liveTickets(files, lock, name)
      if (others.length === 0) break
      const winner = others.find((other) => other.holds || other.name < name)
      const patience = winner === undefined ? decisionTime : winner.holds ? exitTime : 0
      if (performance.now() - from >= patience) throw inUse(folder, winner ?? others[0])
      await pause(pollInterval)
    }
    await writeTicket(files, path, { ...ticket, holds: true })
  } catch (error) {
    await release()
    throw error
  }
  const announce = (url: string) =>
    writeTicket(files, path, { ...ticket, holds: true, url }).catch(() => undefined)
  return { release, announce }
}

/** Renamed into place, so that others never read half of it. No sync: a power cut ends the process too. */
async function writeTicket(files: Files, path: string, ticket: Ticket): Promise<void> {
  const fd = await files.open(`${path}.tmp`, 'w')
  try {
    await writeAll(files, fd, Buffer.from(`${JSON.stringify(ticket)}\n`))
  } finally {
    await files.close(fd)
  }
  await files.rename(`${path}.tmp`, path)
}

interface NamedTicket extends Ticket {
  readonly name: string
  /** Whether the owner may be gone: it does not answer, or cannot be asked from here. */
  readonly isUnsure: boolean
}

async function liveTickets(files: Files, lock: string, own: string): Promise<NamedTicket[]> {
  const live: NamedTicket[] = []
  for (const name of await namesIn(files, lock)) {
    if (name === own || !name.endsWith('.json')) continue
    const path = join(lock, name)
    const text = await readText(files, path)
    if (text === undefined) continue
    const ticket = ticketSchema().safeParse(parsed(text)).data
    // Tickets are renamed into place, so only a power cut leaves an incomplete one.
    const reply = ticket && (await replyOf(lock, name, ticket))
    if (ticket !== undefined && (reply === 'unknown' ? isAlive(ticket) : reply !== 'gone')) {
      live.push({ ...ticket, name, isUnsure: reply !== 'present' })
    } else {
      for (const stale of [path, socketOf(path)]) await discard(files, stale)
    }
  }
  return live
}

async function replyOf(lock: string, name: string, { place, birth, host }: Ticket): Promise<Reply> {
  const isHere = isOfThisBoot(birth) ?? host === hostname()
  // The machine was started again since, or the ticket is of another one.
  if (!isHere) return host === hostname() ? 'gone' : 'unknown'
  return place === undefined ? 'unknown' : ask(basename(name, '.json'), lock, place)
}

/** A killed owner leaves its socket behind. */
function socketOf(path: string): string {
  return path.replace(/json$/, 'sock')
}

/** Undefined where the system does not tell one boot from another. */
function isOfThisBoot(birth: string | null): boolean | undefined {
  const own = birthOf(process.pid)
  if (own === undefined || birth === null) return undefined
  return own.split('/')[0] === birth.split('/')[0]
}

function isAlive({ pid, birth, host }: Ticket): boolean {
  // Processes of another machine or container are not visible here.
  if (host !== hostname()) return true
  if (!isRunning(pid)) return false
  const found = birthOf(pid)
  if (found === 'dead') return false
  return birth === null || found === undefined || birth === found
}

function inUse(folder: string, owner: NamedTicket | undefined): FolderInUse {
  if (owner === undefined) return new FolderInUse(`${folder} is in use by another sandbox`)
  const { pid, host, started, name, url, isUnsure, place } = owner
  const wayOut = `stop it, or remove ${join(folder, 'lock', name)} if it is gone`
  if (host === hostname() && isUnsure && place !== undefined) {
    return new FolderInUse(
      `${folder} is in use by another sandbox that does not answer (process ${pid}, since ${started}); ${wayOut}`,
    )
  }
  if (host === hostname()) {
    const place = url === undefined ? '' : ` at ${url}`
    const way = url === undefined ? '' : ` with '${stopCommand(url)}'`
    return new FolderInUse(
      `${folder} is in use by another sandbox${place} (process ${pid}, since ${started}); ` +
        `stop it${way} or use another data folder`,
    )
  }
  return new FolderInUse(
    `${folder} is in use by a sandbox on ${host} (process ${pid}, since ${started}); ${wayOut}`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * When a process started, since pids are reused but a pid with its start time is not. Undefined
 * where the system does not say (only Linux does); `dead` for a zombie.
 */
function birthOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain anything; after it come the state and, as the 20th field,
    // the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'dead'
    const ticks = fields[19]
    return ticks === undefined ? undefined : `${boot.trim()}/${ticks}`
  } catch {
    return undefined
  }
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
