import { aboutCalls, type IndexAnswer } from '../contract/control/calls/about.ts'
import { byHandCalls } from '../contract/control/calls/by-hand.ts'
import { clockCalls } from '../contract/control/calls/clock.ts'
import { customerCalls } from '../contract/control/calls/customers.ts'
import { eventCalls } from '../contract/control/calls/events.ts'
import { referenceCalls } from '../contract/control/calls/reference.ts'
import { reportCalls } from '../contract/control/calls/report.ts'
import { requestCalls } from '../contract/control/calls/requests.ts'
import { ruleCalls } from '../contract/control/calls/rules.ts'
import { scenarioCalls } from '../contract/control/calls/scenarios.ts'
import { seedCalls } from '../contract/control/calls/seed.ts'
import { snapshotCalls } from '../contract/control/calls/snapshots.ts'
import { stateCalls } from '../contract/control/calls/state.ts'
import { transactionCalls } from '../contract/control/calls/transactions.ts'
import { worldCalls } from '../contract/control/calls/worlds.ts'
import type { ControlCall, ControlCalls } from '../contract/control/control-call.ts'
import { type Later, later, memberOf } from '../operation.ts'
import { RouteTable } from '../route-table.ts'
import type { ControlHandler, Handlers } from './control-handler.ts'

/** Calls that belong together, and what does them, which is loaded when one is first called. */
interface Chapter<Calls extends ControlCalls> {
  readonly calls: Calls
  readonly load: () => Promise<Handlers<Calls>>
}

/** The control API, chapter by chapter: its routes, its index and its client come from here. */
export const chapters = [
  chapter(aboutCalls, async () => (await import('./calls/about.ts')).about),
  chapter(referenceCalls, async () => (await import('./calls/reference.ts')).reference),
  chapter(clockCalls, async () => (await import('./calls/clock.ts')).clock),
  chapter(byHandCalls, async () => (await import('./calls/by-hand.ts')).byHand),
  chapter(scenarioCalls, async () => (await import('./calls/scenarios.ts')).scenarios),
  chapter(ruleCalls, async () => (await import('./calls/rules.ts')).rules),
  chapter(requestCalls, async () => (await import('./calls/requests.ts')).requests),
  chapter(reportCalls, async () => (await import('./calls/report.ts')).report),
  chapter(eventCalls, async () => (await import('./calls/events.ts')).events),
  chapter(transactionCalls, async () => (await import('./calls/transactions.ts')).transactions),
  chapter(customerCalls, async () => (await import('./calls/customers.ts')).customers),
  chapter(seedCalls, async () => (await import('./calls/seed.ts')).seed),
  chapter(stateCalls, async () => (await import('./calls/state.ts')).state),
  chapter(snapshotCalls, async () => (await import('./calls/snapshots.ts')).snapshots),
  chapter(worldCalls, async () => (await import('./calls/worlds.ts')).worlds),
]

function chapter<Calls extends ControlCalls>(
  calls: Calls,
  load: () => Promise<Handlers<Calls>>,
): Chapter<Calls> {
  return { calls, load }
}

/** Every call by its name. */
export type AllCalls = Together<(typeof chapters)[number]['calls']>

export const allCalls: AllCalls = Object.assign({}, ...chapters.map(({ calls }) => calls))

/** What has the members of each. */
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

export const CONTROL = '/_sandbox'

/** A call with what does it. */
export interface ControlRoute extends ControlCall {
  readonly load: Later<ControlHandler>
}

/** Finds calls by their method and path. */
export const controlTable = new RouteTable<ControlRoute>(
  chapters.flatMap(({ calls, load }) => {
    const handlers = later<Readonly<Record<string, ControlHandler>>>(load)
    return Object.entries(calls).map(([name, call]: [string, ControlCall]) => ({
      ...call,
      load: memberOf(handlers, name) as Later<ControlHandler>,
    }))
  }),
)

/** The list of all calls, as the control API shows it. */
export function callIndex(): IndexAnswer {
  return {
    calls: controlTable.routes.map(({ method, path, does }) => ({
      method,
      path: path === '/' ? CONTROL : CONTROL + path,
      does,
    })),
  }
}
