import {
  type Assumptions,
  assumptionsWith,
  type SomeOf,
} from '../../src/domain/assumptions/assumptions.ts'
import type { Settings } from '../../src/runtime/config/settings.ts'
import { GatewayClient } from './gateway-client.ts'
import { startTestSandbox, type TestSandbox } from './start.ts'

export interface TestGateway extends TestSandbox {
  readonly client: GatewayClient
}

/** A sandbox without rules of its own, and a client that calls it. */
export async function startGateway(settings: Partial<Settings> = {}): Promise<TestGateway> {
  const sandbox = await startTestSandbox({ scenarios: [], ...settings })
  return { ...sandbox, client: new GatewayClient(sandbox.api, {}, settings.assumptions) }
}

/** The same where some guesses are other ones. */
export function startAssuming(changes: SomeOf<Assumptions>): Promise<TestGateway> {
  return startGateway({ assumptions: assumptionsWith(changes) })
}
