import { setImmediate } from '../../../base/timers.ts'
import { transportOf } from '../bad-connection.ts'
import { breakOff, hasLeft, left, nothing } from '../pipeline/delivery/deliver.ts'
import type { Act } from './act.ts'

/** Resets the connection. */
export const reset: Act = async ({ call: { outgoing } }) => {
  // A TLS connection that is reset while it reads is closed normally instead.
  await new Promise(setImmediate)
  if (hasLeft(outgoing)) return left
  breakOff(outgoing)
  if (outgoing.socket === null) outgoing.destroy()
  else transportOf(outgoing.socket).resetAndDestroy()
  return nothing
}
