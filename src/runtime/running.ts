import { HOUR } from '../domain/time/instant.ts'
import type { CoverageAnswer, ReportAnswer } from '../http/contract/control/calls/report.ts'
import type { Judging } from '../http/control/parts.ts'
import {
  coverageAnswer,
  reportAnswer,
  storiesOf,
  wholeRun,
} from '../http/control/representation/report-representation.ts'
import type { Requirement } from '../insight/coverage/coverage-case.ts'
import type { StoryDocument } from '../insight/report/report-document.ts'
import { Run } from '../insight/run/run.ts'
import type { Settings } from './config/settings.ts'
import { hostInUrl, schemeOf } from './listening/server-address.ts'
import type { ScenarioShelf } from './scenarios/scenario-shelf.ts'
import type { WorldRegistry } from './worlds/world-registry.ts'

/** A sandbox that is running. */
export interface Running {
  readonly url: string
  /** Where this machine finds it, whatever its public address is. */
  readonly localUrl: string
  /** The file with the certificate to trust, where one was made for HTTPS. */
  readonly ca: string | undefined
  /** What it shows to its clients, as PEM; undefined: it speaks plain HTTP. */
  readonly certificate: string | undefined
  readonly api: string
  readonly dashboard: string
  readonly worlds: WorldRegistry
  /** Of the values that the default world generates. */
  readonly seed: number
  /** What clients have done so far; after the stop, all that they did. */
  report(): ReportAnswer
  coverage(): CoverageAnswer
  /** The payments that they made, oldest first. */
  stories(): readonly StoryDocument[]
  stop(): Promise<void>
}

/** What its starter gets to hold. */
export function running(
  settings: Settings,
  {
    port,
    ca,
    certificate,
    seed,
    judging,
  }: Pick<Running, 'ca' | 'certificate' | 'seed'> & {
    readonly port: number
    readonly judging: Judging
  },
  worlds: WorldRegistry,
  stop: () => Promise<void>,
): Running {
  const { host, publicUrl } = settings
  const localUrl = `${schemeOf(settings)}://${hostInUrl(host)}:${port}`
  const url = publicUrl?.replace(/\/$/, '') ?? localUrl
  let stopped: Promise<void> | undefined
  return {
    url,
    localUrl,
    ca,
    certificate,
    api: `${url}/v1`,
    dashboard: `${url}/_sandbox`,
    worlds,
    seed,
    report: () => reportAnswer(judging, wholeRun),
    coverage: () => coverageAnswer(judging, wholeRun),
    stories: () => storiesOf(judging, wholeRun),
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Payments of a recorded run that can be looked at with all their steps. */
const WHOLE_RUN = 20_000

/** What judges the clients of a sandbox, over its whole life. */
export function judgingOf(
  settings: Settings,
  shelf: ScenarioShelf,
  { isReadOnly = false }: { readonly isReadOnly?: boolean } = {},
): Judging {
  const { report, assumptions, explicit } = settings
  const limits = {
    correlationCacheMs: assumptions.correlation_cache_hours * HOUR,
    noTimeOutMs: report.noTimeOutMs,
    storiesKept: isReadOnly ? Math.max(report.storiesKept, WHOLE_RUN) : report.storiesKept,
    findingsKept: report.findingsKept,
    keepsSteps: isReadOnly,
  }
  // What a config lists is there for everyone; what was asked for this time is to be met.
  const namedRules = () => (explicit.scenarios ? shelf.ownRules : [])
  return { isOn: report.judge, run: new Run(limits, namedRules), possible: possibleIn(settings) }
}

/** What the configuration makes possible. */
function possibleIn({ auth, merchants }: Settings): ReadonlySet<Requirement> {
  const possible: Requirement[] = []
  if (auth === 'required') possible.push('auth', 'merchants')
  if (merchants !== undefined) possible.push('merchants')
  if (merchants?.some(({ surcharge }) => surcharge !== undefined)) possible.push('surcharge')
  return new Set(possible)
}
