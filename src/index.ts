export type { OrderInput } from './judge/books/order-input.ts'
export type { CaseDocument, CoverageDocument } from './judge/coverage/coverage-document.ts'
export type { MoneyAmount, PaidTwice, UnnoticedMoney } from './judge/findings/money-amount.ts'
export type {
  Decline,
  Doubled,
  MethodName,
  PaymentDocument,
  StepDocument,
  StepResult,
} from './judge/payments/payment-document.ts'
export type { OutcomeBar, OutcomesDocument } from './judge/report/outcomes-document.ts'
export type {
  Accepted,
  AcceptedFinding,
  DeletedPart,
  UnmatchedScenario,
} from './judge/report/report-document.ts'
export type { ReportVerdict } from './judge/report-verdict.ts'
export type { Encountered } from './judge/run/encounters.ts'
export type { TestRef } from './record/test-ref.ts'

import './runtime/library/fit-node.ts'
import type { SandboxOptions } from './runtime/config/options.ts'
import { settingsFrom } from './runtime/config/settings-from.ts'
import { ownTarget, sandboxAt } from './runtime/library/client-sandbox.ts'
import type { Sandbox } from './runtime/library/sandbox.ts'
import { startServer } from './runtime/start-server.ts'

export {
  ControlError,
  type ControlFault,
  NoSandboxError,
  TooFewRequests,
} from './control/client/control-error.ts'
export type {
  AdvanceResponse,
  ClockChangedResponse,
  ClockResponse,
  Fired,
  Scheduled,
} from './control/contract/calls/clock.ts'
export type {
  CustomerDetailResponse,
  CustomerResponse,
} from './control/contract/calls/customers.ts'
export type {
  CoverageResponse,
  FindingResponse,
  PaymentResponse,
  ReportResponse,
} from './control/contract/calls/report.ts'
export type { RequestResponse } from './control/contract/calls/requests.ts'
export type {
  LoadedResponse,
  RuleResponse,
  ScenarioResponse,
  ScenariosResponse,
  WarningResponse,
} from './control/contract/calls/scenarios.ts'
export type {
  ExpireResponse,
  MovedResponse,
  MoveResponse,
  NotMovedResponse,
  ResolveResponse,
  ReturnResponse,
  SettleResponse,
  TransactionDetailResponse,
  TransactionResponse,
} from './control/contract/calls/transactions.ts'
export type { SeedResponse } from './control/contract/calls/worlds.ts'
export type { IsoInstant } from './control/contract/control-call.ts'
export type { Assumptions, SomeOf } from './domain/assumptions/assumptions.ts'
export type {
  AssumedValues,
  AssumptionSource,
  FormKind,
  TableEntry,
  ValueForm,
} from './domain/assumptions/entry.ts'
export type { GatewayFailure } from './domain/transaction/decision.ts'
export type {
  MoveCause,
  TransactionKind,
  TransactionStatus,
} from './domain/transaction/kinds-and-statuses.ts'
export type {
  DamagedSnapshotResponse,
  ListedSnapshotResponse,
  SavedSnapshotResponse,
  SnapshotResponse,
} from './gateway/store/port/snapshot-schema.ts'
export type { ScheduledEvent } from './gateway/world/events.ts'
export type {
  BooksDocument,
  BooksFinding,
  BookTotals,
  ExplainedDifference,
  ReconciledResponse,
  Reconciliation,
} from './judge/books/books-document.ts'
export type { BooksCode } from './judge/books/books-findings.ts'
export type { FindingCode } from './judge/findings/all-findings.ts'
export type { Severity } from './judge/findings/finding.ts'
export type { FindingDocument } from './judge/findings/finding-document.ts'
export type { PaymentVerdict } from './judge/payments/payment-verdict.ts'
export type { ReportDocument, TestDocument } from './judge/report/report-document.ts'
export type { Encounter } from './judge/run/encounters.ts'
export type {
  ConfigDocument,
  MerchantPart,
  ReportPart,
  SandboxOptions,
  ServerPart,
  SurchargePart,
  UserPart,
} from './runtime/config/options.ts'
export { type ConnectOptions, connectSandbox } from './runtime/library/connect-sandbox.ts'
export type {
  CustomerOptions,
  ExpireOptions,
  ListOptions,
  PartOptions,
  PaymentOptions,
  RequestFilter,
  RequestOptions,
  ResetOptions,
  ResolveOptions,
  ReturnOptions,
  RuleHandle,
  Sandbox,
  SandboxClock,
  SandboxScenarios,
  SandboxSnapshots,
  SeedOptions,
  SettleOptions,
  TransactionOptions,
  WaitOptions,
} from './runtime/library/sandbox.ts'
export { StartError } from './runtime/start-error.ts'
export type { NumberedName, TextName } from './scenario/conditions/texts.ts'
export type { FaultDocument, WrittenKinds } from './scenario/faults/table.ts'
export type { Method, Operation } from './scenario/rule.ts'
export type {
  AmountRange,
  BuiltInName,
  DelayRange,
  DurationText,
  OneOrMore,
  OutcomeDocument,
  PerName,
  RateDocument,
  ResolveDocument,
  RuleDocument,
  ScenarioDocument,
  ScenarioName,
  WeightedDocument,
  WhenDocument,
  WindowStart,
  WrittenTexts,
} from './scenario/scenario-document.ts'

/**
 * Starts a sandbox for a test run: on a free port and in memory, unless the options say otherwise.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = await settingsFrom(options, 'test')
  const log = options.quiet ? silent : warn
  const running = await startServer(settings, log, { isBackground: true, record: options.record })
  const isKept = settings.keepWorlds && settings.data !== undefined
  let isClosed = false
  return sandboxAt({
    target: await ownTarget(running, settings),
    url: running.url,
    ca: running.ca,
    close() {
      isClosed = true
      return running.stop()
    },
    async closeWorld(client, name) {
      // Closing the sandbox has already removed its in-memory worlds.
      if (name !== 'default' && !isKept && !isClosed) await client.removeWorld(name)
    },
  })
}

function silent(): void {
  // The option quiet prints no warnings.
}

function warn(line: string, cause?: unknown): void {
  const reason = cause instanceof Error ? (cause.stack ?? cause.message) : (cause ?? '')
  process.stderr.write(`sandgate: ${line}${reason === '' ? '' : `\n${reason}`}\n`)
}
