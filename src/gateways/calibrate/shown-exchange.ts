import { maskAccountNumber } from '../../domain/bank-account.ts'
import { maskPan } from '../../domain/card/card.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import type { LabExchange } from './lab/exchange.ts'
import { TEST_CVV, testAccount } from './lab/payments.ts'

/** A request and its answer for display: masked, without credentials, long parts cut. */
export interface ShownExchange {
  readonly number: number
  readonly method: string
  readonly path: string
  readonly about: string | null
  readonly correlation_id: string | null
  readonly request: unknown
  readonly status: number
  readonly answer: unknown
}

export function shownExchange(exchange: LabExchange): ShownExchange {
  const { number, ask, correlationId = null, status, body } = exchange
  return {
    number,
    method: ask.method,
    path: redactText(ask.path),
    about: ask.about ?? null,
    correlation_id: correlationId,
    request: shown(ask.text ?? ask.body) ?? null,
    status,
    answer: shown(body) ?? null,
  }
}

const LONGEST = 80
const MOST_MEMBERS = 20

/** Members that are always hidden. */
const panNames = ['pan', 'CARD.PAN']
const hiddenNames = ['cvv', 'CARD.CVV', 'expiry_date', 'CARD.EXPIRY']

function shown(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return shownText(value, name)
  if (Array.isArray(value)) return value.map((one) => shown(one))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value)
  if (members.length > MOST_MEMBERS) return `(${members.length} members)`
  return Object.fromEntries(members.map(([key, member]) => [cut(key), shown(member, key)]))
}

function shownText(text: string, name: string): string {
  if (panNames.includes(name)) return maskPan(text)
  if (hiddenNames.includes(name) || text === TEST_CVV) return 'x'.repeat(text.length)
  if (text === testAccount.number) return maskAccountNumber(text)
  return cut(redactText(text))
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST / 4)}… (${text.length} characters)`
}
