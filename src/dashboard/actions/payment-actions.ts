import { moneyText } from '../../domain/money.ts'
import type { Visit } from '../../http/pages/visit.ts'
import type { RuleDocument } from '../../scenario/scenario-document.ts'
import { asked } from '../asked.ts'
import { done, type FormAction, refusedBy } from '../notices.ts'
import { pageAddress } from '../words/address.ts'
import { breakageName, breakages } from '../words/rule.ts'

/** How long the page waits for an answer that a rule may hold back. */
const PATIENCE = 1500

let made = 0

/** A payment as a client would make it, through the API. */
export const makePurchase: FormAction = async (visit, { how }) => {
  made += 1
  const reference = `demo ${made}`
  const cents = 1000 + Math.floor(Math.random() * 90) * 100 + 95
  const { what, bsb } = makings.find(({ key }) => key === how) ?? makings[0]
  const { path, body } = await samplePurchase(visit, { reference, cents, bsb })
  const headers = { 'X-Correlation-Id': `dashboard-${Date.now().toString(36)}-${made}` }
  const answer = await visit.send({ method: 'POST', path, headers, body }, PATIENCE)
  const sent = `${what} of ${moneyText(cents, 'AUD')} was sent`
  if (answer.status === undefined) return done(`${sent}. ${answer.trouble}. ${advice}`)
  if (answer.status >= 400) {
    const answered = `${sent} and answered with HTTP ${answer.status}.`
    return refusedBy(answer.status >= 500 ? `${answered} ${advice}` : answered)
  }
  const created = createdIn(answer.body)
  const { audit, status } = created
  const isOpen = bsb === undefined && status?.transaction_status_code === 'pending'
  const further = bsb === undefined ? '' : ' Move the clock to see what its bank does with it.'
  return done(
    `${sent} and answered: ${outcomeText(created)}.${isOpen ? undecided : further}`,
    audit === undefined
      ? []
      : [{ text: `Transaction ${audit}`, to: pageAddress(visit, `/transactions/${audit}`) }],
  )
}

const advice =
  'Only a search by its correlation id can tell whether it was paid: that is what your client should do now.'

const undecided = ' Nothing is scheduled for it: decide it on its own page (Resolve).'

interface Created {
  readonly audit?: number
  readonly status?: {
    readonly transaction_status_code?: string
    readonly acquirer?: { readonly response_code?: string }
  }
}

/** `declined (51)`; a rule may have made the answer anything at all. */
function outcomeText({ status }: Created): string {
  const code = status?.acquirer?.response_code
  const word = status?.transaction_status_code ?? 'without a status'
  return word === 'declined' && code ? `${word} (${code})` : word
}

function createdIn(body: string): Created {
  try {
    return (JSON.parse(body) ?? {}) as Created
  } catch {
    return {}
  }
}

interface Sampled {
  readonly reference: string
  readonly cents: number
  /** Of the bank account that pays; undefined: a card does. */
  readonly bsb?: string | undefined
}

/** What a first payment looks like under the assumptions in force. */
export async function samplePurchase(visit: Visit, { reference, cents, bsb }: Sampled) {
  const { assumptions } = await asked(visit, 'assumptions')
  const assumed = (key: string) => String(assumptions.find((one) => one.key === key)?.value ?? '')
  return {
    path: assumed('paths.purchase'),
    body: {
      merchant: { id: visit.merchant },
      transaction: {
        reference,
        amount_details: { total_amount: String(cents), currency: 'AUD' },
        payment_method: bsb === undefined ? byCard(assumed) : byDebit(bsb, assumed),
      },
    },
  }
}

type Assumed = (key: string) => string

function byCard(assumed: Assumed) {
  const expiry_date = assumed('expiry_format') === 'YYMM' ? '3012' : '1230'
  return { creditcard: { pan: '4111111111111111', expiry_date, cvv: '123' } }
}

function byDebit(bsb: string, assumed: Assumed) {
  const member = (name: string) => assumed(`direct_debit_members.${name}`)
  return {
    [assumed('direct_debit_payment_method')]: {
      [member('bsb')]: bsb,
      [member('account_number')]: '12345678',
      [member('account_name')]: 'Ann Example',
    },
  }
}

/** Puts a rule in front for the next payment, once. */
export const breakNext: FormAction = async (visit, { how }) => {
  const found = breakages.find(({ key }) => key === how)
  if (found === undefined) return refusedBy('There is no such way to break a payment.')
  const body: RuleDocument = {
    name: breakageName(found.key, Date.now()),
    when: { operation: ['purchase', 'preauthorisation'] },
    outcome: found.outcome,
  }
  const { name } = await asked(visit, 'addRule', body)
  const text = `Armed: ${found.label}. Send a payment with your client, or let the sandbox make one.`
  return { notice: { kind: 'done', text, rule: name } }
}

export const disarm: FormAction = async (visit, { rule = '' }) => {
  await asked(visit, 'removeRule', rule)
  return done('Disarmed.')
}

/** A payment that the page makes for its reader. */
export interface Making {
  readonly key: string
  readonly label: string
  readonly hint: string
  /** What it is called when it has been made. */
  readonly what: string
  /** The bank account to debit; undefined: a card pays. */
  readonly bsb?: string
}

/** The first is the usual one. */
export const makings: readonly [Making, ...Making[]] = [
  {
    key: 'card',
    label: 'Make a purchase for me',
    hint: 'A purchase by card, approved unless something is armed',
    what: 'A purchase',
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
    hint: 'Pending at first; its bank sends it back some banking days later',
    what: 'A direct debit',
    bsb: '032-056',
  },
]
