import { operations } from '../../scenario/rule.ts'
import type { MagicValue } from '../../scenario/telling/cards.ts'
import { Table } from '../parts/table.tsx'
import type { Documented } from './documented.ts'

/** Which member of a body carries a kind of magic value. */
const carriers: Readonly<Record<string, RegExp>> = {
  card: /"(?:pan|CARD\.PAN)"/,
  amount: /"total_amount"/,
  cvv: /"cvv"/,
  bsb: /"(?:bsb|BANK\.BSB)"/,
  reference: /"reference"/,
}

/** The values that make this operation answer in some way. */
export function magicFor(
  cards: readonly MagicValue[],
  documented: Documented,
): readonly MagicValue[] {
  const { operationId, requestBody, tags } = documented.operation
  const body = JSON.stringify(requestBody ?? {})
  return cards.filter(({ kind, only, example }) => {
    if (example === '') return false
    const named = operations.filter((name) => new RegExp(`\\b${name}\\b`).test(only))
    if (named.length > 0) return named.some((name) => name === operationId)
    const isPayment = tags.includes('Transactions') && documented.method === 'POST'
    return isPayment && (carriers[kind]?.test(body) ?? false)
  })
}

/** What to send to get which answer. */
export function MagicTable({ of, values }: { of: string; values: readonly MagicValue[] }) {
  return (
    <Table heads={['To have this happen', 'Send']} label={`Magic values of: ${of}`}>
      {values.map(({ effect, kind, example, pattern, only }) => (
        <tr>
          <td class="own-line">{effect}</td>
          <td class="own-line">
            {kind}{' '}
            <button type="button" class="small mono" data-copy-text={example}>
              {example}
            </button>
            {pattern !== example && <span class="soft"> or any {pattern}</span>}
            {only !== '' && only !== 'transactions' && <span class="soft"> ({only})</span>}
          </td>
        </tr>
      ))}
    </Table>
  )
}
