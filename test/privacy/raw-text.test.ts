import { expect, test } from 'vitest'
import { type Redacted, redactMembers, redactText } from '../../src/base/redaction/redacted.ts'
import type { StoredAccount, Transaction } from '../../src/domain/transaction/transaction.ts'
import type { Customer, Token, TokenAccount } from '../../src/domain/vault-records.ts'
import type { Answer } from '../../src/gateway/wire/answer.ts'
import type { Exchange, RequestedPayment } from '../../src/record/exchange.ts'

/*
 * The compiler refuses text of a client that was not redacted, wherever text is kept or shown.
 * Each line that it must refuse has `@ts-expect-error`: `tsc` fails if it is accepted one day.
 */

const raw: string = '4111 1111 1111 1111'
const rawBody: unknown = { reference: raw }
const kept = redactText(raw)

type Sent = Exchange['request']

test('what is kept of a request holds redacted text only', () => {
  const exchanged = [
    { path: kept } satisfies Partial<Sent>,
    // @ts-expect-error raw text
    { path: raw } satisfies Partial<Sent>,
    // @ts-expect-error raw text
    { query: { name: raw } } satisfies Partial<Sent>,
    // @ts-expect-error raw text
    { correlation_id: raw } satisfies Partial<Sent>,
    // @ts-expect-error raw text
    { correlation_key: raw } satisfies Partial<Sent>,
    // @ts-expect-error raw text
    { origin: raw } satisfies Partial<Sent>,
    // @ts-expect-error raw text
    { unknown_fields: [raw] } satisfies Partial<Sent>,
    // @ts-expect-error a body as it was sent
    { body: rawBody } satisfies Partial<Sent>,
    // @ts-expect-error raw text in a body
    { body: { transaction: { reference: raw } } } satisfies Partial<Sent>,
    // @ts-expect-error raw text
    { body: raw } satisfies Partial<Exchange['response']>,
    // @ts-expect-error raw text
    { reference: raw } satisfies Partial<RequestedPayment>,
    // @ts-expect-error raw text
    { body: raw } satisfies Partial<Answer>,
  ]
  expect(exchanged[0]).toEqual({ path: '411111xxxxxx1111' })
})

test('stored rows hold redacted text only', () => {
  const rows = [
    { name: kept, reference: kept } satisfies Partial<Customer>,
    // @ts-expect-error raw text
    { name: raw } satisfies Partial<Customer>,
    // @ts-expect-error raw text
    { reference: raw } satisfies Partial<Customer>,
    // @ts-expect-error raw text
    { referenceKey: raw } satisfies Partial<Customer>,
    // @ts-expect-error raw text
    { preferredName: raw } satisfies Partial<Token>,
    // @ts-expect-error raw text
    { nameKey: raw } satisfies Partial<Token>,
    // @ts-expect-error raw text
    { name: raw } satisfies Partial<Extract<TokenAccount, { type: 'card' }>>,
    // @ts-expect-error raw text
    { accountName: raw } satisfies Partial<StoredAccount>,
    // @ts-expect-error raw text
    { correlation: raw } satisfies Partial<Transaction>,
    // @ts-expect-error raw text
    { reference: raw } satisfies Partial<Transaction>,
    // @ts-expect-error raw text
    { requestKvps: { ORDER: raw } } satisfies Partial<Transaction>,
    // @ts-expect-error raw text
    { responseKvps: { ORDER: raw } } satisfies Partial<Transaction>,
  ]
  expect(rows[0]).toEqual({ name: kept, reference: kept })
})

test('text that was put together again is raw', () => {
  // @ts-expect-error a card number may come about where two texts meet
  const joined: Redacted = kept + kept
  expect(redactMembers({ [joined]: joined })).toEqual({ [joined]: joined })
})
