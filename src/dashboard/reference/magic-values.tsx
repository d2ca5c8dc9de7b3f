import type { Visit } from '../../http/pages/visit.ts'
import type { MagicValue } from '../../scenario/describe/magic-values.ts'
import { operations } from '../../scenario/operations.ts'
import { Table } from '../parts/table.tsx'
import { pageAddress } from '../words/address.ts'
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

/** A magic value that is to stand in the body of a form: `card 4000000000000051`. */
const putForm = /^([a-z]+) (\S{1,64})$/

/** The example with the magic value that the address asks for; undefined: it asks for none. */
export function bodyWithMagic(
  put: string | undefined,
  examples: readonly (readonly [string, unknown])[],
): unknown {
  const [, kind = '', value = ''] = putForm.exec(put ?? '') ?? []
  const carrier = Object.hasOwn(carriers, kind) ? carriers[kind] : undefined
  if (carrier === undefined) return undefined
  const text = examples.map(([, body]) => JSON.stringify(body)).find((one) => carrier.test(one))
  const member = new RegExp(`(${carrier.source}:)"[^"]*"`)
  return text && JSON.parse(text.replace(member, (_all, name) => name + JSON.stringify(value)))
}

interface MagicProps {
  readonly visit: Visit
  readonly operation: Documented['operation']
  readonly values: readonly MagicValue[]
}

/** What to send to get which answer. */
export function MagicTable({ visit, operation, values }: MagicProps) {
  const { operationId, summary } = operation
  const form = (put: string) =>
    `${pageAddress(visit, '/docs', { operation: operationId, put })}#try-${operationId}-title`
  return (
    <Table
      rows={values}
      columns={[
        ['To have this happen', ({ effect }) => effect, 'own-line'],
        [
          'Send',
          ({ kind, example, pattern, only }) => (
            <>
              {kind}{' '}
              <button type="button" class="small mono" data-copy-text={example}>
                {example}
              </button>
              {!visit.isReadOnly && carriers[kind] && (
                <a class="button small" href={form(`${kind} ${example}`)}>
                  Put into the form
                </a>
              )}
              {pattern !== example && <span class="soft"> or any {pattern}</span>}
              {only !== '' && only !== 'transactions' && <span class="soft"> ({only})</span>}
            </>
          ),
          'own-line',
        ],
      ]}
      label={`Magic values of: ${summary}`}
    />
  )
}
