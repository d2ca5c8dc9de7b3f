import { newState, type State, type Transaction } from './state.ts'
import { nextBankingDay } from './time/banking-days.ts'
import { allDue, applied, type Fired, moveTo } from './time/falling-due.ts'
import { instantOf, wallAt } from './time/sydney.ts'
import { statusOfCode } from './transaction/bank-codes.ts'
import { isForgotten } from './transaction/standing.ts'
import type { Seen } from './transaction/views.ts'
import { anything, type Expected, type Pattern, someText } from './wire/expected.ts'
import { memberOf, type Request } from './wire/request.ts'

/** Copies of the state that were put aside by name. */
export type Snapshots = Map<string, State>

/** What a call of the control API should be answered with. The state moves with it. */
export function controlAnswer(seen: Seen, snapshots: Snapshots, request: Request): Expected {
  const { method, body } = request
  const path = request.path.slice('/_sandbox'.length)
  if (path === '/clock/advance') return moved(seen, destination(seen.state, body))
  if (path === '/clock' && method === 'GET') return { status: 200, body: clock(seen.state) }
  if (path === '/clock') return moved(seen, Date.parse(String(memberOf(body, 'now'))))
  if (path === '/clock/upcoming') return { status: 200, body: { scheduled: scheduled(seen.state) } }
  if (path === '/rules') return ruleAdded(seen.state, body)
  if (path === '/settle') return settle(seen, body)
  if (path === '/resolve') return byHand(seen.state, body, 'resolved')
  if (path === '/return') return byHand(seen.state, body, 'returned')
  if (path === '/expire') return expire(seen, body)
  if (path === '/reset') return replaced(seen.state, newState(seen.house.clock))
  const [, , name = '', action] = path.split('/')
  if (action === 'restore') return restored(seen.state, snapshots.get(name))
  snapshots.set(name, structuredClone(seen.state))
  return { status: 200, body: anything }
}

function clock({ now }: State): Pattern {
  return { now: new Date(now).toISOString(), mode: 'frozen' }
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function destination(state: State, body: unknown): number {
  const to = memberOf(body, 'to')
  if (to !== undefined) return Date.parse(String(to))
  const by = String(memberOf(body, 'by'))
  const days = /^(\d+) banking days?$/.exec(by)?.[1]
  if (days === undefined) return state.now + Number(by.slice(0, -1)) * (units[by.slice(-1)] ?? 0)
  const { date, minutes } = wallAt(state.now)
  return instantOf(nextBankingDay(date, Number(days)), minutes) + (state.now % 60_000)
}

function moved({ state }: Seen, instant: number): Expected {
  if (instant < state.now) return { status: 422, body: anything }
  const fired = moveTo(state, instant)
  return {
    status: 200,
    body: { ...Object(clock(state)), mode: anything, fired: fired.map(firedView) },
  }
}

function firedView({ at, event, transaction, to }: Fired): Pattern {
  return { at, event, ...paid(transaction), from: anything, to: to ?? anything }
}

function paid({ audit, reference, total, currency }: Transaction) {
  return { audit, reference, total: Number(total), currency }
}

function scheduled(state: State): Pattern {
  return allDue(state)
    .slice(0, 100)
    .map(({ at, transaction, move }) => ({
      at: new Date(at).toISOString(),
      event: move?.event ?? 'preauthorisation_expired',
      ...paid(transaction),
    }))
}

function ruleAdded({ rules }: State, body: unknown): Expected {
  const code = memberOf(body, 'outcome', 'response_code')
  const fault = memberOf(body, 'outcome', 'fault')
  const at = memberOf(fault, 'at') === 'before' ? 'before' : 'after'
  rules.push({
    operation: String(memberOf(body, 'when', 'operation')),
    fault: fault === undefined ? undefined : { at, http: Number(memberOf(fault, 'http')) },
    code: typeof code === 'string' ? code : undefined,
  })
  return { status: 200, body: anything }
}

/** What is undecided is decided now; what has cleared comes back. */
function byHand(state: State, body: unknown, how: 'resolved' | 'returned'): Expected {
  const audits = memberOf(body, 'audits')
  const [audit] = Array.isArray(audits) ? audits : []
  const found = state.transactions.get(Number(audit))
  const isCleared = found?.kind === 'purchase' && found.status === 'approved'
  const isReturnable = isCleared && found.method.kind === 'debit'
  const isOpen = how === 'resolved' ? found?.status === 'unknown' : isReturnable
  if (found === undefined || !isOpen) {
    return { status: 200, body: { [how]: [], refused: [{ audit, reason: someText }] } }
  }
  const code = String(memberOf(body, 'response_code'))
  const status = how === 'returned' ? 'declined' : statusOfCode(code)
  applied(found, { at: state.now, status, code, event: how })
  found.moves = []
  return { status: 200, body: { [how]: [{ audit, status }], refused: anything } }
}

function settle({ state }: Seen, body: unknown): Expected {
  const status = memberOf(body, 'status') === 'declined' ? 'declined' : 'approved'
  const code = memberOf(body, 'response_code')
  const asked = memberOf(body, 'audits')
  const pending = [...state.transactions.values()].filter(isPendingDebit)
  const chosen = Array.isArray(asked)
    ? pending.filter(({ audit }) => asked.includes(audit))
    : pending
  for (const one of chosen) report(one, status, typeof code === 'string' ? code : '6')
  const missing = Array.isArray(asked) ? asked.length - chosen.length : 0
  const refusal = { audit: anything, reason: someText }
  return {
    status: 200,
    body: {
      settled: chosen.map(({ audit }) => ({ audit, status })),
      refused: missing > 0 ? [refusal] : undefined,
    },
  }
}

function isPendingDebit({ status, method }: Transaction): boolean {
  return status === 'pending' && method.kind === 'debit'
}

/** The bank's report comes now instead of when it was due; what comes after it still does. */
function report(one: Transaction, status: 'approved' | 'declined', code: string): void {
  const [, ...later] = one.moves
  one.moves = status === 'approved' ? later : []
  one.status = status
  one.code = status === 'approved' ? undefined : code
  one.told = one.told.trace === undefined ? {} : { trace: one.told.trace }
}

function expire({ state }: Seen, body: unknown): Expected {
  const ids = memberOf(body, 'ids')
  const chosen = [...state.remembered].filter(([key, { until }]) => {
    const isAsked = !Array.isArray(ids) || ids.includes(key.slice(key.indexOf(' ') + 1))
    return isAsked && !isForgotten(state, until)
  })
  for (const [key] of chosen) state.remembered.delete(key)
  return { status: 200, body: { expired: chosen.length } }
}

function restored(state: State, saved: State | undefined): Expected {
  if (saved === undefined) return { status: 404, body: anything }
  return replaced(state, structuredClone(saved))
}

function replaced(state: State, other: State): Expected {
  state.now = other.now
  state.nextAudit = other.nextAudit
  refill(state.transactions, other.transactions)
  refill(state.remembered, other.remembered)
  state.customers.splice(0, state.customers.length, ...other.customers)
  state.tokens.splice(0, state.tokens.length, ...other.tokens)
  state.rules.splice(0, state.rules.length, ...other.rules)
  for (const kind of ['customers', 'tokens'] as const) {
    state.usedIds[kind].clear()
    for (const id of other.usedIds[kind]) state.usedIds[kind].add(id)
  }
  return { status: 200, body: clock(state) }
}

function refill<K, V>(into: Map<K, V>, from: ReadonlyMap<K, V>): void {
  into.clear()
  for (const [key, value] of from) into.set(key, value)
}
