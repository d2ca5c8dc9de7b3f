import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { redactAddress, redactText } from '../../../domain/redaction/redacted.ts'
import { maxSeeded } from '../../../seed/seed-limits.ts'
import { StoreError } from '../../../store/port/store-error.ts'
import { seedWorld } from '../../../world/commands/seed-commands.ts'
import { replaceState, resetWorld, stateIntake } from '../../../world/commands/state-commands.ts'
import { Records } from '../../../world/records/records.ts'
import type { World } from '../../../world/world.ts'
import { type Call, checkWorldName } from '../../call.ts'
import { clockSchema } from '../../contract/control/calls/clock.ts'
import { removedSchema } from '../../contract/control/calls/snapshots.ts'
import {
  type ImportResponse,
  importSchema,
  seedSchema,
  type WorldResponse,
  worldSchema,
  worldsSchema,
} from '../../contract/control/calls/worlds.ts'
import { anyText, integerField, queryNumber, strict } from '../../contract/control/control-field.ts'
import { coded, complaint } from '../../contract/objection.ts'
import { bodyChunks } from '../../pipeline/body.ts'
import { requestProblem } from '../../request-problem.ts'
import { handler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { sendChunks, stateChunks } from '../run-lines.ts'
import { clockAnswer } from './clock.ts'

/** The most worlds that a sandbox has; the rows are short. */
const MOST_WORLDS = 1000

const named = strict({ name: anyText })

/** Longer than any reasonable test name. */
const LONGEST_LABEL = 300

const resetBody = strict({
  label: anyText
    .min(1, coded('invalid_length', 'Must not be empty'))
    .max(LONGEST_LABEL, coded('invalid_length', `Must have at most ${LONGEST_LABEL} characters`))
    .exactOptional(),
  keep_scenarios: z.boolean(complaint('invalid_type', 'Must be true or false')).exactOptional(),
})

const seedBody = strict({
  customers: integerField(0, maxSeeded.customers).exactOptional(),
  tokens: integerField(0, maxSeeded.tokens).exactOptional(),
  transactions: integerField(0, maxSeeded.transactions).exactOptional(),
  seed: integerField(0, MAX_ID).exactOptional(),
})

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
