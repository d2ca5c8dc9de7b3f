import { type ClientRequest, request } from 'node:http'
import { newId } from './gateway-client.ts'

interface Answered {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
}

/** A POST whose head is with the server while its body is still to come. */
export class HalfSent {
  readonly #outgoing: ClientRequest
  readonly #rest: string
  readonly #answered: Promise<Answered>

  private constructor(outgoing: ClientRequest, rest: string) {
    this.#outgoing = outgoing
    this.#rest = rest
    this.#answered = answerOf(outgoing)
  }

  /** Resolves once the server waits for the body. */
  static async begin(url: string, value: unknown): Promise<HalfSent> {
    const body = JSON.stringify(value)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-correlation-id': newId(),
      expect: '100-continue',
    }
    const outgoing = request(url, { method: 'POST', headers, agent: false })
    const half = new HalfSent(outgoing, body)
    outgoing.flushHeaders()
    await new Promise((resolve) => outgoing.on('continue', resolve))
    return half
  }

  finish(): Promise<Answered> {
    this.#outgoing.end(this.#rest)
    return this.#answered
  }
}

async function answerOf(outgoing: ClientRequest): Promise<Answered> {
  const text = await new Promise<string>((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', async (incoming) => {
      resolve(`${incoming.statusCode} ${(await incoming.toArray()).join('')}`)
    })
  })
  const body = JSON.parse(text.slice(4))
  return { status: Number(text.slice(0, 3)), code: body.errors?.[0]?.error_code, body }
}
