import type { Exchange } from '../exchange.ts'
import type { JudgeSettings } from './finding.ts'

/** Whether a call by itself can show something, where it is a payment that was approved at once. */
export function isRemarkable({ facts, request }: Exchange, settings: JudgeSettings): boolean {
  return (
    facts.cardNumberIn !== undefined ||
    facts.foreignCard !== undefined ||
    facts.fingerprint !== undefined ||
    facts.isStoredCard === true ||
    request.origin !== undefined ||
    facts.waitedMs >= settings.noTimeOutMs
  )
}
