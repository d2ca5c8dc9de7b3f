import { redactText } from '../../domain/redaction/redacted.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { redactedTexts } from '../../http/control/run-step.ts'
import type { KnownCall } from '../../insight/sweep/call-names.ts'
import type { SweepCell } from '../../insight/sweep/cell.ts'
import type { ConfigDocument } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { schemeFor } from '../listening/server-address.ts'
import { readNamed, unreadable } from '../named-file.ts'
import { portableScenario } from '../scenarios/scenario-file.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'
import { version } from '../version.ts'
import { RUN_FORMAT, type RunHeader } from './run-record.ts'

/** What a run is about, besides its settings. */
export interface RunPurpose {
  /** The command that runs against the sandbox. */
  readonly command?: readonly string[]
  /** The fault that a sweep injects. */
  readonly cell?: SweepCell | undefined
  /** The calls of the clean runs. */
  readonly known?: readonly KnownCall[]
}

/** The first line of a run file. */
export async function runHeader(
  settings: Settings & { readonly seed: number },
  purpose: RunPurpose,
  startedAt: number,
): Promise<RunHeader> {
  const { command } = purpose
  const { baseline: file } = settings
  return {
    record: 'run',
    format: RUN_FORMAT,
    version,
    started_at: isoUtc(startedAt),
    command: command === undefined ? null : redactText(command.join(' ')),
    cell: cellToRecord(purpose),
    seed: settings.seed,
    clock: settings.clock === undefined ? null : isoUtc(settings.clock),
    public_url: settings.publicUrl ?? null,
    scheme: schemeFor(settings),
    config: redactedTexts(configToRecord(settings.document)) as RunHeader['config'],
    holidays: [...settings.holidays],
    scenarios: await scenariosToRecord(settings.scenarios),
    explicit: { seed: settings.explicit.seed, scenarios: settings.explicit.scenarios },
    ...(file !== undefined && { baseline: await readState(file) }),
  }
}

function cellToRecord({ cell, known = [] }: RunPurpose): RunHeader['cell'] {
  if (cell === undefined) return null
  const { call, at, form, recovery } = cell
  const { name, operation } = call
  const place = known.find((one) => one.name === name)?.place
  const own = known
    .filter((one) => one.operation === operation && one.place === place)
    .map(({ reference, ...one }) => ({
      ...one,
      ...(reference !== undefined && { reference: redactText(reference) }),
    }))
  return { call: name, operation, at, form, ...(recovery && { recovery }), known: own }
}

/** The config with made-up passwords and tokens, and without the server's own secrets. */
function configToRecord(document: ConfigDocument): ConfigDocument {
  const { server: _server, scenarios: _scenarios, holidays: _holidays, users, ...rest } = document
  if (users === undefined) return rest
  return {
    ...rest,
    users: users.map(({ password: _password, token: _token, ...user }, i) => ({
      ...user,
      token: tokenOf(i),
    })),
  }
}

/** The token of a user in a replay. */
export function tokenOf(index: number): string {
  return `recorded-token-${index + 1}`
}

/** Shipped scenarios by name, files in full with the scenarios they extend. */
async function scenariosToRecord(entries: readonly string[]): Promise<RunHeader['scenarios']> {
  const names: string[] = []
  const recorded: RunHeader['scenarios'] = []
  for (const entry of entries) {
    if (!isScenarioFile(entry)) {
      recorded.push(entry)
      continue
    }
    const { document } = await portableScenario(entry, () => names)
    names.push(document.name)
    recorded.push(redactedTexts(document) as Record<string, unknown>)
  }
  return recorded
}

async function readState(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readNamed(file))
  } catch (cause) {
    throw unreadable('baseline', file, cause, "'npx sandgate export' writes one")
  }
}
