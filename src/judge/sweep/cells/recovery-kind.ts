/** How a client asks what happened to its request. */
const asking = ['search', 'lookup', 'list'] as const

/** How it sends the request again, undoes it, or does something else in its place. */
const making = ['retry', 'undo', 'instead'] as const

export const recoveryKinds = [...asking, ...making] as const

/** What a call of a recovery has to do with the request whose answer was lost. */
export type RecoveryKind = (typeof recoveryKinds)[number]

/** Whether a call of a recovery makes a transaction, a customer or a token: `retry-1`. */
export function makesSomething(call: string): boolean {
  return making.some((kind) => call.startsWith(`${kind}-`))
}
