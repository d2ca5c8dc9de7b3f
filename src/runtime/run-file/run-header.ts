import { type OwnRedaction, redactJson, redactText } from '../../base/redaction/redacted.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import type { AtCommit } from '../../judge/report/ran-text.ts'
import type { ConfigDocument } from '../config/options.ts'
import type { Settings } from '../config/settings.ts'
import type { ScenarioShelf } from '../scenarios/scenario-source.ts'
import { version } from '../version.ts'
import { RUN_FORMAT, type RunHeader } from './run-record.ts'

/** What a run is about, besides its settings. */
export interface RunPurpose extends AtCommit {
  /** The command that runs against the sandbox. */
  readonly command?: readonly string[]
}

interface RunStart {
  readonly startedAt: number
  readonly scenarios: ScenarioShelf['documents']
}

/** The first line of a run file. */
export function runHeader(
  settings: Settings & { readonly seed: number },
  { command, commit, uncommitted }: RunPurpose,
  { startedAt, scenarios }: RunStart,
): RunHeader {
  return {
    record: 'run',
    format: RUN_FORMAT,
    version,
    started_at: isoUtc(startedAt),
    command: command === undefined ? null : redactText(command.join(' ')),
    ...(commit !== undefined && { commit }),
    ...(uncommitted && { uncommitted }),
    seed: settings.seed,
    clock: settings.clock === undefined ? null : isoUtc(settings.clock),
    config: redactJson(configToRecord(settings.document), ofRules) as RunHeader['config'],
    holidays: [...settings.holidays],
    scenarios: scenarios.map((one) => redactJson(one, ofRules)) as RunHeader['scenarios'],
    explicit: { scenarios: settings.explicit.scenarios },
  }
}

/** The config with made-up passwords and tokens, and without the server's own secrets. */
function configToRecord(document: ConfigDocument): ConfigDocument {
  const { server: _server, scenarios: _scenarios, holidays: _holidays, users, ...rest } = document
  if (users === undefined) return rest
  return {
    ...rest,
    users: users.map(({ password: _password, token: _token, ...user }, i) => ({
      ...user,
      token: `recorded-token-${i + 1}`,
    })),
  }
}

/** Conditions of rules hold only test numbers. */
export const ofRules: OwnRedaction = { when: (conditions) => conditions }
