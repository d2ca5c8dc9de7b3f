import { redactAddress, redactText } from '../../base/redaction/redacted.ts'
import { StoreError } from '../../gateway/store/port/store-error.ts'
import type { Call } from '../../gateway/wire/call.ts'
import { checkWorldName } from '../../gateway/wire/paths.ts'
import { bodyChunks } from '../../gateway/wire/pipeline/body.ts'
import { requestProblem } from '../../gateway/wire/request-problem.ts'
import { seedWorld } from '../../gateway/world/commands/seed-commands.ts'
import {
  replaceState,
  resetWorld,
  stateIntake,
} from '../../gateway/world/commands/state-commands.ts'
import { Records } from '../../gateway/world/records/records.ts'
import type { World } from '../../gateway/world/world.ts'
import { resetBody, seedBody } from '../contract/calls/bodies.ts'
import { clockSchema } from '../contract/calls/clock.ts'
import {
  type ImportResponse,
  importSchema,
  removedSchema,
  seedSchema,
  type WorldResponse,
  worldSchema,
  worldsSchema,
} from '../contract/calls/worlds.ts'
import { anyText, queryNumber, strict } from '../contract/control-field.ts'
import { handler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { sendChunks, stateChunks } from '../run-lines.ts'
import { clockAnswer } from './clock.ts'

/** The most worlds that a sandbox has; the rows are short. */
const MOST_WORLDS = 1000

const named = strict({ name: anyText })

export const worlds = {
  worlds: handler(
    { query: strict({ limit: queryNumber(1, MOST_WORLDS).default(100) }), answer: worldsSchema },
    (_call, { query }, { worlds: all }) => ({
      worlds: all.list().slice(0, query.limit).map(worldAnswer),
    }),
  ),
  createWorld: handler(
    { path: named, answer: worldSchema },
    async (_call, { path: { name } }, parts) => {
      checkWorldName(name)
      return worldAnswer(await parts.worlds.open(name))
    },
  ),
  removeWorld: handler(
    { path: named, answer: removedSchema },
    async (_call, { path: { name } }, parts) => {
      const location = ['path', 'name']
      if (name === 'default') {
        throw requestProblem(
          'invalid_world',
          'The default world cannot be removed; reset it',
          location,
        )
      }
      if (await parts.worlds.remove(name)) return { removed: name }
      const shown = redactAddress(name).slice(0, 60)
      throw requestProblem('not_found', `There is no world '${shown}'`, location)
    },
  ),
  // Streams the state, so that it is never in memory as one text.
  exportState: handler({}, (call, _input, parts) =>
    sendChunks(call, stateFile, stateChunks(call.world, parts)),
  ),
  importState: handler({ answer: importSchema }, (call, _input, parts) => importState(call, parts)),
  reset: handler({ body: resetBody, answer: clockSchema }, ({ world }, { body }) => {
    const { label, keep_scenarios = false } = body
    resetWorld(world, {
      ...(label !== undefined && { label: redactText(onOneLine(label)) }),
      keepsScenarios: keep_scenarios,
    })
    return clockAnswer(world)
  }),
  seed: handler({ body: seedBody, answer: seedSchema }, ({ world }, { body }, { stopping }) =>
    seedWorld(world, body, { stopping }),
  ),
}

function worldAnswer(world: World): WorldResponse {
  return { name: world.name, ...clockAnswer(world), ...sizes(world) }
}

function sizes({ records }: World) {
  return {
    customers: records.size('customers'),
    tokens: records.size('tokens'),
    transactions: records.size('transactions'),
  }
}

const stateFile = { 'Content-Type': 'application/json; charset=utf-8' }

/** In bytes: parsing more in one go would keep other requests waiting. */
const LONGEST_LINE = 1024 * 1024

/** Takes effect only once everything is read and checked. */
async function importState(
  { world, incoming, outgoing }: Call,
  { stateDocument }: HandlerParts,
): Promise<ImportResponse> {
  const records = new Records()
  try {
    const into = stateIntake(records, world.environment)
    await stateDocument.read(bodyChunks(incoming), into, LONGEST_LINE)
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause
    throw requestProblem('invalid_format', cause.message, ['body'])
  }
  if (outgoing.destroyed) {
    throw requestProblem('internal_error', 'The client disconnected before its state was checked')
  }
  replaceState(world, records, 'imported')
  return { ...clockAnswer(world), ...sizes(world) }
}

/** Reports show a label on one line, but a test's name may have several. */
function onOneLine(label: string): string {
  return label.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}
