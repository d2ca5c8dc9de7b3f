import type {
  AdvanceAnswer,
  AssumptionsAnswer,
  CardsAnswer,
  ClockAnswer,
  ClockChangedAnswer,
  CustomerDetailAnswer,
  CustomersAnswer,
  ExpireAnswer,
  ExplainAnswer,
  HealthAnswer,
  ImportAnswer,
  NextAnswer,
  RemovedAnswer,
  RequestAnswer,
  RequestsAnswer,
  RequestsRemovedAnswer,
  RuleAnswer,
  ScenariosAnswer,
  SeedAnswer,
  SettleAnswer,
  SnapshotAnswer,
  SnapshotsAnswer,
  TransactionDetailAnswer,
  TransactionsAnswer,
  WorldAnswer,
  WorldsAnswer,
} from '../http/contract/control/control-answers.ts'
import type {
  AdvanceBody,
  ClockBody,
  ExpireBody,
  SeedBody,
  SettleBody,
} from '../http/contract/control/control-requests.ts'
import type { ExplainBody } from '../http/contract/control/explain-request.ts'
import type { RuleDocument, ScenarioDocument } from '../scenario/scenario-document.ts'
import { ControlConnection, type ControlRequest, type ControlTarget } from './control-connection.ts'
import { ControlError } from './control-error.ts'
import { type ControlEvent, readEvents } from './event-stream.ts'

export interface RequestFilter {
  /** An id: those after it. An instant: those from then on. */
  readonly since?: number | string | undefined
  readonly limit?: number | undefined
  readonly operation?: string | undefined
  readonly status?: number | undefined
  readonly correlation_id?: string | undefined
}

export const LONGEST_LIST = 1000

export interface Page {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

type Pace = Pick<ControlRequest, 'isLong'>

/** For calls that have as much to do as there is data. */
const long: Pace = { isLong: true }

/** The calls of the control API, for one world of one sandbox. */
export class ControlClient {
  readonly #connection: ControlConnection

  constructor(target: ControlTarget) {
    this.#connection = new ControlConnection(target)
  }

  /** The address of a world, this one's unless another is named. */
  urlOf(world?: string): string {
    return this.#connection.urlOf(world)
  }

  health(signal?: AbortSignal): Promise<HealthAnswer> {
    return this.#connection.ask('/health', { signal })
  }

  clock(): Promise<ClockAnswer> {
    return this.#connection.ask('/clock')
  }

  changeClock(change: ClockBody): Promise<ClockChangedAnswer> {
    return this.#put('/clock', change, long)
  }

  advance(by: AdvanceBody): Promise<AdvanceAnswer> {
    return this.#post('/clock/advance', by, long)
  }

  next(): Promise<NextAnswer> {
    return this.#connection.ask('/clock/next')
  }

  settle(what: SettleBody): Promise<SettleAnswer> {
    return this.#post('/settle', what, long)
  }

  expire(what: ExpireBody): Promise<ExpireAnswer> {
    return this.#post('/correlations/expire', what, long)
  }

  scenarios(): Promise<ScenariosAnswer> {
    return this.#connection.ask('/scenarios')
  }

  async scenarioNames(): Promise<readonly string[]> {
    return (await this.scenarios()).scenarios.map(({ name }) => name)
  }

  /** Documents or names of shipped ones; the first one is asked first. */
  replaceScenarios(scenarios: readonly (ScenarioDocument | string)[]): Promise<ScenariosAnswer> {
    return this.#put('/scenarios', { scenarios })
  }

  /** In front of the others. */
  loadScenario(scenario: ScenarioDocument | string): Promise<ScenariosAnswer> {
    return this.#post('/scenarios', scenario)
  }

  async unloadScenario(name: string): Promise<ScenariosAnswer> {
    return await this.#delete(`/scenarios/${segment(name)}`)
  }

  addRule(rule: RuleDocument): Promise<RuleAnswer> {
    return this.#post('/rules', rule)
  }

  explain(request: ExplainBody): Promise<ExplainAnswer> {
    return this.#post('/scenarios/explain', request)
  }

  cards(): Promise<CardsAnswer> {
    return this.#connection.ask('/cards')
  }

