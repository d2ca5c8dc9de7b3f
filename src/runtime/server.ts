import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Env } from '../http/call.ts'
import { StartError } from './start-error.ts'

export interface Listening {
  readonly port: number
  /** Lets running requests end, then lets go of the port. */
  stop(): Promise<void>
}

/** How long running requests may take once the server stops. */
const PATIENCE = 2000

export function listen(app: Hono<Env>, host: string, port: number): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(explained(cause, host, port)))
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve({ port: actual, stop: () => stop(server) })
    })
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE)
    server.close(() => {
      clearTimeout(impatient)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function explained(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is taken; pass --port or stop the other sandbox`)
  }
  if (cause.code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more rights than this user has; pass --port above 1023`,
    )
  }
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}; pass another --host`)
  }
  return cause
}
