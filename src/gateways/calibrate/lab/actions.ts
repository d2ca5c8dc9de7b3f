import { fillPath } from '../../../http/paths.ts'
import {
  auditOf,
  CannotTell,
  isApproved,
  isOk,
  type LabExchange,
  statusWord,
  typeOf,
} from './exchange.ts'
import { fact, type Lab } from './lab.ts'
import { type LinkPaths, linksOf, templateOf } from './links.ts'
import {
  approvedOf,
  isRefundType,
  lookedUp,
  lookUpTransaction,
  type MadeTransaction,
  preauthorising,
  purchasing,
  targetAuditOf,
} from './openings.ts'
import { targetBody } from './payments.ts'

/** Operations on an earlier transaction. */
type FollowUpAction = 'completion' | 'refund' | 'void'

/** An action that was found, and its first use. */
export interface FoundAction extends MadeTransaction {
  /** With `{audit}` in it. */
  readonly path: string
  /** As it was before, and how a lookup shows it afterwards. */
  readonly target: MadeTransaction
  readonly after: LabExchange
}

const usualWords: Readonly<Record<FollowUpAction, readonly string[]>> = {
  completion: ['completion', 'completions', 'complete', 'capture'],
  refund: ['refund', 'refunds'],
  void: ['void', 'voids', 'cancel', 'reverse', 'reversal'],
}

export const completing = fact((lab) => findAction(lab, 'completion'))
export const refunding = fact((lab) => findAction(lab, 'refund'))
export const voiding = fact((lab) => findAction(lab, 'void'))

async function findAction(lab: Lab, action: FollowUpAction): Promise<FoundAction> {
  const tried: LabExchange[] = []
  let target: MadeTransaction | undefined
  for (const path of await candidates(lab, action)) {
    target ??= await newTarget(lab, action)
    const found = await attempt(lab, path, target)
    tried.push(found.created)
    if (found.made === undefined) continue
    const { made, after } = found
    if (isOf(action, made.lookup, after)) return { path, target, after, ...made }
    // Whatever the path did, it did it to this transaction, so the next try needs another.
    target = undefined
  }
  const hint = `set paths.${action} in the config if you know it`
  throw new CannotTell(`no path tried leads to a ${action}; ${hint}`, tried)
}

async function newTarget(lab: Lab, action: FollowUpAction): Promise<MadeTransaction> {
  const opening = await (action === 'completion' ? preauthorising(lab) : purchasing(lab))
  return await approvedOf(lab, opening, { amount: '300' })
}

interface ActionAttempt {
  readonly created: LabExchange
  readonly made: MadeTransaction | undefined
  readonly after: LabExchange
}

async function attempt(lab: Lab, path: string, target: MadeTransaction): Promise<ActionAttempt> {
  const created = await act(lab, path, target.audit)
  const made = await lookedUp(lab, created)
  if (made === undefined) return { created, made, after: target.lookup }
  const after = await lookUpTransaction(lab, target.audit)
  if (isVoided(after)) forget(lab, target.audit, created)
  return { created, made, after }
}

/** Sends an action, and notes what the clean-up must undo. */
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

function isOf(action: FollowUpAction, lookup: LabExchange, after: LabExchange): boolean {
  const type = typeOf(lookup)
  const isVoid = type === 'void' || type === 'reverse' || isVoided(after)
  if (action === 'void') return isVoid
  if (action === 'completion') return type === 'completion'
  return !isVoid && isRefundType(type) && targetAuditOf(lookup) !== undefined
}

function isVoided(lookup: LabExchange): boolean {
  return isOk(lookup) && ['voided', 'reversed'].includes(String(statusWord(lookup)))
}

/** Links first: of those of a purchase and of a hold, a void is on both. */
async function candidates(lab: Lab, action: FollowUpAction): Promise<Iterable<string>> {
  const purchase = linkTemplates(lab, await purchasing(lab))
  const hold = await preauthorising(lab).then(
    (made) => linkTemplates(lab, made),
    () => [],
  )
  const own = action === 'completion' ? hold : purchase
  const other = action === 'completion' ? purchase : hold
  const isShared = (path: string) => other.includes(path) === (action === 'void')
  const usual = usualWords[action].map((word) => `/transactions/{audit}/${word}`)
  return new Set([...own.filter(isShared), lab.ours.paths[action], ...usual])
}

function linkTemplates(lab: Lab, { audit, created }: MadeTransaction): readonly string[] {
  const paths = transactionLinks(lab, created, audit).values()
  return [...paths].map((path) => templateOf(path, { audit })).filter(isAction)
}

function isAction(template: string): boolean {
  return template.includes('{audit}') && template !== '/transactions/{audit}'
}

export function transactionLinks(lab: Lab, exchange: LabExchange, audit: number): LinkPaths {
  return linksOf(lab, exchange, `/transactions/${audit}`)
}
