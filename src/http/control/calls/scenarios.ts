import * as z from 'zod'
import {
  loadScenario,
  replaceScenarios,
  unloadScenario,
} from '../../../world/commands/rule-commands.ts'
import type { Call } from '../../call.ts'
import type { ScenariosAnswer } from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { namePath, scenariosBody } from '../../contract/control/control-requests.ts'
import { type ControlCall, controlCall } from '../control-call.ts'
import { composeScenarios, readScenarios } from '../read-scenario.ts'
import { scenariosAnswer } from '../representation/rule-representation.ts'

const replaceContract = controlContract({ body: scenariosBody })
const loadContract = controlContract({ body: z.unknown() })
const unloadContract = controlContract({ path: namePath })

export const scenarioCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/scenarios',
    does: 'List the active scenarios, highest priority first, and how often each rule matched',
    contract: controlContract({}),
    handle: ({ world }) => scenariosAnswer(world),
  }),
  controlCall({
    method: 'PUT',
    path: '/scenarios',
    does: 'Replace all scenarios; the first of the list is asked first',
    contract: replaceContract,
    handle: replace,
  }),
  controlCall({
    method: 'POST',
    path: '/scenarios',
    does: 'Put a scenario in front of the others: a document, or the name of a shipped one',
    contract: loadContract,
    handle: load,
  }),
  controlCall({
    method: 'DELETE',
    path: '/scenarios/{name}',
    does: 'Unload a scenario',
    contract: unloadContract,
    handle: unload,
  }),
]

async function replace(
  { world }: Call,
  { body }: z.output<typeof replaceContract>,
): Promise<ScenariosAnswer> {
  const given = await readScenarios(body.scenarios, (i) => ['body', 'scenarios', i])
  // Those that are replaced can still be extended: what counts is what they are now.
  replaceScenarios(world, composeScenarios(given, world.rules.scenarios))
  return scenariosAnswer(world)
}

async function load(
  { world }: Call,
  { body }: z.output<typeof loadContract>,
): Promise<ScenariosAnswer> {
  const given = await readScenarios([body], () => ['body'])
  for (const scenario of composeScenarios(given, world.rules.scenarios)) {
    loadScenario(world, scenario)
  }
  return scenariosAnswer(world)
}

function unload({ world }: Call, { path }: z.output<typeof unloadContract>): ScenariosAnswer {
  unloadScenario(world, path.name)
  return scenariosAnswer(world)
}
