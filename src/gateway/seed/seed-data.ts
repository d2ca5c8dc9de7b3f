import { en, en_AU, Faker } from '@faker-js/faker'
import type { CardType } from '../../base/redaction/card-number.ts'
import { testPans } from '../../base/redaction/card-number.ts'
import type { Instant } from '../../domain/time/instant.ts'
import { sydneyDate } from '../../domain/time/sydney-time.ts'
import { type Decision, noDecision } from '../../domain/transaction/decision.ts'
import type { FollowingKind } from '../../domain/transaction/kinds-and-statuses.ts'

type Weighted<Value> = readonly { readonly value: Value; readonly weight: number }[]

/** Roughly the shares of the card schemes in Australia. */
const schemes: Weighted<{ readonly type: CardType; readonly name: string }> = [
  { value: { type: 'visa', name: 'Visa' }, weight: 6 },
  { value: { type: 'mastercard', name: 'Mastercard' }, weight: 4 },
  { value: { type: 'amex', name: 'Amex' }, weight: 2 },
  { value: { type: 'diners', name: 'Diners Club' }, weight: 1 },
  { value: { type: 'jcb', name: 'JCB' }, weight: 1 },
  { value: { type: 'unionpay', name: 'UnionPay' }, weight: 1 },
  { value: { type: 'discover', name: 'Discover' }, weight: 1 },
]

/** A magic number would promise an outcome that the seeded records do not have. */
const magicPan = /^(?:4444333322221111|(?:400000|520000|340000).*)$/

/** No bank owns branch numbers that start with 99. */
const banks = [
  { name: 'Harbour Bank', bsb: '991' },
  { name: 'Outback Mutual', bsb: '993' },
  { name: 'Southern Cross Savings', bsb: '995' },
  { name: 'Wattle Credit Union', bsb: '997' },
]

const cardDecisions: Weighted<Decision> = [
  { value: noDecision, weight: 90 },
  { value: { responseCode: '51' }, weight: 4 },
  { value: { responseCode: '05' }, weight: 3 },
  { value: { responseCode: '41' }, weight: 1 },
  { value: { responseCode: '91' }, weight: 1 },
  { value: { gatewayStatusCode: 'acquirer_unreachable' }, weight: 1 },
]

const debitDecisions: Weighted<Decision> = [
  { value: noDecision, weight: 86 },
  { value: returnedWith('6'), weight: 10 },
  { value: returnedWith('3'), weight: 4 },
]

function returnedWith(responseCode: string): Decision {
  return { resolves: [{ after: { kind: 'return' }, status: 'declined', responseCode }] }
}

const actions: Weighted<FollowingKind | undefined> = [
  { value: undefined, weight: 80 },
  { value: 'completion', weight: 8 },
  { value: 'refund', weight: 8 },
  { value: 'void', weight: 4 },
]

const orders: Weighted<string> = [
  { value: 'INV', weight: 2 },
  { value: 'ORDER', weight: 1 },
  { value: 'SUB', weight: 1 },
]

/** Draws the data of one seeding: the same seed gives the same data. */
export class SeedData {
  readonly #faker = new Faker({ locale: [en_AU, en] })

  constructor(...seed: readonly number[]) {
    this.#faker.seed([...seed])
  }

  /** A person, or now and then a firm. */
  customerName(): string {
    const { company, person } = this.#faker
    const name = this.hits(10)
      ? `${company.name()} Pty Ltd`
      : `${person.firstName()} ${person.lastName()}`
    return accepted(name, 60)
  }

  /** A test card that is valid for a while, and what its owner calls it. */
  card(now: Instant) {
    const { type, name } = this.#faker.helpers.weightedArrayElement(schemes)
    const pan = this.pick(testPans(type).filter((one) => !magicPan.test(one)))
    const [year = 0, month = 1] = sydneyDate(now).split('-').map(Number)
    const months = month - 1 + this.#faker.number.int({ min: 3, max: 48 })
    const expiry = { year: year + Math.floor(months / 12), month: (months % 12) + 1 }
    return { pan, expiry, label: `${name} ${pan.slice(-4)}` }
  }

  /** A fictitious bank account, and what its owner calls it. */
  account(holder = this.customerName()) {
    const { finance, string } = this.#faker
    const { bsb, name } = this.pick(banks)
    return {
      bsb: `${bsb}-${string.numeric(3)}`,
      accountNumber: finance.accountNumber(8),
      accountName: accepted(holder, 32),
      label: name,
    }
  }

  reference(isHold: boolean): string {
    const prefix = isHold ? 'BOOKING' : this.#faker.helpers.weightedArrayElement(orders)
    return `${prefix}-${this.#faker.string.numeric({ length: 6, allowLeadingZeros: false })}`
  }

  correlationId(): string {
    return this.#faker.string.uuid()
  }

  channel(): string {
    return this.pick(['web', 'app', 'phone'])
  }

  /** In cents; small enough to be no magic amount. */
  amount(): number {
    const max = this.hits(8) ? 2400 : 180
    return Math.round(Number(this.#faker.commerce.price({ min: 4, max })) * 100)
  }

  /** All of an amount, or a part of it. */
  shareOf(cents: number): number {
    if (this.hits(60)) return cents
    return Math.ceil((cents * this.#faker.number.int({ min: 20, max: 90 })) / 100)
  }

  /** What happens to an earlier payment; undefined for a new one. */
  action(): FollowingKind | undefined {
    return this.#faker.helpers.weightedArrayElement(actions)
  }

  /** The bank's answer: mostly an approval. */
  decision(method: 'card' | 'direct_debit'): Decision {
    const decisions = method === 'card' ? cardDecisions : debitDecisions
    return this.#faker.helpers.weightedArrayElement(decisions)
  }

  hits(percent: number): boolean {
    return this.#faker.datatype.boolean(percent / 100)
  }

  /** Up to so many of them, in any order. */
  some<T>(from: readonly T[], most: number): readonly T[] {
    return this.#faker.helpers.arrayElements(from, Math.min(most, from.length))
  }

  pick<T>(from: readonly T[]): T {
    return this.#faker.helpers.arrayElement(from)
  }
}

/** In characters that the gateway accepts. */
function accepted(text: string, most: number): string {
  return text
    .replaceAll(/[^ !#-&(-[\]^-~]/g, '')
    .slice(0, most)
    .trim()
}
