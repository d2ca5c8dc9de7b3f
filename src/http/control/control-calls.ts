import { aboutCalls, type IndexAnswer } from '../contract/control/calls/about.ts'
import { clockCalls } from '../contract/control/calls/clock.ts'
import { customerCalls } from '../contract/control/calls/customers.ts'
import { reportCalls } from '../contract/control/calls/report.ts'
import { requestCalls } from '../contract/control/calls/requests.ts'
import { scenarioCalls } from '../contract/control/calls/scenarios.ts'
import { searchCalls } from '../contract/control/calls/search.ts'
import { snapshotCalls } from '../contract/control/calls/snapshots.ts'
import { transactionCalls } from '../contract/control/calls/transactions.ts'
import { worldCalls } from '../contract/control/calls/worlds.ts'
import type { ControlCall, ControlCalls } from '../contract/control/control-call.ts'
import { later } from '../operation.ts'
import { RouteTable } from '../router.ts'
import type { ControlHandler, Handlers } from './control-handler.ts'

/** Related calls; their handlers are loaded when one of them is first called. */
interface CallGroup<Calls extends ControlCalls> {
  readonly calls: Calls
  readonly load: () => Promise<Handlers<Calls>>
}

/**
 * The control API: its routes, index and client are made from this list.
 * @internal Exported for tests.
 */
export const callGroups = [
  group(aboutCalls, async () => (await import('./calls/about.ts')).about),
  group(clockCalls, async () => (await import('./calls/clock.ts')).clock),
  group(transactionCalls, async () => (await import('./calls/transactions.ts')).transactions),
  group(customerCalls, async () => (await import('./calls/customers.ts')).customers),
  group(scenarioCalls, async () => (await import('./calls/scenarios.ts')).scenarios),
  group(requestCalls, async () => (await import('./calls/requests.ts')).requests),
  group(reportCalls, async () => (await import('./calls/report.ts')).report),
  group(searchCalls, async () => (await import('./calls/search.ts')).search),
  group(snapshotCalls, async () => (await import('./calls/snapshots.ts')).snapshots),
  group(worldCalls, async () => (await import('./calls/worlds.ts')).worlds),
]

function group<Calls extends ControlCalls>(
  calls: Calls,
  load: () => Promise<Handlers<Calls>>,
): CallGroup<Calls> {
  return { calls, load }
}

/** Every call by its name. */
export type AllCalls = Together<(typeof callGroups)[number]['calls']>

export const allCalls: AllCalls = Object.assign({}, ...callGroups.map(({ calls }) => calls))

/** The intersection of the members of a union. */
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

export const CONTROL = '/_sandbox'

/** A call and how to load its handler. */
export interface ControlRoute extends ControlCall {
  readonly load: () => Promise<ControlHandler>
}

/** Finds calls by their method and path. */
export const controlTable = new RouteTable<ControlRoute>(
  callGroups.flatMap(({ calls, load }) => {
    const handlers = later<Readonly<Record<string, ControlHandler>>>(load)
    return Object.entries(calls).map(([name, call]: [string, ControlCall]) => ({
      ...call,
      load: async () => (await handlers())[name] as ControlHandler,
    }))
  }),
)

/** The answer that lists every call. */
export function callIndex(): IndexAnswer {
  return {
    calls: Object.values<ControlCall>(allCalls).map(({ method, path, does }) => ({
      method,
      path: path === '/' ? CONTROL : CONTROL + path,
      does,
    })),
  }
}
