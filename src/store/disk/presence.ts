import { readlinkSync } from 'node:fs'
import { connect, createServer, type NetConnectOpts, type Server } from 'node:net'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { errorCode } from '../../document/file-failure.ts'

/**
 * Where the owner of a ticket answers: at a socket beside its ticket, which every process of the
 * machine finds, also those of other containers; else at a port.
 */
export function placeSchema() {
  return z.union([
    z.object({ socket: z.string() }),
    /** The port exists only in this network namespace. */
    z.object({ port: z.int(), network: z.string().nullable() }),
  ])
}

type Place = z.infer<ReturnType<typeof placeSchema>>

export interface Presence {
  readonly place: Place
  end(): void
}

/** Answers with this name until the process ends or `end` is called. */
export async function answerAs(name: string, lock: string): Promise<Presence> {
  const server = createServer((socket) => {
    socket.unref()
    // The process that asks may close its end first.
    socket.on('error', () => socket.destroy())
    socket.resume().end(name)
  })
  server.unref()
  const end = () => void server.close()
  const socket = `${name}.sock`
  const path = shortPath(lock, socket)
  if (path !== undefined && (await listens(server, { path, writableAll: true }))) {
    return { place: { socket }, end }
  }
  await listens(server, { host: LOOPBACK, port: 0 })
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { place: { port, network: network() }, end }
}

/** `silent`: something is there and says nothing. `unknown`: it cannot be asked from here. */
export type Reply = 'present' | 'gone' | 'silent' | 'unknown'

export async function ask(name: string, lock: string, place: Place): Promise<Reply> {
  if ('socket' in place) {
    const path = shortPath(lock, place.socket)
    return path === undefined ? 'unknown' : replyAt({ path }, name)
  }
  const { port, network: where } = place
  return port > 0 && where === network() ? replyAt({ host: LOOPBACK, port }, name) : 'unknown'
}

const LOOPBACK = '127.0.0.1'

/** Milliseconds; a busy process takes a moment to answer. */
const PATIENCE = 1000

function replyAt(place: NetConnectOpts, name: string): Promise<Reply> {
  return new Promise((resolve) => {
    const socket = connect(place)
    let said = ''
    const settle = (reply: Reply) => {
      clearTimeout(impatient)
      socket.destroy()
      resolve(reply)
    }
    const impatient = setTimeout(() => settle('silent'), PATIENCE)
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
      // Another program may have got the port since.
      if (!name.startsWith(said)) settle('gone')
    })
    socket.on('end', () => settle(said === name ? 'present' : 'gone'))
    socket.on('error', (error) => settle(errorCode(error) === 'ECONNREFUSED' ? 'gone' : 'unknown'))
    // Makes a web server at the same port answer, and thereby say that it is another program.
    socket.write('?\r\n\r\n')
  })
}

function listens(server: Server, place: Parameters<Server['listen']>[0]): Promise<boolean> {
  return new Promise((resolve) => {
    // Later errors concern one connection only.
    server.on('error', () => resolve(false))
    server.once('listening', () => resolve(true))
    server.listen(place)
  })
}

/** The address of a socket has room for about a hundred bytes. Windows has no such sockets. */
function shortPath(lock: string, socket: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const path = join(lock, socket)
  return [path, relative(process.cwd(), path)].find((one) => Buffer.byteLength(one) <= 100)
}

/** The network namespace of this process; null where there are none. */
function network(): string | null {
  try {
    return readlinkSync('/proc/self/ns/net')
  } catch {
    // Only Linux has this file.
    return null
  }
}