  requests(filter: RequestFilter = {}): Promise<RequestsAnswer> {
    return this.#connection.ask('/requests', { query: { ...filter } })
  }

  request(id: number): Promise<RequestAnswer> {
    return this.#connection.ask(`/requests/${id}`)
  }

  removeRequests(): Promise<RequestsRemovedAnswer> {
    return this.#delete('/requests')
  }

  /** When this settles, nothing that happens from then on is missed. */
  async events(signal?: AbortSignal): Promise<AsyncGenerator<ControlEvent, void>> {
    const { body } = await this.#connection.send('/events', { signal })
    return readEvents(body ?? nothing())
  }

  transactions(
    filter: Page & { readonly status?: string | undefined } = {},
  ): Promise<TransactionsAnswer> {
    return this.#connection.ask('/transactions', { query: { ...filter } })
  }

  transaction(audit: number): Promise<TransactionDetailAnswer> {
    return this.#connection.ask(`/transactions/${audit}`)
  }

  customers(page: Page = {}): Promise<CustomersAnswer> {
    return this.#connection.ask('/customers', { query: { ...page } })
  }

  customer(id: number): Promise<CustomerDetailAnswer> {
    return this.#connection.ask(`/customers/${id}`)
  }

  seed(what: SeedBody = {}): Promise<SeedAnswer> {
    return this.#post('/seed', what, long)
  }

  reset(): Promise<ClockAnswer> {
    return this.#post('/reset', {}, long)
  }

  /** Everything, as one JSON document that is too long for one text perhaps. */
  async exportState(): Promise<AsyncIterable<Uint8Array>> {
    const { body } = await this.#connection.send('/state', long)
    return body ?? nothing()
  }

  importState(body: string | AsyncIterable<Uint8Array>): Promise<ImportAnswer> {
    return this.#connection.ask('/state', { method: 'PUT', body, ...long })
  }

  /** All of them, up to the most that a list can have. */
  snapshots(): Promise<SnapshotsAnswer> {
    return this.#connection.ask('/snapshots', { query: { limit: LONGEST_LIST } })
  }

  async saveSnapshot(name: string): Promise<SnapshotAnswer> {
    return await this.#put(`/snapshots/${segment(name)}`, {}, long)
  }

  async restoreSnapshot(name: string): Promise<ClockAnswer> {
    return await this.#post(`/snapshots/${segment(name)}/restore`, {}, long)
  }

  async removeSnapshot(name: string): Promise<RemovedAnswer> {
    return await this.#delete(`/snapshots/${segment(name)}`, long)
  }

  assumptions(): Promise<AssumptionsAnswer> {
    return this.#connection.ask('/assumptions')
  }

  /** All of them, up to the most that a list can have. */
  worlds(): Promise<WorldsAnswer> {
    return this.#connection.ask('/worlds', { query: { limit: LONGEST_LIST } })
  }

  async createWorld(name: string): Promise<WorldAnswer> {
    return await this.#put(`/worlds/${segment(name)}`, {}, long)
  }

  async removeWorld(name: string): Promise<RemovedAnswer> {
    return await this.#delete(`/worlds/${segment(name)}`, long)
  }

  #post<T>(path: string, json: unknown, how: Pace = {}): Promise<T> {
    return this.#connection.ask(path, { method: 'POST', json, ...how })
  }

  #put<T>(path: string, json: unknown, how: Pace = {}): Promise<T> {
    return this.#connection.ask(path, { method: 'PUT', json, ...how })
  }

  #delete<T>(path: string, how: Pace = {}): Promise<T> {
    return this.#connection.ask(path, { method: 'DELETE', ...how })
  }
}

/** A name as a part of a path. One that would lead elsewhere cannot even be asked for. */
function segment(name: string): string {
  if (!/^\.{0,2}$/.test(name)) return encodeURIComponent(name)
  const error_message = `'${name}' cannot be a name`
  throw new ControlError(422, [{ error_code: 'invalid_format', error_message, location: ['path'] }])
}

async function* nothing(): AsyncGenerator<never> {
  // An answer without a body has nothing to read.
}
