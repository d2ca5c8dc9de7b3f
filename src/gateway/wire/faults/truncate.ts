import { breakOff, hasLeft, hold, left, nothing } from '../pipeline/delivery/deliver.ts'
import { type Act, writeHead } from './act.ts'

/** Sends half of the body, then closes the connection. */
export const truncate: Act = async ({ answer, call, stopping }) => {
  const { outgoing } = call
  if (hasLeft(outgoing)) return left
  const whole = writeHead(answer, call)
  // Waits until half of the body is sent; otherwise the client might see nothing at all.
  const sent = new Promise<void>((resolve) => {
    outgoing.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => resolve())
  })
  await Promise.race([sent, hold(outgoing, undefined, stopping)])
  breakOff(outgoing)
  outgoing.destroy()
  return nothing
}
