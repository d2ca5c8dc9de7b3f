import { given } from '../../base/plain-object.ts'
import { isVirtualPan } from '../../base/redaction/card-number.ts'
import { parseExpiry } from '../../domain/card/expiry.ts'
import { Problem } from '../../domain/problem.ts'
import { tokenMethod } from '../../domain/vault.ts'
import { located, RequestProblem } from '../../gateway/wire/request-problem.ts'
import { textKey } from '../../gateway/world/commands/redacted-input.ts'
import { findByCorrelation } from '../../gateway/world/commands/transactions/correlation.ts'
import {
  earlierPayment,
  type Payment,
  resolvePayment,
  transactionFacts,
} from '../../gateway/world/commands/transactions/payment.ts'
import { findTarget } from '../../gateway/world/commands/transactions/target-rules.ts'
import type { World } from '../../gateway/world/world.ts'
import { asking, paying } from '../../scenario/conditions/carriers.ts'
import { allConditions } from '../../scenario/conditions/table.ts'
import { carries } from '../../scenario/matching/carrying.ts'
import { contradictions } from '../../scenario/matching/contradictions.ts'
import type { Facts } from '../../scenario/rule.ts'

/** The facts that a request has from the transaction or token that it refers to. */
const details = [
  'method',
  'pan',
  'card',
  'card_type',
  'expiry',
  'bsb',
  'account_number',
  'customer_reference',
  'virtual_pan',
  'token_name',
] as const

type Detail = (typeof details)[number]

/** The facts that a lookup or search has from the transaction that it finds. */
const askedDetails = [...details, 'amount', 'currency', 'reference', 'target_audit'] as const

type AskedDetail = (typeof askedDetails)[number]

/** What a request refers to, in words, and which of its facts are stored there. */
interface Stored {
  readonly source: string
  readonly names: readonly AskedDetail[]
}

/** What a described request has from the transaction or token it is about; undefined if it names none. */
export function referredFacts(world: World, sent: Facts): Partial<Facts> | undefined {
  return asking.includes(sent.operation) ? askedFacts(world, sent) : paidFacts(world, sent)
}

/** The transaction that a lookup or search finds; one that is not stored is described by hand. */
function askedFacts(world: World, body: Facts): Partial<Facts> | undefined {
  const { operation, merchant, audit, correlation_id: id } = body
  const found =
    operation === 'lookup'
      ? audit && world.records.transaction(Number(audit))
      : id && findByCorrelation(world, merchant, textKey(world, id), world.now())
  if (!found || found.merchant !== merchant) return undefined
  // The id of a lookup is its own; a search asks for the id of the transaction.
  const { correlation_id: _, ...others } = transactionFacts(world, found)
  refuseOthers(body, others, { source: `transaction ${found.audit}`, names: askedDetails })
  return others
}

function paidFacts(world: World, sent: Facts): Partial<Facts> | undefined {
  const isSentAsPan = virtualPanIn(world, sent)
  const body = isSentAsPan ? { ...sent, pan: undefined, virtual_pan: sent.pan } : sent
  try {
    const referred = targetPayment(world, body) ?? tokenPayment(world, body)
    if (referred === undefined) return undefined
    const none = Object.fromEntries(details.map((name) => [name, undefined]))
    const facts: Partial<Facts> = { ...none, ...referred.payment.facts }
    const names = details.filter((name) => !maySend(body, name))
    refuseOthers(body, facts, { source: referred.source, names })
    return facts
  } catch (cause) {
    if (!(cause instanceof RequestProblem) || !isSentAsPan) throw cause
    throw new RequestProblem(
      cause.located.map(({ location, ...rest }) => ({
        ...rest,
        location: location.map((part) => (part === 'virtual_pan' ? 'pan' : part)),
      })),
    )
  }
}

/** Whether the card number is a virtual PAN, as payments send it. */
function virtualPanIn({ environment }: World, { operation, pan, virtual_pan }: Facts): boolean {
  if (pan === undefined || virtual_pan !== undefined) return false
  return carries(operation, 'virtual_pan') && isVirtualPan(pan, environment.assumptions)
}

/** A stored payment method, and where it is stored, in words. */
interface Referred {
  readonly payment: Payment
  readonly source: string
}

function targetPayment(world: World, body: Facts): Referred | undefined {
  const { operation, merchant, target_audit } = body
  const acts = operation === 'completion' || operation === 'refund' || operation === 'void'
  if (!acts || target_audit === undefined) return undefined
  const asked = { targetAudit: Number(target_audit), merchant: { id: merchant } }
  const target = inBody('target_audit', () => findTarget(world, asked))
  return {
    payment: earlierPayment(world, target.method),
    source: `transaction ${target_audit}`,
  }
}

function tokenPayment(world: World, body: Facts): Referred | undefined {
  const { operation, merchant, virtual_pan, expiry, cvv } = body
  if (virtual_pan === undefined) return undefined
  const { records } = world
  const token = records.token(records.tokenIndex.byVirtualPan(virtual_pan) ?? 0)
  if (token === undefined || token.merchant !== merchant) {
    const message = `Merchant ${merchant} has no stored card or account with this virtual PAN`
    throw new RequestProblem([{ code: 'not_found', message, location: ['body', 'virtual_pan'] }])
  }
  const source = `token ${token.id}`
  if (!paying.includes(operation)) {
    return { payment: earlierPayment(world, tokenMethod(token)), source }
  }
  const input = {
    kind: 'virtual_pan' as const,
    virtualPan: virtual_pan,
    expiry: expiry === undefined ? undefined : parseExpiry(expiry.replace('/', ''), 'auto'),
    cvv,
  }
  const payment = inBody('virtual_pan', () => resolvePayment(world, merchant, input))
  const { method } = payment.facts
  const [contradiction] = contradictions(given({ operation, method }))
  if (contradiction === undefined) return { payment, source }
  const message = `Cannot be in a request: ${contradiction.reason}`
  const location = ['body', 'virtual_pan']
  throw new RequestProblem([{ code: 'invalid_format', message, location }])
}

/** Locates a refusal of the gateway in the description of the request. */
function inBody<T>(name: 'target_audit' | 'virtual_pan', find: () => T): T {
  try {
    return find()
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause
    throw new RequestProblem(
      located(cause).map(({ location, ...rest }) => ({
        ...rest,
        location: ['body', location.at(-1) === 'cvv' ? 'cvv' : name],
      })),
    )
  }
}

/** Refuses what differs from what is stored. */
function refuseOthers(body: Facts, facts: Partial<Facts>, { source, names }: Stored): void {
  const real = { ...body, ...facts }
  const isStored = (name: string): name is AskedDetail => names.some((one) => one === name)
  const wrong = allConditions.flatMap(({ name, compile, checks }) => {
    if (!isStored(name)) return []
    const sent = body[name]
    if (sent === undefined || checks(compile(sent), {}).every(({ holds }) => holds(real))) return []
    const has = real[name] === undefined ? `no ${name}` : `another ${name}`
    return [{ name, message: `Cannot be in a request: ${source} has ${has}` }]
  })
  if (wrong.length === 0) return
  throw new RequestProblem(
    wrong.map(({ name, message }) => ({
      code: 'invalid_format',
      message,
      location: ['body', name],
    })),
  )
}

/** A payment may have its own expiry, and an update of a token new details. */
function maySend({ operation }: Facts, name: Detail): boolean {
  return operation === 'token_update' || (name === 'expiry' && paying.includes(operation))
}
