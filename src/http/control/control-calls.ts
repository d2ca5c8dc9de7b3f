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
import type { Handlers } from './control-handler.ts'

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

/** What the control API has, for whoever asks. */
export function callIndex(): IndexAnswer {
  const calls = chapters.flatMap((chapter): readonly ControlCall[] => Object.values(chapter.calls))
  return {
    calls: calls.map(({ method, path, does }) => ({
      method,
      path: path === '/' ? CONTROL : CONTROL + path,
      does,
    })),
  }
}
