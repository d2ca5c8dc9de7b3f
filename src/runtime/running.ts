import { realTime } from '../base/timers.ts'
import type { CoverageResponse, ReportResponse } from '../control/contract/calls/report.ts'
import type { RequestResponse } from '../control/contract/calls/requests.ts'
import type { Judging } from '../control/parts.ts'
import {
  coverageAnswer,
  findingAnswer,
  paymentsOf,
  reportAnswer,
  wholeRun,
} from '../control/representation/report-representation.ts'
import { HOUR } from '../domain/time/instant.ts'
import { undecidedAudits } from '../gateway/world/commands/transactions/transaction-search.ts'
import { resolveNow } from '../gateway/world/transaction-moves.ts'
import type { World } from '../gateway/world/world.ts'
import type { Requirement } from '../judge/coverage/coverage-case.ts'
import type { Finding, FindingDocument } from '../judge/findings/finding-document.ts'
import { Judge } from '../judge/judge.ts'
import type { PaymentDocument } from '../judge/payments/payment-document.ts'
import type { EndedRun } from '../judge/report/ran-text.ts'
import type { SweepWatch } from '../judge/sweep/run/sweep-watch.ts'
import { Recorder } from '../record/recorder.ts'
import type { RunEntry } from '../record/run-entry.ts'
import type { Settings } from './config/settings.ts'
import { hostInUrl, schemeFor } from './listening/server-address.ts'
import type { RunPurpose } from './run-file/run-header.ts'
import type { ScenarioShelf } from './scenarios/scenario-source.ts'
import type { LoadProgress } from './worlds/open-home.ts'
import type { WorldRegistry } from './worlds/world-registry.ts'

export interface Running {
  /** The id that `GET /_sandbox/health` answers with. */
  readonly id: string
  readonly url: string
  /** The address on this machine, whatever the public address is. */
  readonly localUrl: string
  /** The certificate file to trust, if one was generated for HTTPS. */
  readonly ca: string | undefined
  /** The server certificate as PEM; undefined for plain HTTP. */
  readonly certificate: string | undefined
  readonly api: string
  readonly dashboard: string
  readonly worlds: WorldRegistry
  /** The seed of the default world's generated values. */
  readonly seed: number
  /** The report on the clients so far; complete once the sandbox has stopped. */
  report(): Promise<ReportResponse>
  /** The findings that were deleted with the report, as far as they are kept. */
  deletedFindings(): readonly FindingDocument[]
  /** The kept findings so far, worst first. */
  findings(): readonly Finding[]
  coverage(): CoverageResponse
  /** The clients' payments, oldest first. */
  payments(): readonly PaymentDocument[]
  /** Lets a bank's planned decision happen now; whether it had one. */
  resolve(world: string, audit: number): boolean
  /** Lets all planned decisions of banks happen now; the audits that were undecided until then. */
  resolveAll(world: string): readonly number[]
  /** The client of a world has ended: nothing of it is waited for. */
  endClient(world: string): void
  stop(): Promise<void>
}

