import type { SandboxEvent } from '../contract/calls/requests.ts'
import type { ControlCall } from '../contract/control-call.ts'
import {
  type AnswerOf,
  allCalls,
  type CallArguments,
  type CallName,
  fillCall,
} from '../control-calls.ts'
import { ControlConnection, type ControlTarget } from './control-connection.ts'
import { ControlError } from './control-error.ts'

/** The calls of the control API by their names, for one world of one sandbox. */
export type ControlClient = {
  readonly [Name in CallName]: (
    ...given: [...CallArguments<Name>, signal?: AbortSignal]
  ) => Promise<Got<Name>>
} & {
  /** The address of a world, this one's unless another is named. */
  urlOf(world?: string): string
}

type Got<Name extends CallName> = Name extends 'events'
  ? AsyncGenerator<SandboxEvent, void>
  : AnswerOf<Name> extends undefined
    ? AsyncIterable<Uint8Array>
    : AnswerOf<Name>

/** A client whose methods come from the list of calls. */
export function controlClient(target: ControlTarget): ControlClient {
  const connection = new ControlConnection(target)
  const methods = Object.entries<ControlCall>(allCalls).map(([name, call]) => [
    name,
    (...given: readonly unknown[]) => perform(connection, call, given),
  ])
  const urlOf = (world?: string) => connection.urlOf(world)
  return { ...Object.fromEntries(methods), urlOf } as ControlClient
}

/** Once this settles for events, no later event is missed. */
async function perform(
  connection: ControlConnection,
  call: ControlCall,
  given: readonly unknown[],
): Promise<unknown> {
  const signal = given.find((one) => one instanceof AbortSignal)
  const values = given.filter((one) => one !== signal)
  const { path, input } = fillCall(call, values, segment)
  const request = {
    method: call.method,
    ...inputOf(call, input),
    signal,
    ...(call.isLong && { isLong: call.isLong }),
  }
  if (call.answers === undefined) return await connection.ask(path, request)
  const { body } = await connection.send(path, request)
  return call.answers === 'events' ? readEvents(body ?? nothing()) : (body ?? nothing())
}

function inputOf({ method, takes }: ControlCall, input: unknown) {
  if (takes === 'bytes') return { body: input as string | AsyncIterable<Uint8Array> }
  if (method === 'POST' || method === 'PUT') return { json: input ?? {} }
  return { query: (input ?? {}) as Readonly<Record<string, string>> }
}

/** A name as a path segment; names that would change the path are refused here. */
function segment(name: string): string {
  if (!/^\.{0,2}$/.test(name)) return encodeURIComponent(name)
  const error_message = `'${name}' cannot be a name`
  throw new ControlError(422, [{ error_code: 'invalid_format', error_message, location: ['path'] }])
}

async function* nothing(): AsyncGenerator<never> {
  // An answer without a body has nothing to read.
}

/** The events of a server-sent stream, until it ends. */
async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<SandboxEvent, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event !== undefined) yield event
    }
  }
}

/** Undefined for a comment. The data has the types that the server itself uses. */
function eventOf(block: string): SandboxEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  return { event: fields.get('event'), data: JSON.parse(data) } as SandboxEvent
}

/** The names of the active scenarios, highest priority first. */
export async function scenarioNames(client: ControlClient): Promise<readonly string[]> {
  return (await client.scenarios()).scenarios.map(({ name }) => name)
}
