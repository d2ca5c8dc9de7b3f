import type { Assumptions } from '../assumptions/assumptions.ts'

/** Ways in which the gateway itself fails; the assumptions give each its number. */
export type GatewayFailure = keyof Assumptions['gateway_status_codes']

const failureMessages: Readonly<Record<GatewayFailure, string>> = {
  acquirer_unreachable: 'Acquirer unreachable',
  acquirer_time_out: 'Acquirer timed out',
  acquirer_unusable: 'Acquirer answer unusable',
  plugin_failure: 'Plugin failed',
  card_type_not_enabled: 'Merchant not enabled for this card type',
  internal: 'Internal error',
}

export const gatewayFailures = Object.keys(failureMessages) as readonly GatewayFailure[]

/** The gateway did its part; the bank may still decline. */
export const PROCESSED = 0
export const UNKNOWN = -99

export function gatewayStatusMessage(code: number, { gateway_status_codes }: Assumptions): string {
  if (code === PROCESSED) return 'Processed'
  if (code === UNKNOWN) return 'Unknown'
  const failure = gatewayFailures.find((name) => gateway_status_codes[name] === code)
  return failure === undefined ? `Gateway status ${code}` : failureMessages[failure]
}

/** The number of a failure; a failure given as a number is used as it is. */
export function gatewayStatusCode(
  given: number | GatewayFailure,
  { gateway_status_codes }: Assumptions,
): number {
  return typeof given === 'number' ? given : gateway_status_codes[given]
}