export function running(
  settings: Settings,
  parts: Pick<Running, 'id' | 'ca' | 'certificate' | 'seed' | 'worlds'> & {
    readonly port: number
    readonly judging: Judging
  },
  stop: () => Promise<void>,
): Running {
  const { port, judging, ...rest } = parts
  const { host, publicUrl } = settings
  const localUrl = `${schemeFor(settings)}://${hostInUrl(host)}:${port}`
  const url = publicUrl?.replace(/\/$/, '') ?? localUrl
  let stopped: Promise<void> | undefined
  return {
    url,
    localUrl,
    ...rest,
    ...addressesAt(url),
    report: () => reportAnswer(judging, wholeRun),
    deletedFindings: () => (judging.isOn ? judging.judge.deletedFindings.map(findingAnswer) : []),
    findings: () => (judging.isOn ? judging.judge.part(wholeRun).findings : []),
    coverage: () => coverageAnswer(judging, wholeRun),
    payments: () => paymentsOf(judging, wholeRun),
    resolve(name, audit) {
      const world = rest.worlds.ready(name)
      return world?.run(({ now }) => resolveNow(world, audit, now)) ?? false
    },
    resolveAll(name) {
      const world = rest.worlds.ready(name)
      if (world === undefined) return []
      return world.run(({ now }) => {
        const undecided = undecidedAudits(world)
        for (const audit of undecided) resolveNow(world, audit, now)
        return undecided
      })
    },
    endClient: (name) => void judging.clientEnds.set(name, realTime()),
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** The ready line: what is printed and written once a sandbox is ready. */
export function readyOf(
  { id, url, localUrl, ca }: Pick<Running, 'id' | 'url' | 'localUrl' | 'ca'>,
  pid = process.pid,
) {
  return {
    event: 'ready',
    id,
    url,
    ...(localUrl !== url && { local_url: localUrl }),
    ...addressesAt(url),
    pid,
    ...(ca !== undefined && { ca }),
  }
}

function addressesAt(url: string): Pick<Running, 'api' | 'dashboard'> {
  return { api: `${url}/v1`, dashboard: `${url}/_sandbox` }
}

/** How many payments of a recorded run keep all their steps. */
const WHOLE_RUN = 20_000

/** Judges the clients over the whole life of the sandbox. */
export function judgingOf(
  settings: Settings,
  shelf: ScenarioShelf,
  {
    shows,
    shownReport,
    realTime: now = realTime,
    write,
  }: Pick<StartHooks, 'shows' | 'shownReport' | 'realTime'> & {
    readonly write?: ((entry: RunEntry) => void) | undefined
  } = {},
): Judging {
  const { assumptions, explicit, clientTimeoutMs, paymentsKept, findingsKept, accept } = settings
  const isReadOnly = shows !== undefined
  const limits = {
    correlationCacheMs: assumptions.correlation_cache_hours * HOUR,
    clientTimeoutMs,
    paymentsKept: isReadOnly ? Math.max(paymentsKept, WHOLE_RUN) : paymentsKept,
    findingsKept,
    accept,
    uniqueReferences: settings.uniqueReferences,
    keepsSteps: isReadOnly,
    isOff: !settings.judge,
  }
  // Only scenarios named for this start must match a request; those of the config are for every
  // run.
  const named = () => (explicit.scenarios ? shelf.named : [])
  const possible = possibleIn(settings)
  const recorder = new Recorder({ requestLimit: settings.requestLimit, write })
  const judge = new Judge(limits, { recorder, named, now })
  return { isOn: settings.judge, recorder, judge, clientEnds: new Map(), possible, shownReport }
}

/** The requirements that the configuration can meet. */
function possibleIn({ auth, merchants }: Settings): ReadonlySet<Requirement> {
  const possible: Requirement[] = []
  if (auth === 'required') possible.push('auth', 'merchants')
  if (merchants !== undefined) possible.push('merchants')
  if (merchants?.some(({ surcharge }) => surcharge !== undefined)) possible.push('surcharge')
  return new Set(possible)
}

export type Log = (line: string, cause?: unknown) => void

/** Hooks for callers that need more than the sandbox's address. */
export interface StartHooks extends RunPurpose {
  /** The file to record the run to; it is complete once the sandbox has stopped. */
  readonly record?: string | undefined
  /** Called while a stored world is being read. */
  readonly onProgress?: LoadProgress
  /** The run continues if that file cannot be written. */
  readonly isRecordOptional?: boolean
  /** The run that the dashboard shows, if it comes from a file: it is read-only. */
  readonly shows?: EndedRun
  /** The report of such a run, if the file does not hold all of it. */
  readonly shownReport?: ReportResponse
  /** Called when the control API gets a stop request; the process then ends too. */
  readonly onStop?: () => void
  /** The server does not keep an otherwise idle process alive. */
  readonly isBackground?: true
  /** Called with each world before its first use, including worlds made later. */
  readonly onWorld?: (world: World) => void
  /** Called with each answered call of the gateway and the vault, and the name of its world. */
  readonly onRequest?: (request: RequestResponse, world: string) => void
  readonly sweep?: SweepWatch
  readonly realTime?: () => number
}
