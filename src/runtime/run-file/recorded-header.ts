import { isPlainObject } from '../../domain/plain-object.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import type { KnownCall } from '../../insight/sweep/call-names.ts'
import type { SweepCell } from '../../insight/sweep/cell.ts'
import { shippedNames, shippedScenario } from '../../scenario/library.ts'
import { loadConfig } from '../config/config.ts'
import type { ConfigDocument, SandboxOptions } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { schemeFor } from '../listening/server-address.ts'
import { readNamed, unreadable } from '../named-file.ts'
import { portableScenario } from '../scenarios/scenario-file.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'
import { version } from '../version.ts'
import { configToRecord } from './recorded-request.ts'
import { RUN_FORMAT, type RunHeader } from './run-record.ts'
import {
  keepNamedCvvs,
  numberPatterns,
  substitutedDocument,
  tellsApart,
  withTexts,
} from './substitution/substituted.ts'
import type { Substitutes } from './substitution/substitutes.ts'

export interface RecordedStart {
  readonly settings: Settings
  readonly options: SandboxOptions
  /** The command that runs against the sandbox, if any. */
  readonly command?: readonly string[]
  /** The fault that a sweep injects. */
  readonly cell?: SweepCell | undefined
  /** The calls of the clean runs. */
  readonly known?: readonly KnownCall[]
}

/** The first line of a run file. */
export async function recordedHeader(
  settings: Settings & { readonly seed: number },
  parts: Omit<RecordedStart, 'settings'> & { readonly substitutes: Substitutes },
): Promise<RunHeader> {
  const { options, command, substitutes } = parts
  const { document } = await loadConfig(options.config, process.cwd())
  const { baseline: file } = settings
  return {
    record: 'header',
    format: RUN_FORMAT,
    version,
    started_at: isoUtc(Date.now()),
    command: (command && substitutes.text(command.join(' '))) ?? null,
    cell: cellToRecord(parts, substitutes),
    seed: settings.seed,
    clock: settings.clock === undefined ? null : isoUtc(settings.clock),
    public_url: settings.publicUrl ?? null,
    scheme: schemeFor(settings),
    config: recordedConfig(document, substitutes),
    holidays: [...settings.holidays],
    ...(await scenariosToRecord(settings.scenarios, substitutes)),
    explicit: { seed: settings.explicit.seed, scenarios: settings.explicit.scenarios },
    ...(file !== undefined && { baseline: stateToRecord(await readState(file), substitutes) }),
  }
}

function cellToRecord(
  { cell, known = [] }: Pick<RecordedStart, 'cell' | 'known'>,
  substitutes: Substitutes,
): RunHeader['cell'] {
  if (cell === undefined) return null
  const { call, at, form, recovery } = cell
  const { name, operation } = call
  const place = known.find((one) => one.name === name)?.place
  const own = known
    .filter((one) => one.operation === operation && one.place === place)
    .map(({ reference, ...one }) => ({
      ...one,
      ...(reference !== undefined && { reference: substitutes.text(reference) }),
    }))
  return { call: name, operation, at, form, ...(recovery && { recovery }), known: own }
}

function recordedConfig(document: ConfigDocument, substitutes: Substitutes): RunHeader['config'] {
  const shown = withTexts(configToRecord(document), (text) => substitutes.text(text))
  return isPlainObject(shown) ? { ...shown } : {}
}

/**
 * Keeps the CVVs of all shipped scenarios, since any of them may be extended or loaded during the
 * run.
 */
export async function keepShippedCvvs(substitutes: Substitutes): Promise<void> {
  for (const name of shippedNames) keepNamedCvvs(await shippedScenario(name), substitutes)
}

/** Shipped scenarios by name, files in full with the scenarios they extend. */
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

/** A state with substitutes. The checksum is left out because the substitutes invalidate it. */
export function stateToRecord(state: unknown, substitutes: Substitutes): unknown {
  const shown = withTexts(state, (text) => substitutes.text(text))
  if (!isPlainObject(shown)) return shown
  const { check: _check, ...rest } = shown
  return rest
}

async function readState(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readNamed(file))
  } catch (cause) {
    throw unreadable('baseline', file, cause, "'npx sandgate export' writes one")
  }
}
