import { isPlainObject } from '../../../domain/plain-object.ts'
import { fillPath } from '../../../http/paths.ts'
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
import { NO_AMOUNT, pay, paymentBody, type TestPayment, targetBody } from './payments.ts'

/** A transaction, as its making and a lookup show it. */
export interface MadeTransaction {
  readonly audit: number
  readonly created: LabExchange
  readonly lookup: LabExchange
}

/** An operation that was found, and the first transaction made with it. */
export interface FoundOperation extends MadeTransaction {
  /** With `{audit}` in it if it acts on an earlier transaction. */
  readonly path: string
  /** What it acted on, as it was before; itself if it acts on nothing. */
  readonly target: MadeTransaction
  /** How a lookup shows the target afterwards. */
  readonly after: LabExchange
}

interface OperationKind {
  /** What it acts on; undefined: it needs no earlier transaction. */
  readonly on?: 'purchase' | 'preauthorisation'
  /** Paths that gateways have; one counts as found once a transaction of the right type came of it. */
  readonly usual: readonly string[]
  /** Whether a lookup shows a transaction of this kind; `after` is the lookup of its target. */
  readonly isOf: (lookup: LabExchange, after: LabExchange) => boolean
}

type OperationName = Exclude<keyof Lab['ours']['paths'], 'customer' | 'token'>

const kinds: Readonly<Record<OperationName, OperationKind>> = {
  purchase: {
    usual: ['/transactions/purchase', '/transactions/purchases', '/purchases', '/payments'],
    isOf: (lookup) => typeOf(lookup) === 'purchase',
  },
  preauthorisation: {
    usual: [
      '/transactions/preauthorisation',
      '/transactions/preauthorisations',
      '/preauthorisations',
    ],
    isOf: (lookup) => typeOf(lookup) === 'preauthorisation',
  },
  standalone_refund: {
    usual: [
      '/transactions/refund',
      '/transactions/refunds',
      '/transactions/standalone-refund',
      '/refunds',
    ],
    isOf: (lookup) => isRefund(lookup) && targetAuditOf(lookup) === undefined,
  },
  completion: {
    on: 'preauthorisation',
    usual: actionPaths('completion', 'completions', 'complete', 'capture'),
    isOf: (lookup) => typeOf(lookup) === 'completion',
  },
  refund: {
    on: 'purchase',
    usual: actionPaths('refund', 'refunds'),
    isOf: (lookup, after) =>
      !isVoid(lookup, after) && isRefund(lookup) && targetAuditOf(lookup) !== undefined,
  },
  void: {
    on: 'purchase',
    usual: actionPaths('void', 'voids', 'cancel', 'reverse', 'reversal'),
    isOf: (lookup, after) => isVoid(lookup, after),
  },
}

function actionPaths(...words: readonly string[]): readonly string[] {
  return words.map((word) => `/transactions/{audit}/${word}`)
}

/** The types that are published; a refund has another. */
const publishedTypes = ['purchase', 'preauthorisation', 'completion', 'void', 'reverse']

function isRefund(lookup: LabExchange): boolean {
  const type = typeOf(lookup)
  return typeof type === 'string' && !publishedTypes.includes(type)
}

function isVoid(lookup: LabExchange, after: LabExchange): boolean {
  return ['void', 'reverse'].includes(String(typeOf(lookup))) || isVoided(after)
}

function isVoided(lookup: LabExchange): boolean {
  return isOk(lookup) && ['voided', 'reversed'].includes(String(statusWord(lookup)))
}

export function targetAuditOf({ body }: LabExchange): unknown {
  return partAt(body, 'transaction', 'target_audit')
}

export const purchasing = fact((lab) => findOperation(lab, 'purchase'))
export const preauthorising = fact((lab) => findOperation(lab, 'preauthorisation'))
export const standaloneRefunding = fact((lab) => findOperation(lab, 'standalone_refund'))
export const completing = fact((lab) => findOperation(lab, 'completion'))
export const refunding = fact((lab) => findOperation(lab, 'refund'))
export const voiding = fact((lab) => findOperation(lab, 'void'))

async function findOperation(lab: Lab, name: OperationName): Promise<FoundOperation> {
  // Without a purchase, we do not know how this gateway wants its payments.
  if (name !== 'purchase') await purchasing(lab)
  const { on, isOf } = kinds[name]
  const tried: LabExchange[] = []
  let target: MadeTransaction | undefined
  for (const path of await candidates(lab, name)) {
    if (on !== undefined) target ??= await newTarget(lab, on)
    const created = await (target ? act(lab, path, target.audit) : open(lab, path))
    tried.push(created)
    const made = await lookedUp(lab, created)
    if (made === undefined) continue
    const after = target ? await lookUpTransaction(lab, target.audit) : made.lookup
    if (target !== undefined && isVoided(after)) forget(lab, target.audit, created)
    if (isOf(made.lookup, after)) return { path, ...made, target: target ?? made, after }
    // Whatever the path did, it did it to this transaction, so the next try needs another.
    target = undefined
  }
  const hint = `set paths.${name} in the config if you know it`
  throw new CannotTell(`no path tried leads to a ${name.replace('_', ' ')}; ${hint}`, tried)
}

async function newTarget(lab: Lab, on: 'purchase' | 'preauthorisation') {
  const opening = await (on === 'purchase' ? purchasing(lab) : preauthorising(lab))
  return await approvedOf(lab, opening, { amount: '300' })
}

/** A payment, once a payment of nothing has shown that the path exists. */
async function open(lab: Lab, path: string): Promise<LabExchange> {
  const refused = await lab.post(path, paymentBody(lab, { amount: NO_AMOUNT }))
  return isNowhere(refused) ? refused : await pay(lab, path)
}

