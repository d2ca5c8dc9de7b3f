import { moneyText } from '../../domain/money.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { callControl } from '../control-call.ts'
import { done, type PageForm, refusedBy } from '../layout/form.tsx'
import { pageAddress } from '../words/address.ts'
import { breakageName, breakages } from '../words/rule.ts'

/** In milliseconds: a rule may hold the answer back. */
const TIMEOUT = 1500

let made = 0

/** Makes a payment through the API, as a client would. */
export const makePurchase: PageForm = {
  name: 'purchase',
  async handle(visit, { how }) {
    made += 1
    const cents = 1000 + Math.floor(Math.random() * 90) * 100 + 95
    const { what, bsb } = samples.find(({ key }) => key === how) ?? samples[0]
    const { path, body } = await samplePurchase(visit, { reference: `demo ${made}`, cents, bsb })
    const headers = { 'X-Correlation-Id': `dashboard-${Date.now().toString(36)}-${made}` }
    const answer = await visit.send({ method: 'POST', path, headers, body }, TIMEOUT)
    const sent = `${what} of ${moneyText(cents, 'AUD')} was sent`
    if (answer.status === undefined) return done(`${sent}. ${answer.trouble}. ${advice}`)
    if (answer.status >= 400) {
      const answered = `${sent} and answered with HTTP ${answer.status}.`
      return refusedBy(answer.status >= 500 ? `${answered} ${advice}` : answered)
    }
    const { audit, status } = createdIn(answer.body)
    const word = status?.transaction_status_code ?? 'without a status'
    const code = word === 'declined' ? ` (${status?.acquirer?.response_code})` : ''
    const byClock = ' Move the clock to see what its bank does with it.'
    const byHand = ' Nothing is scheduled for it: decide it on its own page (Resolve).'
    const further = word !== 'pending' ? '' : bsb === undefined ? byHand : byClock
    const link = { text: `Transaction ${audit}`, to: pageAddress(visit, `/transactions/${audit}`) }
    return done(`${sent} and answered: ${word}${code}.${further}`, audit ? [link] : [])
  },
}

const advice =
  'Only a search by its correlation id shows whether it was paid. Your client should search now.'

/** A rule may have made the answer anything at all. */
function createdIn(body: string): Partial<TransactionBody> {
  try {
    return (JSON.parse(body) ?? {}) as TransactionBody
  } catch {
    return {}
  }
}

interface TransactionBody {
  readonly audit: number
  readonly status: {
    readonly transaction_status_code?: string
    readonly acquirer?: { readonly response_code?: string }
  }
}

interface Sample {
  readonly reference: string
  readonly cents: number
  /** Of the bank account that pays; undefined: a card does. */
  readonly bsb?: string | undefined
}

/** What a first payment looks like under the assumptions in force. */
export async function samplePurchase(visit: Visit, { reference, cents, bsb }: Sample) {
  const { assumptions } = await callControl(visit, 'assumptions')
  const assumed = (key: string) => String(assumptions.find((one) => one.key === key)?.value ?? '')
  const member = (name: string) => assumed(`direct_debit_members.${name}`)
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

/** Adds a rule with the highest priority for the next payment, once. */
export const breakNext: PageForm = {
  name: 'break',
  async handle(visit, { how }) {
    const found = breakages.find(({ key }) => key === how)
    if (found === undefined) return refusedBy('There is no such fault.')
    const { name } = await callControl(visit, 'addRule', {
      name: breakageName(found.key, Date.now()),
      when: { operation: ['purchase', 'preauthorisation'] },
      outcome: found.outcome,
    })
    const text = `Armed: ${found.label}. Send a payment with your client, or let the sandbox make one.`
    return { notice: { kind: 'done', text, rule: name } }
  },
}

export const disarm: PageForm = {
  name: 'disarm',
  async handle(visit, { rule = '' }) {
    await callControl(visit, 'removeRule', rule)
    return done('Disarmed.')
  },
}

/** The payments that the page makes for its reader; the first is the usual one. */
export const samples = [
  {
    key: 'card',
    label: 'Make a purchase for me',
    hint: 'A purchase by card, approved unless a fault is armed',
    what: 'A purchase',
    bsb: undefined,
  },
  {
    key: 'debit',
    label: 'Make a direct debit',
    hint: 'Pending at first; it clears some banking days later',
    what: 'A direct debit',
    bsb: '062-000',
  },
  {
    key: 'returned-debit',
    label: 'Make a debit that is returned',
    hint: 'Pending at first; the bank returns it some banking days later',
    what: 'A direct debit',
    bsb: '032-056',
  },
] as const
