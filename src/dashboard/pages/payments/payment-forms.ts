import { memberOf } from '../../../base/plain-object.ts'
import type { Visit } from '../../../control/pages/visit.ts'
import { moneyText } from '../../../domain/money.ts'
import { callControl } from '../../control-call.ts'
import { done, type PageForm, refusedBy } from '../../layout/form.tsx'
import { pageAddress } from '../../words/address.ts'
import { parsedJson } from '../../words/request.ts'
import { breakageName, breakages } from '../../words/rule.tsx'

/** The payments that the page makes for its reader; the first is the usual one. */
export const samples: readonly Sample[] = [
  ['card', 'Make a purchase for me', 'A purchase by card, approved unless a fault is armed'],
  ['debit', 'Make a direct debit', 'Pending at first; it clears some days later', '062-000'],
  [
    'returned-debit',
    'Make a debit that is returned',
    'The bank returns it some days later',
    '032-056',
  ],
]

/** `bsb`: of the bank account that pays; undefined: a card does. */
type Sample = readonly [key: string, label: string, hint: string, bsb?: string]

/** In milliseconds: a rule may hold the answer back. */
const TIMEOUT = 1500

let made = 0

/** Makes a payment through the API, as a client would. */
export const makePurchase: PageForm = {
  name: 'purchase',
  async handle(visit, { how }) {
    made += 1
    const cents = 1000 + Math.floor(Math.random() * 90) * 100 + 95
    const [, , , bsb] = samples.find(([key]) => key === how) ?? []
    const { path, body } = await samplePurchase(visit, `demo ${made}`, cents, bsb)
    const headers = { 'X-Correlation-Id': `dashboard-${Date.now().toString(36)}-${made}` }
    const answer = await visit.send({ method: 'POST', path, headers, body }, TIMEOUT)
    const sent = `A ${bsb ? 'direct debit' : 'purchase'} of ${moneyText(cents, 'AUD')} was sent`
    if (answer.status === undefined) return done(`${sent}. ${answer.trouble}. ${advice}`)
    if (answer.status >= 400) {
      const answered = `${sent} and responded with HTTP ${answer.status}.`
      return refusedBy(answer.status >= 500 ? `${answered} ${advice}` : answered)
    }
    const created = parsedJson(answer.body)
    const status = memberOf(created, 'status')
    const audit = Number(memberOf(created, 'audit'))
    const word = String(memberOf(status, 'transaction_status_code') ?? 'without a status')
    const response = memberOf(memberOf(status, 'acquirer'), 'response_code')
    const code = word === 'declined' ? ` (${response})` : ''
    const byClock = ' Move the clock to see what its bank does with it.'
    const byHand = ' Nothing is scheduled for it: decide it on its own page (Resolve).'
    const further = word !== 'pending' ? '' : bsb === undefined ? byHand : byClock
    const link = { text: `Transaction ${audit}`, to: pageAddress(visit, `/transactions/${audit}`) }
    return done(`${sent} and responded: ${word}${code}.${further}`, audit ? [link] : [])
  },
}

const advice =
  'Only a search by its correlation id shows whether it was paid. A client should search now.'

/** The first payment under the current assumptions. */
export async function samplePurchase(visit: Visit, reference: string, cents: number, bsb?: string) {
  const { assumptions } = await callControl(visit, 'assumptions')
  const assumed = (key: string) => String(assumptions.find((one) => one.key === key)?.value ?? '')
  const member = (name: string) => assumed(`direct_debit_fields.${name}`)
  const expiry_date = assumed('expiry_format') === 'YYMM' ? '3012' : '1230'
  const payment_method =
    bsb === undefined
      ? { creditcard: { pan: '4111111111111111', expiry_date, cvv: '123' } }
      : {
          [assumed('direct_debit_payment_method')]: {
            [member('bsb')]: bsb,
            [member('account_number')]: '12345678',
            [member('account_name')]: 'Ann Example',
          },
        }
  const amount_details = { total_amount: String(cents), currency: 'AUD' }
  return {
    path: assumed('paths.purchase'),
    body: {
      merchant: { id: visit.merchant },
      transaction: { reference, amount_details, payment_method },
    },
  }
}

/** The fault whose payment is watched as it happens, and the page that waits for it. */
const LOSING = 'lose-the-response'
export const NEXT = '/payments/next'

/** Adds a rule with the highest priority for the next payment, once. */
export const breakNext: PageForm = {
  name: 'break',
  async handle(visit, { how }) {
    const found = breakages.find(({ key }) => key === how)
    if (found === undefined) return refusedBy('There is no such fault.')
    const { name } = await callControl(visit, 'addRule', {
      name: breakageName(found.key, Date.now().toString(36)),
      when: { operation: ['purchase', 'preauthorisation'] },
      outcome: found.outcome,
    })
    const text = `Armed: ${found.label}. Send a payment with your client, or let the sandbox make one.`
    const notice = { kind: 'done', text, rule: name } as const
    if (found.key !== LOSING) return { notice }
    return { notice, to: pageAddress(visit, NEXT, { rule: name }) }
  },
}

export const disarm: PageForm = {
  name: 'disarm',
  async handle(visit, { rule = '' }) {
    await callControl(visit, 'removeRule', rule)
    return done('Disarmed.')
  },
}
