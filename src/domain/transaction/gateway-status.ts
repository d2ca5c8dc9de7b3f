const messages: Readonly<Record<number, string>> = {
  0: 'Processed',
  [-99]: 'Unknown',
  20: 'Acquirer unreachable',
  21: 'Acquirer timed out',
  22: 'Acquirer answer unusable',
  30: 'Plugin failed',
  40: 'Merchant not enabled for this card type',
  60: 'Internal error',
}

/** The gateway itself did its part; what the bank said is another matter. */
export const PROCESSED = 0
export const UNKNOWN = -99

export function gatewayStatusMessage(code: number): string {
  return messages[code] ?? `Gateway status ${code}`
}
