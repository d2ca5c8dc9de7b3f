import { milliseconds } from '../../../scenario/written-values.ts'
import { breakOff, hasLeft, hold, left, nothing } from '../pipeline/delivery/deliver.ts'
import type { Act } from './act.ts'

/** Sends nothing, then closes the connection. */
export const hang: Act = async ({ fault, call: { outgoing }, stopping }) => {
  const { hang: time = true } = fault
  await hold(outgoing, time === true ? undefined : milliseconds(time), stopping)
  if (hasLeft(outgoing)) return left
  breakOff(outgoing)
  outgoing.destroy()
  return nothing
}
