import { randomInt } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { isPlainObject } from '../../domain/plain-object.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { shippedNames, shippedScenario } from '../../scenario/library.ts'
import { stateDocument } from '../../store/image/image-reader.ts'
import type { World } from '../../world/world.ts'
import { loadConfig } from '../config/config.ts'
import type { ConfigDocument } from '../config/config-document.ts'
import type { Settings } from '../config/settings.ts'
import { schemeOf } from '../listening/server-address.ts'
import { portableScenario } from '../scenarios/portable-scenario.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'
import { StartError } from '../start-error.ts'
import { version } from '../version.ts'
import { configToRecord } from './credentials.ts'
import { baselineToRecord, stateToRecord, withTexts } from './recorded-baseline.ts'
import type { RecordedStart } from './recorded-start.ts'
import { Recording } from './recording.ts'
import { RUN_FORMAT, type RunHeader, type RunRecord } from './run-record.ts'
import { numberPatterns, tellsApart } from './substitution/number-patterns.ts'
import { keepNamedCvvs, substitutedDocument } from './substitution/substituted.ts'
import { Substitutes } from './substitution/substitutes.ts'

export interface RecordedRun {
  readonly recording: Recording
  /** With the seed that the run is made from. */
  readonly settings: Settings
  /** Writes the end and closes the file. */
  close(findings: readonly object[]): Promise<void>
}

/** Begins a run file: what the run is started with stands in its first line. */
export async function startRecording(
  file: string,
  { settings: given, ...start }: RecordedStart,
): Promise<RecordedRun> {
  if (given.watch) {
    throw new StartError('record and watch cannot be combined: leave one of them out', true)
  }
  const settings = { ...given, seed: given.seed ?? randomInt(2 ** 31) }
  const substitutes = new Substitutes(settings.assumptions)
  await learnShipped(substitutes)
  const header = await headerOf(settings, { ...start, substitutes })
  const stream = await opened(file)
  const write = (record: RunRecord) => stream.write(`${JSON.stringify(record)}\n`)
  write(header)
  const toRecord = (world: World) => stateToRecord(stateOf(world), substitutes)
  const recording = new Recording({ write, substitutes, users: settings.users, stateOf: toRecord })
  return {
    recording,
    settings,
    close: async (findings) => {
      write({ record: 'findings', findings: findings.map((finding) => ({ ...finding })) })
      stream.end()
      await finished(stream)
    },
  }
}

async function headerOf(
  settings: Settings & { readonly seed: number },
  parts: Omit<RecordedStart, 'settings'> & { readonly substitutes: Substitutes },
): Promise<RunHeader> {
  const { options, command, cell, substitutes } = parts
  const { document } = await loadConfig(options.config, process.cwd())
  return {
    record: 'header',
    format: RUN_FORMAT,
    version,
    started_at: isoUtc(Date.now()),
    command: (command && substitutes.text(command.join(' '))) ?? null,
    cell: cell ? { ...cell, call: cell.call.name, operation: cell.call.operation } : null,
    seed: settings.seed,
    clock: settings.clock === undefined ? null : isoUtc(settings.clock),
    public_url: settings.publicUrl ?? null,
    scheme: schemeOf(settings),
    config: recordedConfig(document, substitutes),
    holidays: [...settings.holidays],
    ...(await scenariosToRecord(settings.scenarios, substitutes)),
    explicit: { seed: settings.explicit.seed, scenarios: settings.explicit.scenarios },
    ...(await baselineToRecord(settings, substitutes)),
  }
}

function recordedConfig(document: ConfigDocument, substitutes: Substitutes): RunHeader['config'] {
  const shown = withTexts(configToRecord(document), (text) => substitutes.text(text))
  return isPlainObject(shown) ? { ...shown } : {}
}

/** Any of them can be extended, or loaded while the run goes on. */
async function learnShipped(substitutes: Substitutes): Promise<void> {
  for (const name of shippedNames) keepNamedCvvs(await shippedScenario(name), substitutes)
}

/** Shipped ones by their names; files whole, with what they extend. */
async function scenariosToRecord(
  entries: readonly string[],
  substitutes: Substitutes,
): Promise<Pick<RunHeader, 'scenarios' | 'rules_see_numbers'>> {
  const documents: { readonly name: string }[] = []
  const recorded: RunHeader['scenarios'] = []
  for (const entry of entries) {
    if (!isScenarioFile(entry)) {
      recorded.push(entry)
      continue
    }
    const { document } = await portableScenario(entry, () => documents.map(({ name }) => name))
    documents.push(document)
    keepNamedCvvs(document, substitutes)
    recorded.push(substitutedDocument(document, substitutes) as Record<string, unknown>)
  }
  const seesNumbers = numberPatterns(documents).some(tellsApart)
  return { scenarios: recorded, ...(seesNumbers && { rules_see_numbers: true }) }
}

function stateOf({ records, environment }: World): unknown {
  const chunks = [...stateDocument.write(records.image(), environment.realTime())]
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

async function opened(file: string): Promise<WriteStream> {
  try {
    await mkdir(dirname(file), { recursive: true })
    const stream = createWriteStream(file)
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
    return stream
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`Cannot write the run file ${file}: ${reason}`)
  }
}
