import { didYouMean } from '../../document/nearest-word.ts'
import { cardTypes } from '../../domain/card/card.ts'
import { currencies, isCurrency } from '../../domain/money.ts'
import { type Conditions, methods, operations } from '../rule.ts'
import type { WhenDocument } from '../scenario-document.ts'
import { amountCondition } from './amount-condition.ts'
import { withAmount, withCustomer, withDetails, withTarget, withTransaction } from './carriers.ts'
import type { Condition } from './condition.ts'
import { compileGlob, isGlob } from './glob.ts'
import { kvpCondition } from './kvp-condition.ts'
import {
  accountNumberCondition,
  bsbCondition,
  cvvCondition,
  expiryCondition,
  panCondition,
  virtualPanCondition,
} from './number-conditions.ts'
import { textCondition } from './text-condition.ts'
import { digits, restricted } from './text-shape.ts'
import { fromCondition, untilCondition } from './window-condition.ts'
import {
  merchantCondition,
  methodCondition,
  operationCondition,
  refuseOther,
} from './word-condition.ts'

export type ConditionName = Exclude<keyof Conditions, 'not'>

type ConditionTable = {
  readonly [Name in ConditionName]-?: Condition<
    NonNullable<WhenDocument[Name]>,
    NonNullable<Conditions[Name]>
  >
}

/** Every condition of the scenario language, cheap checks first. */
export const conditions: ConditionTable = {
  operation: operationCondition(operations, {
    means: 'The call, or a list of calls.',
    carriers: operations,
    option: ['name', 'default: purchase'],
  }),
  merchant: merchantCondition({
    means: 'The merchant id, or a list of them.',
    carriers: operations,
    option: ['id', 'default: 1'],
  }),
  method: methodCondition(methods, {
    means: 'How it is paid; an operation on an earlier transaction has the method of that one.',
    carriers: withDetails,
    option: ['method', 'default: card'],
  }),
  user: textCondition('user', {
    means: 'The name of the user who calls; anybody, if no credentials are needed.',
    carriers: operations,
    shape: { what: "a user's name", characters: /^.*$/u, made: 'any characters', min: 1, max: 255 },
    option: ['name', 'who calls'],
  }),
  amount: amountCondition,
  currency: textCondition('currency', {
    means: 'The currency, such as AUD.',
    carriers: withAmount,
    shape: {
      what: 'a currency',
      characters: /^[A-Z]*$/,
      made: 'only capital letters',
      min: 3,
      max: 3,
      fault: (glob) =>
        [...currencies].some(compileGlob(glob)) ? undefined : `unknown ISO 4217 currency '${glob}'`,
    },
    fact: {
      refuse: (text) =>
        isCurrency(text)
          ? undefined
          : ['currency_not_supported', 'Must be an ISO 4217 code, such as AUD'],
      isOpen: true,
    },
    option: ['code', 'for example AUD'],
  }),
  pan: panCondition,
  card_type: textCondition('card_type', {
    means: 'visa, mastercard, amex, diners, jcb, unionpay, discover or "".',
    carriers: withDetails,
    method: 'card',
    words: cardTypes,
    shape: {
      what: 'a card type',
      characters: /^[a-z]*$/,
      made: 'only lower case letters',
      min: 0,
      max: 10,
      fault: cardTypeFault,
    },
    fact: { refuse: (text) => refuseOther(cardTypes, text), isOpen: true },
    option: ['type', 'for example visa'],
  }),
  expiry: expiryCondition,
  cvv: cvvCondition,
  bsb: bsbCondition,
  account_number: accountNumberCondition,
  reference: textCondition('reference', {
    means: "The transaction's reference.",
    carriers: withTransaction,
    shape: { what: 'a reference', ...restricted, min: 1, max: 10_000 },
    isIndexed: true,
    trigger: { rank: 6, kind: 'reference' },
    option: ['text', "the transaction's reference"],
  }),
  customer_reference: textCondition('customer_reference', {
    means: "The vault customer's reference.",
    carriers: withCustomer,
    shape: { what: "a customer's reference", ...restricted, min: 1, max: 50 },
    isIndexed: true,
    trigger: { rank: 7, kind: 'customer' },
    option: ['text', "the customer's reference"],
  }),
  virtual_pan: virtualPanCondition,
  token_name: textCondition('token_name', {
    means: "The token's preferred name.",
    carriers: withDetails,
    shape: { what: "a token's name", ...restricted, min: 1, max: 50 },
    isIndexed: true,
    trigger: { rank: 8, kind: 'token' },
    option: ['text', "the token's preferred name"],
  }),
  correlation_id: textCondition('correlation_id', {
    means: 'The correlation id of the call; of a lookup or search, that of the transaction.',
    carriers: operations,
    shape: {
      what: 'a correlation id',
      characters: /^[A-Za-z0-9+\-_:.,]*$/,
      made: 'only letters, digits and + - _ : . ,',
      min: 1,
      max: 128,
    },
    isIndexed: true,
    trigger: { rank: 8.5, kind: 'correlation id' },
    option: ['id', 'correlation id of the call'],
  }),
  audit: textCondition('audit', {
    means: 'The number of the transaction: the one asked for, or the one that a new one gets.',
    carriers: withTransaction,
    isNumbered: true,
    shape: { what: 'an audit', ...digits, min: 1, max: 10 },
    isIndexed: true,
    option: ['number', 'transaction that is asked for or made'],
  }),
  target_audit: textCondition('target_audit', {
    means: 'The number of the transaction that is completed, refunded or voided.',
    carriers: withTarget,
    isNumbered: true,
    shape: { what: 'an audit', ...digits, min: 1, max: 10 },
    isIndexed: true,
    option: ['number', 'transaction that is acted on'],
  }),
  kvp: kvpCondition,
  from: fromCondition,
  until: untilCondition,
}

/** A condition with its name. */
export interface NamedCondition extends Condition {
  readonly name: ConditionName
  /** Its position in the table. */
  readonly order: number
}

export const allConditions: readonly NamedCondition[] = Object.entries(conditions).map(
  ([name, condition], order) => ({
    name: name as ConditionName,
    order,
    ...(condition as Condition),
  }),
)

const byName: ReadonlyMap<string, NamedCondition> = new Map(
  allConditions.map((condition) => [condition.name, condition]),
)

/** A condition of a rule, with its value. */
export interface GivenCondition {
  readonly condition: NamedCondition
  readonly value: unknown
}

/** The conditions of a rule, in checking order. */
export function conditionsIn(when: Conditions | WhenDocument): readonly GivenCondition[] {
  const asked: GivenCondition[] = []
  for (const [name, value] of Object.entries(when)) {
    const condition = byName.get(name)
    if (condition !== undefined && value !== undefined) asked.push({ condition, value })
  }
  return asked.sort((one, other) => one.condition.order - other.condition.order)
}

function cardTypeFault(glob: string): string | undefined {
  if (cardTypes.some(compileGlob(glob))) return undefined
  const proposal = isGlob(glob) ? '' : didYouMean(glob, cardTypes)
  const known = cardTypes.map((type) => type || '""').join(', ')
  return `unknown card type '${glob}'${proposal || `; known: ${known}`}`
}
