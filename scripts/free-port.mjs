import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to servers on port 0, so that none of those takes it meanwhile. */
const FIRST = 20_000
const LAST = 32_000

/** A port of this machine on which nobody listens. */
export async function freePort() {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port')
}

/** @param {number} port */
async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
