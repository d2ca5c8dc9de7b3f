import type { House } from '../house.ts'
import type { State, Transaction } from '../state.ts'
import { timestamp } from '../time/sydney.ts'
import { anyText, type Check, oneOf, type Pattern, someText, told } from '../wire/expected.ts'
import { canComplete, canVoid, isRefundable, refunded } from './standing.ts'

const CODE = /^[0-9]{6}$/
const HOLD_CODE = /^[A-Za-z0-9]{12}$/
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

/** Where the world's API is: what links begin with. */
export interface Seen {
  readonly state: State
  readonly house: House
  readonly api: string
}

export function createdView(seen: Seen, made: Transaction): Pattern {
  if (made.isDrifting) return auditOf(made)
  return {
    audit: made.audit,
    gateway_timestamp: aboutNow(made.at),
    merchant: { id: made.merchant },
    kvps: made.method.kind === 'debit' ? {} : kvps(made),
    status: status(seen.house, made),
    _links: links(seen, made),
  }
}

export function lookupView(seen: Seen, found: Transaction): Pattern {
  if (found.isDrifting) return auditOf(found)
  return {
    audit: found.audit,
    gateway_timestamp: timestamp(found.at, 'milliseconds'),
    merchant: { id: found.merchant },
    kvps: kvps(found),
    transaction: transaction(seen.house, found),
    status: status(seen.house, found),
    _links: links(seen, found),
  }
}

/** Unheard-of values may stand anywhere else. */
function auditOf({ audit }: Transaction): Check {
  return (value) =>
    JSON.stringify(value)?.includes(`"audit":${audit}`) ? undefined : `audit ${audit} expected`
}

/** An answer that creates something gives whole seconds, up or down. */
function aboutNow(at: number): Check {
  return oneOf(timestamp(at, 'seconds'), timestamp(at + 500, 'seconds'))
}

function transaction(house: House, found: Transaction): Pattern {
  const { kind, target, method } = found
  const namesTarget = kind !== 'completion' || house.completionTargets
  return {
    reference: found.reference,
    transaction_type: kind,
    target_audit: namesTarget ? target : undefined,
    amount_details: { total_amount: String(found.total), currency: found.currency },
    payment_method: paymentMethod(method),
    directdebit_mode: method.kind === 'debit' ? mode(found) : undefined,
  }
}

function mode({ kind }: Transaction): Pattern {
  if (kind === 'void') return oneOf('debit', 'credit')
  return kind === 'refund' ? 'credit' : 'debit'
}

function paymentMethod(method: Transaction['method']): Pattern {
  if (method.kind === 'card') return { creditcard: { pan: method.pan, type: method.type } }
  const { bsb, account, name } = method
  return { directdebit: { bsb, account_number: account, account_name: name } }
}

function kvps(found: Transaction): Pattern {
  const isSure = found.status === 'approved' && found.method.kind === 'card'
  return {
    ...found.kvps,
    'GATEWAY.RESPONSE.KVP.AUTHORISATION_CODE': hasBankData(found)
      ? authorisation(found, !isSure)
      : undefined,
    'GATEWAY.RESPONSE.KVP.TRACE_NUMBER': told(found.told, 'trace', /^[0-9]+$/, false),
  }
}

function status(house: House, found: Transaction): Pattern {
  return {
    gateway_status_code: found.gateway,
    gateway_status_message: someText,
    transaction_status_code: found.status === 'voided' ? house.voided : found.status,
    acquirer: acquirer(found),
  }
}

/** Where the gateway failed or does not know, the bank has said nothing. */
function hasBankData({ gateway, method }: Transaction): boolean {
  return gateway === 0 && method.kind === 'card'
}

function authorisation(found: Transaction, isOptional: boolean): Check {
  return told(found.told, 'authorisation', CODE, isOptional)
}

function acquirer(found: Transaction): Pattern {
  const words = { response_code: found.code ?? anyText, response_message: anyText }
  if (found.gateway !== 0) return words
  const settlement = told(found.told, 'settlement', DATE, true)
  if (found.method.kind === 'debit') return { ...words, settlement_date: settlement }
  const isSure = found.status === 'approved' || found.status === 'voided'
  const isHold = found.kind === 'preauthorisation'
  return {
    ...words,
    settlement_date: isSure ? found.day : settlementIf(found, settlement),
    authorisation_code: authorisation(found, !isSure),
    preauthorisation_code: isHold
      ? told(found.told, 'preauthorisation', HOLD_CODE, !isSure)
      : undefined,
  }
}

/** A date may be missing where the bank said no, but not be another one. */
function settlementIf({ day }: Transaction, check: Check): Check {
  return (value) => check(value) ?? oneOf(day, undefined)(value)
}

function links(seen: Seen, found: Transaction): Pattern {
  const { state, api } = seen
  const to = (audit: number, operation = '') => ({
    href: `${api}/transactions/${audit}${operation}`,
  })
  const { audit, target } = found
  const hasRest = isRefundable(found) && refunded(state, found) < found.total
  return {
    self: to(audit),
    target: target === undefined ? undefined : to(target),
    completion: canComplete(state, found) ? to(audit, '/completion') : undefined,
    refund: hasRest ? to(audit, '/refund') : undefined,
    void: canVoid(state, found) ? to(audit, '/void') : undefined,
  }
}
