import type { ControlCall, bytes as rawBytes, Shape } from '../contract/control/control-call.ts'

/** The arguments of a call: path parameters, then its query or body. */
export type CallArguments<Call extends ControlCall> = [
  ...CallPathValues<Call['path']>,
  ...CallInput<Call>,
]

type CallPathValues<Path> = Path extends `${string}{${string}}${infer Rest}`
  ? [value: string | number, ...CallPathValues<Rest>]
  : []

type CallInput<Call extends ControlCall> = Call extends { body: typeof rawBytes }
  ? [body: string | AsyncIterable<Uint8Array>]
  : Call extends { body: Shape<infer Body> }
    ? MayBeLeftOut<Body>
    : Call extends { query: Shape<infer Query> }
      ? MayBeLeftOut<Query>
      : []

// biome-ignore lint/complexity/noBannedTypes: whatever an empty object is one of.
type MayBeLeftOut<Value> = {} extends Value ? [value?: Value] : [value: Value]

/** A call with its arguments in their places. */
export interface FilledCall {
  readonly path: string
  readonly input: unknown
  /** What was given besides. */
  readonly rest: readonly unknown[]
}

/** Puts the arguments of a call in their places; `segment` writes a value into the path. */
export function fillCall(
  { path, query, body }: ControlCall,
  given: readonly unknown[],
  segment: (value: string) => string,
): FilledCall {
  const values = [...given]
  const filled = path.replaceAll(/\{\w+\}/g, () => segment(String(values.shift())))
  const input = body || query ? values.shift() : undefined
  return { path: filled, input, rest: values }
}
