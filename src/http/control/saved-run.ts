import { nextTurn } from '../../document/in-batches.ts'
import { SAVED_FORMAT, type SavedLine } from '../../insight/run/saved-run.ts'
import type { World } from '../../world/world.ts'
import type { HandlerParts } from './parts.ts'
import { stateChunks } from './send-chunks.ts'

type SavedParts = Pick<HandlerParts, 'version' | 'worlds' | 'judging' | 'stateDocument'>

/** Lines to write in one turn of the event loop. */
const BATCH = 50

/** The run so far as a file: open worlds with their requests, then everything that is kept of the run. */
export async function* savedRun(parts: SavedParts): AsyncGenerator<string> {
  const { version, worlds, judging } = parts
  const { isOn: judged, run } = judging
  const saved_at = new Date().toISOString()
  const possible = [...judging.possible]
  yield line({ record: 'saved', format: SAVED_FORMAT, version, saved_at, judged, possible })
  for (const world of worlds.list()) {
    yield* stateLine(world, parts)
    const lines = world.history.entries().values()
    yield* inTurns(lines, (exchange) => ({ record: 'exchange', world: world.name, exchange }))
  }
  yield* inTurns(run.records(), (record) => record)
  yield line({ record: 'end' })
}

function line(record: SavedLine): string {
  return `${JSON.stringify(record)}\n`
}

async function* inTurns<T>(
  list: IterableIterator<T>,
  recordOf: (one: T) => SavedLine,
): AsyncGenerator<string> {
  let text = ''
  let count = 0
  for (const one of list) {
    text += line(recordOf(one))
    count += 1
    if (count % BATCH !== 0) continue
    yield text
    text = ''
    await nextTurn()
  }
  if (text !== '') yield text
}

/** A state is a document of many lines; here it is one. */
async function* stateLine(world: World, parts: SavedParts): AsyncGenerator<string> {
  yield `{"record":"world","name":${JSON.stringify(world.name)},"state":`
  for await (const chunk of stateChunks(world, parts)) {
    yield Buffer.from(chunk).toString('utf8').replaceAll('\n', '')
  }
  yield '}\n'
}
