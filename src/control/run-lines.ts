import { pipeline } from 'node:stream/promises'
import { jsonInBatches, nextTurn } from '../base/in-batches.ts'
import { noSniffing } from '../gateway/wire/answer.ts'
import type { Call } from '../gateway/wire/call.ts'
import type { World } from '../gateway/world/world.ts'
import type { RunEntry } from '../record/run-entry.ts'
import type { ControlParts, HandlerParts } from './parts.ts'
import { reportAnswer, wholeRun } from './representation/report-representation.ts'

type RunParts = Pick<HandlerParts, 'worlds' | 'judging' | 'stateDocument' | 'runHeader'>

/** Entries to write in one turn of the event loop. */
const BATCH = 50

/** The run so far as a run file. */
export async function* runLines(parts: RunParts): AsyncGenerator<string> {
  let lines = 0
  for await (const text of linesBeforeEnd(parts)) {
    lines += lineBreaksIn(text)
    yield text
  }
  yield await endLine(parts, lines)
}

async function* linesBeforeEnd(parts: RunParts): AsyncGenerator<string> {
  const { entries, dropped } = parts.judging.recorder.log
  yield line({ ...(await parts.runHeader()), dropped })
  yield* entryLines(entries)
  for (const one of parts.worlds.list()) yield* stateLines(one, parts)
}

export function lineBreaksIn(text: string): number {
  return text.split('\n').length - 1
}

async function* entryLines(entries: readonly RunEntry[]): AsyncGenerator<string> {
  for (let from = 0; from < entries.length; from += BATCH) {
    yield entries
      .slice(from, from + BATCH)
      .map(line)
      .join('')
    await nextTurn()
  }
}

/** A state is a document of many lines; here it is one. */
export async function* stateLines(
  world: World,
  parts: Pick<RunParts, 'stateDocument'>,
): AsyncGenerator<string> {
  yield `{"record":"state","world":${JSON.stringify(world.name)},"state":`
  for await (const chunk of stateChunks(world, parts)) {
    yield Buffer.from(chunk).toString('utf8').replaceAll('\n', '')
  }
  yield '}\n'
}

/** The last line of a run file. It counts the lines before it, so that none can be lost unnoticed. */
export async function endLine(
  { judging }: Pick<RunParts, 'judging'>,
  lines: number,
): Promise<string> {
  const report = await reportAnswer(judging, wholeRun)
  const end = { record: 'end', at: new Date().toISOString(), lines, report }
  return `${await jsonInBatches(end)}\n`
}

export function line(record: object): string {
  return `${JSON.stringify(record)}\n`
}

/** Answers with a document that is never in memory as a whole. */
export async function sendChunks(
  { outgoing }: Pick<Call, 'outgoing'>,
  headers: Readonly<Record<string, string>>,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<undefined> {
  outgoing.writeHead(200, { ...noSniffing, 'Cache-Control': 'no-store', ...headers })
  try {
    await pipeline(chunks, outgoing)
  } catch (cause) {
    if (!isGone(cause)) throw cause
  }
}

/** Whether the client disconnected during the answer, which is not a failure of the sandbox. */
function isGone(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** The exported state of a world in pieces; other requests run between them. */
export async function* stateChunks(
  { records, environment }: World,
  { stateDocument }: Pick<ControlParts, 'stateDocument'>,
): AsyncGenerator<Uint8Array> {
  for (const chunk of stateDocument.write(records.image(), environment.realTime())) {
    yield chunk
    await nextTurn()
  }
}
