import type { SandboxEvent } from '../../src/control/contract/calls/requests.ts'
import { call, type Sent, type TestResponse } from './gateway-client.ts'

/** What came back, read as the answer that a test expects. */
export interface ControlResponse<Body> extends Omit<TestResponse, 'body'> {
  readonly body: Body
}

/** Calls the control API of a sandbox, or of one of its worlds. */
export class ControlClient {
  readonly #base: string

  constructor(url: string, world?: string) {
    this.#base = world === undefined ? `${url}/_sandbox` : `${url}/w/${world}/_sandbox`
  }

  get<Body = unknown>(path: string, sent: Sent = {}): Promise<ControlResponse<Body>> {
    return this.#call(path, { method: 'GET', ...sent })
  }

  put<Body = unknown>(path: string, body?: unknown): Promise<ControlResponse<Body>> {
    return this.#call(path, { method: 'PUT', body })
  }

  post<Body = unknown>(path: string, body?: unknown): Promise<ControlResponse<Body>> {
    return this.#call(path, { method: 'POST', body })
  }

  delete<Body = unknown>(path: string): Promise<ControlResponse<Body>> {
    return this.#call(path, { method: 'DELETE' })
  }

  /** Resolves once the sandbox is watched, so that nothing after it is missed. */
  async watch(): Promise<EventWatch> {
    const leaving = new AbortController()
    const response = await fetch(`${this.#base}/events`, { signal: leaving.signal })
    if (response.body === null) throw new Error('The events have no body')
    const watch = new EventWatch(response.body, leaving)
    await watch.begun
    return watch
  }

  async #call<Body>(path: string, sent: Sent): Promise<ControlResponse<Body>> {
    const answer = await call(this.#base + path, sent)
    return { ...answer, body: answer.body as unknown as Body }
  }
}

type DataOf<Name> = Extract<SandboxEvent, { readonly event: Name }>['data']

/** What a watcher was told, in order. */
export class EventWatch {
  readonly told: SandboxEvent[] = []
  readonly begun: Promise<void>
  /** Resolves when the stream ends in good order. */
  readonly ended: Promise<void>
  readonly #leaving: AbortController
  #waiting: (() => void)[] = []

  constructor(body: ReadableStream<Uint8Array>, leaving: AbortController) {
    this.#leaving = leaving
    let begin: () => void = () => undefined
    this.begun = new Promise((resolve) => {
      begin = resolve
    })
    this.ended = this.#read(body, begin)
  }

  /** The first event of a name that holds, now or later. */
  async until<Name extends SandboxEvent['event']>(
    name: Name,
    holds: (data: DataOf<Name>) => boolean = () => true,
  ): Promise<DataOf<Name>> {
    for (;;) {
      for (const { event, data } of this.told) {
        if (event === name && holds(data as DataOf<Name>)) return data as DataOf<Name>
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  leave(): void {
    this.#leaving.abort()
  }

  async #read(body: ReadableStream<Uint8Array>, begin: () => void): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
        begin()
      }
    } catch (cause) {
      if (!this.#leaving.signal.aborted) throw cause
    }
  }

  #take(block: string): void {
    const found = /^id: \d+\nevent: (\w+)\ndata: (.*)$/.exec(block)
    if (found === null) return
    const [, event, data] = found
    this.told.push({ event, data: JSON.parse(data as string) } as SandboxEvent)
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

/** The calls whose answers a rule delays. */
export async function callsUnderWay({
  url,
}: {
  readonly url: string
}): Promise<readonly unknown[]> {
  const { body } = await new ControlClient(url).get<{ waiting?: readonly unknown[] }>('/requests')
  return body.waiting ?? []
}
