import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { vi } from 'vitest'
import { newId } from './gateway-client.ts'
import { outcomeOf, type Shop } from './shop.ts'

interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly id?: string
  readonly body?: unknown
}

/**
 * One call on a connection of its own, and in short what a merchant's backend saw come of it:
 * `approved 00`, `HTTP 503`, `no answer`, `reset`, `cut off`, `not JSON`, `found approved 00`.
 */
export class Attempt {
  readonly id: string
  readonly seen: Promise<string>
  readonly #leave: () => void

  constructor(api: string, path: string, { method = 'POST', id = newId(), body }: Asked) {
    this.id = id
    const headers: OutgoingHttpHeaders = { 'x-correlation-id': id }
    if (body !== undefined) headers['content-type'] = 'application/json'
    const outgoing = request(api + path, { method, headers, agent: false })
    this.#leave = () => outgoing.destroy()
    this.seen = new Promise((resolve) => {
      outgoing.on('error', (cause) => resolve(brokenWord(cause)))
      outgoing.on('response', (incoming) => resolve(readWord(incoming)))
    })
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  }

  /** Has waited long enough. */
  leave(): void {
    this.#leave()
  }
}

/** Long enough for a busy machine; nobody waits longer than it takes. */
export const PATIENCE = { timeout: 60_000, interval: 5 }

/** Waits until a rule has got hold of the call, then gives up on it. */
export async function giveUp(shop: Shop, rule: string, attempt: Attempt): Promise<string> {
  await vi.waitFor(() => {
    if (!shop.world.rules.countOf(rule)?.hits) throw new Error(`${rule} has not been met`)
  }, PATIENCE)
  attempt.leave()
  return await attempt.seen
}

function brokenWord(cause: Error): string {
  return cause.message.includes('read ECONNRESET') ? 'reset' : 'no response'
}

async function readWord(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk)
  } catch {
    // How it ends is what is to be told.
    return 'cut off'
  }
  return bodyWord(incoming.statusCode ?? 0, Buffer.concat(chunks).toString())
}

function bodyWord(status: number, text: string): string {
  if (status >= 400) return `HTTP ${status}`
  if (text === '') return `HTTP ${status}`
  const body = parsed(text)
  if (body === undefined) return 'not JSON'
  if (body.results !== undefined) return `found ${body.results.map(outcomeOf).join()}`.trim()
  return body.status === undefined ? `HTTP ${status}` : outcomeOf(body)
}

type Body = Parameters<typeof outcomeOf>[0] & {
  readonly results?: readonly Parameters<typeof outcomeOf>[0][]
}

function parsed(text: string): Body | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
