import { type Context, Hono } from 'hono'
import { problem } from '../../domain/problem.ts'
import type { Answer } from '../answer.ts'
import type { Env } from '../call.ts'
import type { IndexAnswer } from '../contract/control/control-answers.ts'
import { controlContract } from '../contract/control/control-field.ts'
import { routeOf, worldlessPath } from '../paths.ts'
import { refusal } from '../problem-response.ts'
import { assumptionCalls } from './calls/assumptions.ts'
import { cardCalls } from './calls/cards.ts'
import { clockCalls } from './calls/clock.ts'
import { correlationCalls } from './calls/correlations.ts'
import { customerCalls } from './calls/customers.ts'
import { eventCalls } from './calls/events.ts'
import { health } from './calls/health.ts'
import { requestCalls } from './calls/requests.ts'
import { ruleCalls } from './calls/rules.ts'
import { scenarioCalls } from './calls/scenarios.ts'
import { seedCalls } from './calls/seed.ts'
import { settleCalls } from './calls/settle.ts'
import { snapshotCalls } from './calls/snapshots.ts'
import { stateCalls } from './calls/state.ts'
import { transactionCalls } from './calls/transactions.ts'
import { worldCalls } from './calls/worlds.ts'
import { type ControlCall, controlCall } from './control-call.ts'
import type { ControlParts } from './parts.ts'
import { serveControl, serveNothing } from './serve-control.ts'

const index = controlCall({
  method: 'GET',
  path: '/',
  does: 'List the calls of the control API',
  contract: controlContract({}),
  handle: indexAnswer,
})

const CONTROL = '/_sandbox'

/** Every call of the sandbox's own API. */
const controlCalls: readonly ControlCall[] = [
  index,
  health,
  ...clockCalls,
  ...settleCalls,
  ...correlationCalls,
  ...scenarioCalls,
  ...ruleCalls,
  ...requestCalls,
  ...eventCalls,
  ...transactionCalls,
  ...customerCalls,
  ...seedCalls,
  ...stateCalls,
  ...snapshotCalls,
  ...assumptionCalls,
  ...cardCalls,
  ...worldCalls,
]

/** All of the sandbox's own API, to be asked by the whole path. */
export function allCalls(parts: ControlParts): Hono<Env> {
  const control = new Hono<Env>({ getPath: worldlessPath }).basePath(CONTROL)
  for (const path of paths()) {
    const calls = controlCalls.filter((call) => call.path === path)
    const route = routeOf(path)
    for (const call of calls) control.on(call.method, route, serveControl(parts, call))
    control.all(
      route,
      serveNothing(parts, (context) => wrongMethod(context, calls)),
    )
  }
  control.all('*', serveNothing(parts, nowhere))
  return control
}

/** Literal paths come before those with a placeholder in the same place. */
function paths(): readonly string[] {
  const sortKey = (path: string) => path.replaceAll('{', '~')
  const all = [...new Set(controlCalls.map(({ path }) => path))]
  return all.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
}

function indexAnswer(): IndexAnswer {
  return {
    calls: controlCalls.map(({ method, path, does }) => ({
      method,
      path: path === '/' ? CONTROL : CONTROL + path,
      does,
    })),
  }
}

function wrongMethod({ req }: Context<Env>, calls: readonly ControlCall[]): Answer {
  const methods = calls.map(({ method }) => method).join(', ')
  const message = `This path answers ${methods}, not ${req.method}`
  return refusal(problem('method_not_allowed', message, ['path']), { Allow: methods })
}

function nowhere({ req }: Context<Env>): Answer {
  const message = `There is no control call at ${req.path.slice(0, 200)}; GET /_sandbox lists them`
  return refusal(problem('not_found', message, ['path']))
}