/** What the gateway itself offers comes before guesses, but not before what we assume. */
async function candidates(lab: Lab, name: OperationName): Promise<Iterable<string>> {
  const { on, usual } = kinds[name]
  const own = lab.ours.paths[name]
  if (on !== undefined) return new Set([...(await linkedActions(lab, name)), own, ...usual])
  const root = await rootPaths(lab).catch(() => [])
  return new Set([own, ...usual.slice(0, 1), ...root, ...usual])
}

/** Links at the base address, if a gateway has some. */
const rootPaths = fact(async (lab): Promise<readonly string[]> => {
  const links = linksOf(lab, await lab.get(''), '/customers')
  return [...links.values()].filter((path) => !path.includes('{'))
})

/** Of the links of a purchase and of a hold, a void is on both. */
async function linkedActions(lab: Lab, name: OperationName): Promise<readonly string[]> {
  const purchase = linkTemplates(lab, await purchasing(lab))
  const held = await preauthorising(lab).catch(() => undefined)
  const hold = held === undefined ? [] : linkTemplates(lab, held)
  const [own, other] = name === 'completion' ? [hold, purchase] : [purchase, hold]
  return own.filter((path) => other.includes(path) === (name === 'void'))
}

function linkTemplates(lab: Lab, { audit, created }: MadeTransaction): readonly string[] {
  return [...transactionLinks(lab, created, audit).values()]
    .map((path) => templateOf(path, { audit }))
    .filter((path) => path.includes('{audit}') && path !== '/transactions/{audit}')
}

/** Sends an action on a transaction. */
export async function act(lab: Lab, path: string, audit: number, amount?: string) {
  const body = targetBody(lab, amount === undefined ? {} : { amount })
  return await lab.post(fillPath(path, { audit }), body)
}

/** Voids a transaction; the clean-up then has nothing to do for it or the void. */
export async function voidNow(lab: Lab, audit: number): Promise<LabExchange> {
  const { path } = await voiding(lab)
  const done = await act(lab, path, audit)
  if (isApproved(done)) forget(lab, audit, done)
  return done
}

export function forget({ remains }: Lab, target: number, done: LabExchange): void {
  remains.audits.delete(target)
  remains.audits.delete(auditOf(done) ?? 0)
}

async function lookUpTransaction(lab: Lab, audit: number): Promise<LabExchange> {
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

/** Undefined if no transaction was made, or if it cannot be looked up. */
async function lookedUp(lab: Lab, created: LabExchange): Promise<MadeTransaction | undefined> {
  const audit = auditOf(created)
  if (!isOk(created) || audit === undefined) return undefined
  const lookup = await lookUpTransaction(lab, audit)
  return isOk(lookup) ? { audit, created, lookup } : undefined
}

/** A new approved transaction of an operation that was found. */
export async function approvedOf(
  lab: Lab,
  { path }: FoundOperation,
  payment: TestPayment = {},
): Promise<MadeTransaction> {
  return await madeAt(lab, path, payment, 'an approved transaction', ['approved'])
}

/** A new transaction with one of these statuses. */
export async function madeAt(
  lab: Lab,
  path: string,
  payment: TestPayment,
  need: string,
  statuses: readonly string[],
): Promise<MadeTransaction> {
  const created = await lab.post(path, paymentBody(lab, payment))
  const made = await lookedUp(lab, created)
  if (made !== undefined && statuses.includes(String(statusWord(created)))) return made
  const said = isOk(created) ? statusWord(created) : created.status
  throw new CannotTell(`needs ${need}, and POST ${path} answered ${said}`, [created])
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
  /** The member that a refusal of just that names, or whether an answer is such a refusal. */
  readonly refusal: string | ((exchange: LabExchange) => boolean)
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
  { about, payment, refusal }: PurchaseAttempt,
): Promise<Trial> {
  const isDry = await reportsEveryFault(lab)
  const made = isDry ? { ...payment, amount: NO_AMOUNT } : payment
  const exchange = await sendPurchase(lab, made, { about })
  const isRefused = () =>
    typeof refusal === 'string' ? complainsOf(exchange, refusal) : refusal(exchange)
  return { isAccepted: isDry ? !isRefused() : isOk(exchange), exchange }
}

/** Relations of an answer, each with the path that it leads to beneath the base address. */
export type LinkPaths = ReadonlyMap<string, string>

/** `known` is a path that one of them leads to: with it, links by another address are understood. */
export function linksOf({ remote }: Lab, { body }: LabExchange, known: string): LinkPaths {
  const links = partAt(body, '_links')
  if (!isPlainObject(links)) return new Map()
  const paths = Object.entries(links).flatMap(([relation, link]): [string, string][] => {
    const href = partAt(link, 'href')
    if (typeof href !== 'string' || !URL.canParse(href, remote.base.url)) return []
    // Braces of templates stay as they are.
    const { pathname } = new URL(href, remote.base.url)
    return [[relation, pathname.replaceAll('%7B', '{').replaceAll('%7D', '}')]]
  })
  const whole = paths.map(([, path]) => path).find((path) => path.endsWith(known))
  const front = whole?.slice(0, -known.length) ?? new URL(remote.base.url).pathname
  return new Map(
    paths.flatMap(([relation, path]): [string, string][] =>
      path.startsWith(`${front}/`) ? [[relation, path.slice(front.length)]] : [],
    ),
  )
}

export function transactionLinks(lab: Lab, exchange: LabExchange, audit: number): LinkPaths {
  return linksOf(lab, exchange, `/transactions/${audit}`)
}

/** A path with names in braces instead of these values. */
export function templateOf(
  path: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const segments = path.split('/').map((segment) => {
    const name = Object.keys(values).find((one) => String(values[one]) === segment)
    return name === undefined ? segment : `{${name}}`
  })
  return segments.join('/')
}
