import type { SweepFault } from '../../judge/sweep/cells/fault.ts'
import { faultTraits, isUntilTimeout } from '../../judge/sweep/cells/fault.ts'
import type { RunSlot } from './run-slots.ts'

/** Leaves a run's slot to others while its client can do nothing but wait. */
export class ClientWaits {
  readonly #slot: RunSlot | undefined
  #timer: NodeJS.Timeout | undefined
  #isUntilCall = false

  constructor(slot: RunSlot | undefined) {
    this.#slot = slot
  }

  /** A fault has struck. */
  readonly onFault = (fault: SweepFault) => {
    const { ms = 0 } = faultTraits[fault]
    if (ms === 0) return
    this.#slot?.wait()
    clearTimeout(this.#timer)
    this.#isUntilCall = isUntilTimeout(fault)
    if (!this.#isUntilCall) this.#timer = setTimeout(() => this.#slot?.work(), ms)
  }

  /** The client has sent a further request, so that it no longer waits for its own timeout. */
  readonly onCall = () => {
    if (this.#isUntilCall) this.#slot?.work()
    this.#isUntilCall = false
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
