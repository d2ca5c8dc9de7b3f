import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import {
  auditOf,
  CannotTell,
  complainsOf,
  isApproved,
  isNowhere,
  isOk,
  type LabExchange,
  type LabRequest,
  partAt,
  statusWord,
  typeOf,
} from './exchange.ts'
import { fact, type Lab } from './lab.ts'
import { linksOf } from './links.ts'
import { NO_AMOUNT, pay, paymentBody, type TestPayment } from './payments.ts'

/** Operations that need no earlier transaction. */
type OpeningOperation = 'purchase' | 'preauthorisation' | 'standalone_refund'

/** A transaction, as its making and a lookup show it. */
export interface MadeTransaction {
  readonly audit: number
  readonly created: LabExchange
  readonly lookup: LabExchange
}

/** An operation that was found, and the first transaction made with it. */
export interface FoundOpening extends MadeTransaction {
  readonly path: string
}

/** Paths that gateways have; a path counts as found once a transaction of the right type came of it. */
const usualPaths: Readonly<Record<OpeningOperation, readonly string[]>> = {
  purchase: [
    '/transactions/purchase',
    '/transactions/purchases',
    '/purchases',
    '/purchase',
    '/payments',
  ],
  preauthorisation: [
    '/transactions/preauthorisation',
    '/transactions/preauthorisations',
    '/preauthorisations',
    '/preauthorisation',
  ],
  standalone_refund: [
    '/transactions/refund',
    '/transactions/refunds',
    '/transactions/standalone-refund',
    '/refunds',
    '/refund',
  ],
}

/** The types that are published; a refund has another. */
const publishedTypes: readonly unknown[] = [
  ...['purchase', 'preauthorisation', 'completion', 'void', 'reverse'],
]

export function isRefundType(type: unknown): boolean {
  return typeof type === 'string' && !publishedTypes.includes(type)
}

export const purchasing = fact((lab) => findOpening(lab, 'purchase'))
export const preauthorising = fact((lab) => findOpening(lab, 'preauthorisation'))
export const standaloneRefunding = fact((lab) => findOpening(lab, 'standalone_refund'))

/** Links at the base address, where a gateway has some. */
const rootPaths = fact(async (lab): Promise<readonly string[]> => {
  const links = linksOf(lab, await lab.get(''), '/customers')
  return [...links.values()].filter((path) => !path.includes('{'))
})

async function findOpening(lab: Lab, opening: OpeningOperation): Promise<FoundOpening> {
  // Without a purchase nobody knows how this gateway wants its payments.
  if (opening !== 'purchase') await purchasing(lab)
  const tried: LabExchange[] = []
  for (const path of await candidates(lab, opening)) {
    const body = paymentBody(lab, { amount: NO_AMOUNT })
    const refused = await lab.post(path, body)
    tried.push(refused)
    if (isNowhere(refused)) continue
    const created = await pay(lab, path)
    tried.push(created)
    const made = await lookedUp(lab, created)
    if (made !== undefined && isOf(opening, made.lookup)) return { path, ...made }
  }
  const hint = `set paths.${opening} in the config if you know it`
  throw new CannotTell(`no path tried leads to a ${opening.replace('_', ' ')}; ${hint}`, tried)
}

async function candidates(lab: Lab, opening: OpeningOperation): Promise<Iterable<string>> {
  const paths: Assumptions['paths'] = lab.ours.paths
  const root = await rootPaths(lab).catch(() => [])
  // What the gateway itself offers under a telling name comes before guesses of other names.
  return new Set([
    paths[opening],
    ...usualPaths[opening].slice(0, 1),
    ...root,
    ...usualPaths[opening],
  ])
}

function isOf(opening: OpeningOperation, lookup: LabExchange): boolean {
  if (opening !== 'standalone_refund') return typeOf(lookup) === opening
  return isRefundType(typeOf(lookup)) && targetAuditOf(lookup) === undefined
}

export function targetAuditOf({ body }: LabExchange): unknown {
  return partAt(body, 'transaction', 'target_audit')
}

export async function lookUpTransaction(lab: Lab, audit: number): Promise<LabExchange> {
  return await lab.get(`/transactions/${audit}`)
}

/** Sends a purchase where this gateway takes them, perhaps changed in some way. */
export async function sendPurchase(
  lab: Lab,
  payment: TestPayment,
  change: Partial<LabRequest> = {},
): Promise<LabExchange> {
  const { path } = await purchasing(lab)
  return await lab.send({ method: 'POST', path, body: paymentBody(lab, payment), ...change })
}

/** Undefined where no transaction was made, or it cannot be looked up. */
export async function lookedUp(
  lab: Lab,
  created: LabExchange,
): Promise<MadeTransaction | undefined> {
  const audit = auditOf(created)
  if (!isOk(created) || audit === undefined) return undefined
  const lookup = await lookUpTransaction(lab, audit)
  return isOk(lookup) ? { audit, created, lookup } : undefined
}

/** A new approved transaction of an operation that was found. */
export async function approvedOf(
  lab: Lab,
  { path }: FoundOpening,
  payment: TestPayment = {},
): Promise<MadeTransaction> {
  const created = await lab.post(path, paymentBody(lab, payment))
  const made = await lookedUp(lab, created)
  if (made !== undefined && isApproved(created)) return made
  throw unfit('an approved transaction', path, created)
}

/** A measurement needs something that this path did not make. */
export function unfit(need: string, path: string, created: LabExchange): CannotTell {
  const said = isOk(created) ? statusWord(created) : created.status
  return new CannotTell(`needs ${need}, and POST ${path} answered ${said}`, [created])
}

/** Longer than anything that a setting could allow. */
const ENDLESS = 'x'.repeat(20_000)

/** Whether the gateway reports every fault of a request at once, each with its place. */
export const reportsEveryFault = fact(async (lab): Promise<boolean> => {
  const good = await sendPurchase(lab, { amount: NO_AMOUNT })
  const bad = await sendPurchase(lab, { reference: ENDLESS, amount: NO_AMOUNT })
  const isReported = [good, bad].every((one) => complainsOf(one, 'total_amount'))
  return isReported && complainsOf(bad, 'reference') && !complainsOf(good, 'reference')
})

export interface PurchaseAttempt {
  /** What is special about the purchase. */
  readonly about: string
  readonly payment: TestPayment
  /** Whether an answer refuses just that. */
  readonly isRefusal: (exchange: LabExchange) => boolean
}

export interface Trial {
  readonly isAccepted: boolean
  readonly exchange: LabExchange
}

/**
 * Whether a gateway accepts a purchase. If it reports every fault at once, an invalid amount keeps the
 * purchase from being made; otherwise the purchase is made.
 */
export async function tryPurchase(
  lab: Lab,
  { about, payment, isRefusal }: PurchaseAttempt,
): Promise<Trial> {
  const isDry = await reportsEveryFault(lab)
  const made = isDry ? { ...payment, amount: NO_AMOUNT } : payment
  const exchange = await sendPurchase(lab, made, { about })
  return { isAccepted: isDry ? !isRefusal(exchange) : isOk(exchange), exchange }
}
