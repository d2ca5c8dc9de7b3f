import * as z from 'zod'
import { magicValues } from '../../../scenario/telling/cards.ts'
import {
  changeScenarios,
  loading,
  replacing,
  type ScenarioChange,
  unloading,
} from '../../../world/commands/rules/rule-commands.ts'
import type { Call } from '../../call.ts'
import type {
  LoadedAnswer,
  ScenariosAnswer,
  scenarioCalls,
} from '../../contract/control/calls/scenarios.ts'
import { controlContract, strict, text } from '../../contract/control/control-field.ts'
import { coded, complaint } from '../../contract/objection.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, handler, readingHandler, simpleHandler } from '../control-handler.ts'
import { loadWarnings } from '../load-warnings.ts'
import {
  composeScenarios,
  type GivenScenarios,
  readScenarios,
  refuseEarly,
} from '../read-scenario.ts'
import { scenariosAnswer } from '../representation/rule-representation.ts'

/** Each is a document or the name of a shipped one, checked where it is read. */
const replaceContract = controlContract({
  body: strict({
    scenarios: z
      .array(z.unknown(), complaint('invalid_type', 'Must be a list'))
      .max(100, coded('out_of_range', 'Must be at most 100 scenarios')),
  }),
})
const loadContract = controlContract({ body: z.unknown() })
const unloadContract = controlContract({ path: strict({ name: text }) })

export const scenarios: Handlers<typeof scenarioCalls> = {
  scenarios: simpleHandler(({ world }) => scenariosAnswer(world)),
  replaceScenarios: readingHandler(replaceContract, {
    read: ({ body }) => readScenarios(body.scenarios, (i) => ['body', 'scenarios', i]),
    refuse: refuseEarly,
    handle: replace,
  }),
  loadScenario: readingHandler(loadContract, {
    read: ({ body }) => readScenarios([body], () => ['body']),
    refuse: refuseEarly,
    handle: load,
  }),
  unloadScenario: handler(unloadContract, unload),
  cards: simpleHandler(async ({ world }) => {
    return { cards: await magicValues(world.rules.scenarios) }
  }),
}

async function replace(call: Call, given: GivenScenarios): Promise<LoadedAnswer> {
  // Those that are replaced can still be extended: what counts is what they are now.
  const change = replacing((inForce) => composeScenarios(given, inForce))
  return await changed(call, given, change)
}

async function load(call: Call, given: GivenScenarios): Promise<LoadedAnswer> {
  const change = loading((inForce) => composeScenarios(given, inForce))
  return await changed(call, given, change)
}

async function changed(
  { world, outgoing }: Call,
  given: GivenScenarios,
  change: ScenarioChange,
): Promise<LoadedAnswer> {
  refuseIfGone(outgoing)
  changeScenarios(world, change)
  const answer = await scenariosAnswer(world)
  return { ...answer, warnings: await loadWarnings(world, given) }
}

async function unload(
  { world }: Call,
  { path }: z.output<typeof unloadContract>,
): Promise<ScenariosAnswer> {
  changeScenarios(world, unloading(path.name))
  return await scenariosAnswer(world)
}

/** A client that has given up must not find later that it was loaded all the same. */
function refuseIfGone(outgoing: Call['outgoing']): void {
  if (!outgoing.destroyed) return
  throw problem('internal_error', 'The client disconnected before its scenario was checked')
}
