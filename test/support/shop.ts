import type { AdvanceResponse } from '../../src/control/contract/calls/clock.ts'
import type { RuleResponse, ScenariosResponse } from '../../src/control/contract/calls/scenarios.ts'
import type { World } from '../../src/gateway/world/world.ts'
import { ControlClient } from './control-client.ts'
import { GatewayClient, newId, type TestResponse } from './gateway-client.ts'
import type { TestSandbox } from './start.ts'
import { VaultClient } from './vault-client.ts'

/** A merchant in a world of its own, and a tester who looks behind that. */
export interface Shop {
  readonly api: string
  readonly gateway: GatewayClient
  readonly vault: VaultClient
  readonly control: ControlClient
  readonly world: World
}

let lastShop = 0

/** Opens a world with the sandbox's own scenarios, or with these: documents or shipped names. */
export async function openShop(
  { url, running }: Pick<TestSandbox, 'url' | 'running'>,
  ...scenarios: readonly unknown[]
): Promise<Shop> {
  lastShop += 1
  const name = `shop-${lastShop}`
  const world = await running.worlds.open(name)
  const api = `${url}/w/${name}/v1`
  const control = new ControlClient(url, name)
  if (scenarios.length > 0) {
    const { status, text } = await control.put('/scenarios', { scenarios })
    if (status !== 200) throw new Error(text)
  }
  return { api, gateway: new GatewayClient(api), vault: new VaultClient(api), control, world }
}

/** What came of a transaction, in short: `declined 51`, `error 20` where the gateway failed. */
export function outcomeOf({ status }: Pick<TestResponse['body'], 'status'>): string {
  const { transaction_status_code, gateway_status_code, acquirer } = status
  const code = gateway_status_code === 0 ? acquirer.response_code : String(gateway_status_code)
  return `${transaction_status_code} ${code}`.trim()
}

/** The rule that shaped an answer. */
export function ruleOf({ headers }: Pick<TestResponse, 'headers'>): string | undefined {
  const rule = headers['x-sandbox-rule']
  return Array.isArray(rule) ? rule.join() : rule
}

/** Looks a transaction up, and says in short what has come of it. */
export async function outcomeNow({ gateway }: Shop, audit: number): Promise<string> {
  return outcomeOf((await gateway.lookup(audit)).body)
}

/** What a search for a correlation id finds, in short. */
export async function outcomesFound({ gateway }: Shop, id: string): Promise<readonly string[]> {
  return (await gateway.search(id)).body.results.map(outcomeOf)
}

/** Lets time pass, and says what happened: `returned 1000001 at 2026-03-11T22:00:00.000Z: declined`. */
export async function advance(
  { control }: Shop,
  span: { readonly by: string } | { readonly to: string },
): Promise<readonly string[]> {
  const { body } = await control.post<AdvanceResponse>('/clock/advance', span)
  return body.fired.map(({ at, event, audit, to }) => `${event} ${audit} at ${at}: ${to}`)
}

/** A rule in force, by its id. */
export async function ruleInForce({ control }: Shop, id: string): Promise<RuleResponse> {
  const { body } = await control.get<ScenariosResponse>('/scenarios')
  const rules = [...body.rules, ...body.scenarios.flatMap((scenario) => scenario.rules)]
  const found = rules.find((rule) => rule.id === id)
  if (found === undefined) throw new Error(`No rule ${id} is in force`)
  return found
}

/** Stores an account for a new customer, and gives the virtual PAN that stands in for it. */
export async function virtualPanOf(
  { vault }: Shop,
  account: Readonly<Record<string, unknown>>,
): Promise<string> {
  const name = newId()
  const customer = await vault.createCustomer({ reference: name })
  const token = await vault.createToken(customer.body.id, { preferred_name: name, account })
  return token.body.virtual_pan
}
