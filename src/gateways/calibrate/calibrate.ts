import type { AssumptionKey, Assumptions } from '../../domain/assumptions/assumptions.ts'
import { checkGateway } from '../remote/check-gateway.ts'
import type { RemoteGateway } from '../remote/remote-gateway.ts'
import { type CleanedUp, cleanUp } from './lab/clean-up.ts'
import { Lab } from './lab/lab.ts'
import { type ShownExchange, shownExchange } from './shown-exchange.ts'
import { type Measured, measure } from './verdict.ts'

export interface CalibrateOptions {
  readonly remote: RemoteGateway
  /** The assumptions to compare with the gateway. */
  readonly ours: Assumptions
  readonly merchant: number
  readonly keys: readonly AssumptionKey[]
  readonly onProgress?: (done: number, total: number) => void
  /** Stops the measuring; clean-up still runs. */
  readonly stopping?: AbortSignal
}

export interface Calibration {
  readonly measured: readonly Measured[]
  /** The exchanges that support a finding. */
  readonly exchanges: readonly ShownExchange[]
  /** How many requests were sent. */
  readonly requests: number
  readonly cleanedUp: CleanedUp
  /** Whether it was stopped before the end. */
  readonly isStopped: boolean
}

/** Measures assumptions at a gateway, one by one. */
export async function calibrate(options: CalibrateOptions): Promise<Calibration> {
  const { remote, ours, merchant, keys, onProgress = () => undefined, stopping } = options
  await checkGateway(remote, merchant)
  const lab = new Lab({ remote, ours, merchant }, stopping)
  const measured: Measured[] = []
  try {
    for (const key of keys) {
      if (stopping?.aborted) break
      measured.push(await measure(lab, key))
      onProgress(measured.length, keys.length)
    }
  } catch (cause) {
    if (stopping?.aborted !== true) throw cause
  }
  const cleanedUp = await cleanUp(lab)
  const cited = new Set(measured.flatMap(({ by }) => by))
  const exchanges = lab.exchanges.filter((one) => cited.has(one)).map(shownExchange)
  const isStopped = measured.length < keys.length
  return { measured, exchanges, requests: lab.exchanges.length, cleanedUp, isStopped }
}
