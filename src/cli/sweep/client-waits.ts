import type { SweepFault } from '../../insight/sweep/cells/fault.ts'
import { faultTraits, isUntilTimeout } from '../../insight/sweep/cells/fault.ts'
import type { RunPlace } from './places.ts'

/** Leaves a run's place to others while its client can do nothing but wait. */
export class ClientWaits {
  readonly #place: RunPlace | undefined
  #timer: NodeJS.Timeout | undefined
  #isUntilCall = false

  constructor(place: RunPlace | undefined) {
    this.#place = place
  }

  /** A fault has struck. */
  readonly onFault = (fault: SweepFault) => {
    const { ms = 0 } = faultTraits[fault]
    if (ms === 0) return
    this.#place?.wait()
    clearTimeout(this.#timer)
    this.#isUntilCall = isUntilTimeout(fault)
    if (!this.#isUntilCall) this.#timer = setTimeout(() => this.#place?.work(), ms)
  }

  /** The client has sent a further request, so that it no longer waits for its own timeout. */
  readonly onCall = () => {
    if (this.#isUntilCall) this.#place?.work()
    this.#isUntilCall = false
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
