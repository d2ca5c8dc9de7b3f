import { memberOf } from '../../../base/plain-object.ts'
import type { OwnResponse } from '../../../control/pages/own-request.ts'
import type { Visit } from '../../../control/pages/visit.ts'
import { moneyText } from '../../../domain/money.ts'
import { callControl } from '../../control-call.ts'
import { done, type PageForm, refusedBy } from '../../layout/form.tsx'
import { pageAddress } from '../../words/address.ts'
import { breakageName, breakages } from '../../words/rule.tsx'
import { parsedJson } from '../../words/values.ts'

/** A branch without an effect. */
const DEBIT_BSB = '062-000'

/** The payments that the page makes for its reader; the first is the usual one. */
export const samples: readonly Sample[] = [
  ['card', 'Make a purchase for me', 'A purchase by card, approved unless a fault is armed'],
  ['debit', 'Make a direct debit', 'Pending at first; it clears some days later', DEBIT_BSB],
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

/** The fault whose payment is watched as it happens. */
export const LOSING = 'lose-the-response'
const lostResponse = { fault: { at: 'after', reset: true } } as const

let made = 0

interface Purchase {
  readonly reference: string
  readonly cents: number
  /** Of the bank account that pays; undefined: a card does. */
  readonly bsb?: string | undefined
}

/** Sends a purchase through the API with a new correlation id, as a client would. */
async function purchase(visit: Visit, { reference, cents, bsb }: Purchase): Promise<OwnResponse> {
  const { path, body } = await samplePurchase(visit, reference, cents, bsb)
  const headers = { 'X-Correlation-Id': `dashboard-${newMark()}` }
  return await visit.send({ method: 'POST', path, headers, body }, TIMEOUT)
}

function newMark(): string {
  made += 1
  return `${Date.now().toString(36)}-${made}`
}

function newOrder(): Purchase {
  const cents = 1000 + Math.floor(Math.random() * 90) * 100 + 95
  return { reference: `demo ${made + 1}`, cents }
}

/** A purchase whose response is lost, and its page, where the reader is the client. */
export const loseOwn: PageForm = {
  name: 'lose-own',
  async handle(visit) {
    const order = newOrder()
    const { reference } = order
    await callControl(visit, 'addRule', {
      name: breakageName(LOSING, newMark()),
      when: { operation: 'purchase', reference },
      outcome: lostResponse,
    })
    await purchase(visit, order)
    const { payments } = await callControl(visit, 'payments', { reference, limit: 1 })
    const [found] = payments
    if (found === undefined) return refusedBy('The payment was not recorded.')
    return { to: pageAddress(visit, `/payments/${found.id}`) }
  },
}

/** What the reader does as the client of the dashboard's own payment: a real call. */
export const actAsClient: PageForm = {
  name: 'client',
  async handle(visit, { payment = '', act }) {
    const { own, reference, amount, method, merchant, requests } = await callControl(
      visit,
      'payment',
      payment,
    )
    if (!own) return refusedBy('Only a payment of this page can be continued here.')
    if (act === 'give-up') {
      return { to: pageAddress(visit, `/payments/${payment}`, { gave_up: 'true' }) }
    }
    if (act === 'ask') {
      const id = requests[0]?.request.correlation_id ?? ''
      const query = new URLSearchParams({
        merchant_id: String(merchant),
        correlation_id_lookup: id,
      })
      await visit.send({ method: 'GET', path: `/transactions?${query}` }, TIMEOUT)
    } else {
      const bsb = method === 'direct_debit' ? DEBIT_BSB : undefined
      await purchase(visit, { reference, cents: amount, bsb })
    }
    return { to: pageAddress(visit, `/payments/${payment}`) }
  },
}

/** Makes a payment through the API, as a client would. */
export const makePurchase: PageForm = {
  name: 'purchase',
  async handle(visit, { how }) {
    const order = newOrder()
    const { cents } = order
    const [, , , bsb] = samples.find(([key]) => key === how) ?? []
    const answer = await purchase(visit, { ...order, bsb })
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

/** The page that waits for the payment whose response is lost. */
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

/** Begins again: no data, no requests and no verdict of before. */
export const newRun: PageForm = {
  name: 'new-run',
  async handle(visit) {
    await callControl(visit, 'reset', { keep_scenarios: true })
    await callControl(visit, 'clearReport')
    return done('A new run has begun. The loaded scenarios stay.')
  },
}

export const disarm: PageForm = {
  name: 'disarm',
  async handle(visit, { rule = '' }) {
    await callControl(visit, 'removeRule', rule)
    return done('Disarmed.')
  },
}
