/** A valid test number for each that the journal keeps masked. */
const pans: readonly (readonly [prefix: string, pan: string])[] = [
  ['34', '378282246310005'],
  ['37', '378282246310005'],
  ['5', '5555555555554444'],
  ['2', '5555555555554444'],
  ['35', '3530111333300000'],
  ['36', '30569309025904'],
  ['30', '30569309025904'],
  ['6', '6011111111111117'],
  ['', '4111111111111111'],
]

/** A body that can be sent again: test cards and accounts in place of what is masked. */
export function sendable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => sendable(item, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, sendable(inner, name)]),
    )
  }
  if (typeof value !== 'string') return value
  if (key === 'cvv') return '1'.repeat(Math.max(3, value.length))
  if (key === 'expiry_date' && !/^\d+$/.test(value)) return '1230'
  if (key === 'pan' && !/^\d+$/.test(value)) return testPan(value)
  if (key === 'account_number' && !/^\d+$/.test(value)) return value.replaceAll(/\D/g, '1')
  return value
}

function testPan(masked: string): string {
  const exact = pans.filter(([prefix]) => masked.startsWith(prefix))
  return exact.sort(([one], [other]) => other.length - one.length)[0]?.[1] ?? '4111111111111111'
}
