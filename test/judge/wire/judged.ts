import { vi } from 'vitest'
import type {
  CoverageResponse,
  FindingResponse,
  PaymentsResponse,
  ReportResponse,
} from '../../../src/control/contract/calls/report.ts'
import type { PaymentDocument } from '../../../src/judge/payments/payment-document.ts'
import type { Settings } from '../../../src/runtime/config/settings.ts'
import type { StartHooks } from '../../../src/runtime/running.ts'
import { Attempt, PATIENCE } from '../../support/attempt.ts'
import { ControlClient } from '../../support/control-client.ts'
import {
  GatewayClient,
  type Overrides,
  paidBody,
  type TestResponse,
} from '../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../support/start.ts'

/** A sandbox, clients of it, and what it says of them. */
export class Judged implements AsyncDisposable {
  readonly sandbox: TestSandbox
  readonly client: GatewayClient
  readonly control: ControlClient

  private constructor(sandbox: TestSandbox) {
    this.sandbox = sandbox
    this.client = new GatewayClient(sandbox.api)
    this.control = new ControlClient(sandbox.url)
  }

  static async start(settings: Partial<Settings> = {}, hooks: StartHooks = {}): Promise<Judged> {
    return new Judged(await startTestSandbox(settings, hooks))
  }

  /** A purchase that may get no answer. */
  async pay(id: string, changes: Overrides = {}): Promise<TestResponse | undefined> {
    return await this.client.purchase(changes, { 'x-correlation-id': id }).catch(() => undefined)
  }

  /** A purchase that a rule holds up until its client has waited long enough. */
  async giveUpOn(id: string, rule: string, changes: Overrides = {}): Promise<void> {
    const body = paidBody(changes)
    const attempt = new Attempt(this.sandbox.api, '/transactions/purchase', { id, body })
    await vi.waitFor(() => {
      if (!this.sandbox.world.rules.countOf(rule)?.hits) throw new Error(`${rule} was not met`)
    }, PATIENCE)
    attempt.leave()
    await attempt.seen
  }

  async report(path = '/report'): Promise<ReportResponse> {
    return (await this.control.get<ReportResponse>(path)).body
  }

  async findings(): Promise<readonly FindingResponse[]> {
    return (await this.report()).findings
  }

  /** Without the notes about references that were paid more than once, as many tests do. */
  async codes(): Promise<readonly string[]> {
    const { findings, notes = {} } = await this.report()
    return findings.map(({ code }) => code).filter((code) => notes[code] === undefined)
  }

  async payments(query = ''): Promise<readonly PaymentDocument[]> {
    return (await this.control.get<PaymentsResponse>(`/payments${query}`)).body.payments
  }

  /** Moves the clock on. */
  async pass(time: string): Promise<void> {
    await this.control.post('/clock/advance', { by: time })
  }

  async coverage(): Promise<CoverageResponse> {
    return (await this.control.get<CoverageResponse>('/coverage')).body
  }

  async covered(): Promise<readonly string[]> {
    const { cases, extra_cases } = await this.coverage()
    return [...cases, ...extra_cases].filter((one) => one.covered).map(({ name }) => name)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.sandbox.stop()
  }
}

export const amount = (cents: number): Overrides => ({
  'transaction.amount_details.total_amount': String(cents),
})
