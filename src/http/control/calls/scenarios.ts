import * as z from 'zod'
import { magicValues } from '../../../scenario/telling/cards.ts'
import {
  loadScenario,
  replaceScenarios,
  unloadScenario,
} from '../../../world/commands/rule-commands.ts'
import type { World } from '../../../world/world.ts'
import type { Call } from '../../call.ts'
import type { ScenariosAnswer, scenarioCalls } from '../../contract/control/calls/scenarios.ts'
import { controlContract, strict, text } from '../../contract/control/control-field.ts'
import { coded, complaint } from '../../contract/objection.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, handler, simpleHandler } from '../control-handler.ts'
import { composeScenarios, pause, readScenarios } from '../read-scenario.ts'
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
  replaceScenarios: handler(replaceContract, replace),
  loadScenario: handler(loadContract, load),
  unloadScenario: handler(unloadContract, unload),
  cards: simpleHandler(({ world }) => ({ cards: magicValues(world.rules.scenarios) })),
}

async function replace(
  { world, outgoing }: Call,
  { body }: z.output<typeof replaceContract>,
): Promise<ScenariosAnswer> {
  const given = await readScenarios(body.scenarios, (i) => ['body', 'scenarios', i])
  refuseIfGone(outgoing)
  // Those that are replaced can still be extended: what counts is what they are now.
  replaceScenarios(world, composeScenarios(given, world.rules.scenarios))
  return await loadedAnswer(world)
}

async function load(
  { world, outgoing }: Call,
  { body }: z.output<typeof loadContract>,
): Promise<ScenariosAnswer> {
  const given = await readScenarios([body], () => ['body'])
  refuseIfGone(outgoing)
  for (const scenario of composeScenarios(given, world.rules.scenarios)) {
    loadScenario(world, scenario)
  }
  return await loadedAnswer(world)
}

function unload({ world }: Call, { path }: z.output<typeof unloadContract>): ScenariosAnswer {
  unloadScenario(world, path.name)
  return scenariosAnswer(world)
}

/** Step by step: with thousands of rules each takes a while, in which other calls want their turn. */
async function loadedAnswer(world: World): Promise<ScenariosAnswer> {
  await pause()
  // Made here, so that no purchase has to wait for it.
  world.rules.prepare()
  await pause()
  return scenariosAnswer(world)
}

/** A client that has given up must not find later that it was loaded all the same. */
function refuseIfGone(outgoing: Call['outgoing']): void {
  if (!outgoing.destroyed) return
  throw problem('internal_error', 'The client disconnected before its scenario was checked')
}
