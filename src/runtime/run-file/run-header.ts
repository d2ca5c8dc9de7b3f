import { redactJson, redactText } from '../../domain/redaction/redacted.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { ofRules } from '../../http/control/run-step.ts'
import type { KnownCall } from '../../insight/sweep/call-names.ts'
import type { SweepCell } from '../../insight/sweep/cell.ts'
import { stateDocument } from '../../store/image/image-reader.ts'
import type { Image } from '../../world/records/medium.ts'
import type { StartState } from '../../world/start-state.ts'
import type { ConfigDocument } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import { schemeFor } from '../listening/server-address.ts'
import type { ScenarioShelf } from '../scenarios/scenario-source.ts'
import { version } from '../version.ts'
import { RUN_FORMAT, type RunHeader } from './run-record.ts'

/** What a run is about, besides its settings. */
export interface RunPurpose {
  /** The command that runs against the sandbox. */
  readonly command?: readonly string[]
  /** The commit of the working folder. */
  readonly commit?: string | undefined
  /** The fault that a sweep injects. */
  readonly cell?: SweepCell | undefined
  /** The calls of the clean runs. */
  readonly known?: readonly KnownCall[]
}

interface RunStart {
  readonly startedAt: number
  readonly scenarios: ScenarioShelf['documents']
  readonly baseline: StartState['baseline']
}

/** The first line of a run file. */
export function runHeader(
  settings: Settings & { readonly seed: number },
  purpose: RunPurpose,
  { startedAt, scenarios, baseline }: RunStart,
): RunHeader {
  const { command, commit } = purpose
  return {
    record: 'run',
    format: RUN_FORMAT,
    version,
    started_at: isoUtc(startedAt),
    command: command === undefined ? null : redactText(command.join(' ')),
    ...(commit !== undefined && { commit }),
    cell: cellToRecord(purpose),
    seed: settings.seed,
    clock: settings.clock === undefined ? null : isoUtc(settings.clock),
    public_url: settings.publicUrl ?? null,
    scheme: schemeFor(settings),
    config: redactJson(configToRecord(settings.document), ofRules) as RunHeader['config'],
    holidays: [...settings.holidays],
    scenarios: scenarios.map((one) => redactJson(one, ofRules)) as RunHeader['scenarios'],
    explicit: { seed: settings.explicit.seed, scenarios: settings.explicit.scenarios },
    ...(baseline && { baseline: stateOf(baseline.image, startedAt) }),
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
      token: replayToken(i),
    })),
  }
}

/** The token of a user in a replay. */
export function replayToken(index: number): string {
  return `recorded-token-${index + 1}`
}

function stateOf(image: Image, at: number): unknown {
  const chunks = [...stateDocument.write(image, at)]
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
