import type { AssumptionsAnswer } from '../../http/contract/control/calls/about.ts'
import type { RuleAnswer } from '../../http/contract/control/calls/rules.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { asked } from '../asked.ts'
import { moneyText } from '../words/money.ts'
import { type Action, done, refusedBy } from './action.ts'
import { breakageName, breakages } from './breakages.ts'

/** How long the page waits for an answer that a rule may hold back. */
const PATIENCE = 1500

let made = 0

/** A purchase as a client would make it, through the API. */
export const makePurchase: Action = async (visit) => {
  made += 1
  const number = `${Date.now().toString(36)}-${made}`
  const amount = 1000 + Math.floor(Math.random() * 90) * 100 + 95
  const { path, body } = await samplePurchase(visit, `demo ${number}`, amount)
  const headers = { 'X-Correlation-Id': `dashboard-${number}` }
  const answer = await visit.send({ method: 'POST', path, headers, body }, PATIENCE)
  const what = `A purchase of ${moneyText(amount, 'AUD')}`
  if (answer.status === undefined) return done(`${what} was sent. ${answer.trouble}.`)
  if (answer.status >= 400) return refusedBy(`${what} was answered with HTTP ${answer.status}.`)
  return done(`${what} was sent and answered.`)
}

/** What a first purchase looks like under the assumptions in force. */
export async function samplePurchase(visit: Visit, reference: string, cents: number) {
  const { assumptions } = await asked<AssumptionsAnswer>(visit, { path: '/assumptions' })
  const assumed = (key: string) => String(assumptions.find((one) => one.key === key)?.value ?? '')
  const expiry_date = assumed('expiry_format') === 'YYMM' ? '3012' : '1230'
  const creditcard = { pan: '4111111111111111', expiry_date, cvv: '123' }
  return {
    path: assumed('paths.purchase'),
    body: {
      merchant: { id: visit.merchant },
      transaction: {
        reference,
        amount_details: { total_amount: String(cents), currency: 'AUD' },
        payment_method: { creditcard },
      },
    },
  }
}

/** Puts a rule in front for the next payment, once. */
export const breakNext: Action = async (visit, { how }) => {
  const found = breakages.find(({ key }) => key === how)
  if (found === undefined) return refusedBy('There is no such way to break a payment.')
  const body = {
    name: breakageName(found.key, Date.now()),
    when: { operation: ['purchase', 'preauthorisation'] },
    outcome: found.outcome,
  }
  await asked<RuleAnswer>(visit, { method: 'POST', path: '/rules', body })
  return done(`Armed: ${found.label}. It waits for the next payment.`)
}

export const disarm: Action = async (visit, { rule = '' }) => {
  const path = `/rules/${encodeURIComponent(rule)}`
  await asked(visit, { method: 'DELETE', path })
  return done('Disarmed.')
}
