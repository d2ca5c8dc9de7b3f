import { expect, test } from 'vitest'
import type { Told } from '../../support/told-chapter.ts'
import { type ToldCall, ToldCalls } from './told-calls.ts'

const refused: ToldCall = {
  ...{ operation: 'purchase', path: '/v1/transactions/purchase', status: 422 },
  facts: { fingerprint: 'f-1', refusals: ['invalid_pan'] },
}

const made = { status: 'declined' } as NonNullable<NonNullable<ToldCall['facts']>['made']>

const again = 'The same request was sent again after 422 invalid_pan'

test.each<[string, readonly Partial<ToldCall>[], readonly string[]]>([
  ['refused once', [{}], []],
  ['refused twice', [{}, {}], [`${again} and was refused again (422 invalid_pan).`]],
  ['refused and then accepted', [{}, { status: 200 }], [`${again}.`]],
  ['accepted and then refused', [{ status: 200 }, {}], []],
  [
    'refused with 400 twice, without a reason',
    [
      { status: 400, facts: { fingerprint: 'f-1' } },
      { status: 400, facts: { fingerprint: 'f-1' } },
    ],
    ['The same request was sent again after 400 and was refused again (400).'],
  ],
  ['failed twice', [{ status: 500 }, { status: 500 }], []],
  ['not answered twice', [{ status: undefined }, { status: undefined }], []],
  ['refused for its credentials', [{ status: 401 }, { status: 401 }], []],
  ['refused because too many came', [{ status: 429 }, { status: 429 }], []],
  [
    'processed all the same',
    [{ facts: { ...refused.facts, made } }, { facts: { ...refused.facts, made } }],
    [],
  ],
  ['of another kind', [{}, { operation: 'preauthorisation' }], []],
  ['another request', [{}, { facts: { fingerprint: 'f-2' } }], []],
  ['nothing to tell them by', [{ facts: {} }, { facts: {} }], []],
  [
    'accepted after something else had happened',
    [{ facts: { fingerprint: 'f-1', refusals: ['not_refundable'] } }, { status: 200 }],
    [],
  ],
  [
    'accepted after a proxy had refused it',
    [{ fault: { at: 'before', kind: 'http', status: 422 } }, { status: 200 }],
    [],
  ],
])('retried-rejection: a request that is %s', (_name, calls, messages) => {
  const told = new ToldCalls()
  for (const call of calls) told.call({ ...refused, ...call })
  const found = told.found('retried-rejection')
  expect(found.map(({ message }) => message)).toEqual(messages)
})

const lost: Told = { made: 'declined', code: '41' }

test.each<[string, readonly Told[], readonly string[]]>([
  ['once', [lost], []],
  ['twice', [lost, lost], ['41 (lost card)']],
  ['and then approved', [lost, { made: 'approved' }], ['41 (lost card)']],
  ['after a stolen one', [{ ...lost, code: '43' }, lost], ['43 (stolen card)']],
  ['for a passing reason', [{ ...lost, code: '05' }, lost], []],
  ['by a failure with that code', [{ ...lost, made: 'error' }, { made: 'approved' }], []],
  ['with another amount', [lost, { ...lost, amount: 100 }], []],
  ['with another card', [lost, { ...lost, card: 'card-2' }], []],
  ['at another merchant', [lost, { ...lost, merchant: 2 }], []],
  ['in another currency', [lost, { ...lost, currency: 'NZD' }], []],
  ['and then not processed', [lost, {}], []],
  [
    'as a follow-up of an earlier payment',
    [lost, { ...lost, operation: 'completion', target: 1_000_000 }],
    [],
  ],
])('retried-hard-decline: a card that is declined %s', (_name, payments, declines) => {
  const told = new ToldCalls()
  for (const one of payments) told.pay(one)
  const found = told.found('retried-hard-decline')
  expect(found.map(({ message }) => message)).toEqual(
    declines.map(
      (code) => `The same card and amount was tried again after decline ${code}, which is final.`,
    ),
  )
})

test('a hard decline that is tried again is told by its order', () => {
  const told = new ToldCalls()
  told.pay(lost)
  told.pay({ ...lost, reference: 'A-1002' })
  const [found] = told.found('retried-hard-decline')
  expect(found?.subject).toBe('order A-1002, AUD 49.95')
})
