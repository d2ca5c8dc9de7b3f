import { describe, expect, test } from 'vitest'
import type {
  ExplainResponse,
  MagicResponse,
  ScenariosResponse,
} from '../../src/control/contract/calls/scenarios.ts'
import { StartError } from '../../src/runtime/start-error.ts'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'
import { card, VaultClient } from '../support/vault-client.ts'

/** The lines that a start with these files is refused with, without the folder. */
async function refusal(folder: Scratch, ...names: readonly string[]): Promise<readonly string[]> {
  const starting = startTestSandbox({ scenarios: names.map(folder.at) })
  const error = await starting.then(
    (sandbox) => sandbox.stop().then(() => new Error('It started')),
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(StartError)
  return String((error as Error).message)
    .replaceAll(`${folder.path}/`, '')
    .split('\n')
}

describe('a start with bad files is refused', () => {
  test('with every fault of a file, where it is and what was probably meant', async () => {
    await using folder = await scratchFolder({
      'checkout.yaml': `name: checkout
descripton: misspelt
rules:
  - name: one
    when: { opeartion: purchase, amount: { min: 900, max: 100 } }
    outcome: { response_code: 05 }
  - name: one
    when:
      operation: [purchse]
      method: card
      bsb: 032-051
    outcome:
      status: aproved
      fault: { at: before, http: 503, reset: true }
  - { name: three, when: { pan: [] , cvv: "1234567" }, outcome: {} }
  - { name: four, times: 0, outcome: { delay: soon } }
`,
    })
    expect(await refusal(folder, 'checkout.yaml')).toEqual([
      "checkout.yaml:2:1: descripton: unknown key 'descripton'. Did you mean 'description'?",
      "checkout.yaml:5:13: rules[0] (one).when.opeartion: unknown key 'opeartion'. Did you mean 'operation'?",
      'checkout.yaml:5:42: rules[0] (one).when.amount: never matches: min 900 is over max 100',
      'checkout.yaml:6:31: rules[0] (one).outcome.response_code: expected a string, found 5; write it in quotes: "05"',
      "checkout.yaml:7:11: rules[1] (one).name: 'one' is already the name of rules[0]",
      "checkout.yaml:9:19: rules[1] (one).when.operation[0]: 'purchse' is not known here. Did you mean 'purchase'?",
      'checkout.yaml:11:7: rules[1] (one).when.bsb: never matches: a card has no bsb',
      "checkout.yaml:13:15: rules[1] (one).outcome.status: 'aproved' is not known here. Did you mean 'approved'?",
      'checkout.yaml:14:14: rules[1] (one).outcome.fault: a fault has only one of http, reset',
      'checkout.yaml:15:33: rules[2] (three).when.pan: an empty list can never match; leave the key out',
      'checkout.yaml:15:43: rules[2] (three).when.cvv: never matches: a CVV has at most 4 characters',
      'checkout.yaml:16:26: rules[3] (four).times: expected at least 1; a rule that matches 0 times can never match',
      'checkout.yaml:16:47: rules[3] (four).outcome.delay: expected a duration such as 500ms, 90s, 15m, 2h, 1h30m or ISO 8601 such as PT90S, up to 24h',
    ])
  })

  test('in JSON as in YAML, and all files at once', async () => {
    await using folder = await scratchFolder({
      'a.json': '{\n  "name": "a",\n  "rules": [{ "outcom": {} }]\n}\n',
      'b.yaml': 'name: b\nrules: [{ outcome: { drift: yes please } }]\n',
      'c.yaml': 'name: [c\n',
    })
    const lines = await refusal(folder, 'a.json', 'b.yaml', 'c.yaml', 'd.yaml')
    expect(lines).toEqual([
      expect.stringMatching(/^a\.json:3:\d+: rules\[0\]/),
      "a.json:3:15: rules[0].outcom: unknown key 'outcom'. Did you mean 'outcome'?",
      'b.yaml:2:29: rules[0].outcome.drift: expected true or false, found the text "yes please"',
      expect.stringMatching(/^c\.yaml:\d+:\d+: /),
      'There is no scenario file d.yaml; check its path',
    ])
  })
})

test('every magic value that is listed does what it is listed for', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const { magic: cards } = (await control.get<MagicResponse>('/magic')).body
  const { scenarios } = (await control.get<ScenariosResponse>('/scenarios')).body
  const rules = scenarios.flatMap((scenario) => scenario.rules)
  expect(new Set(cards.map(({ rule }) => rule))).toEqual(new Set(rules.map(({ id }) => id)))
  const keys: Readonly<Record<string, string>> = { card: 'pan', bsb: 'bsb', cvv: 'cvv' }
  const vault = new VaultClient(sandbox.api)
  const storedCard = async (pan: string) => {
    const { body } = await vault.createCustomer({ reference: `of ${pan}` })
    const account = card({ 'CARD.PAN': pan })
    const stored = await vault.createToken(body.id, { preferred_name: 'main', account })
    return stored.body.virtual_pan
  }
  const gateway = new GatewayClient(sandbox.api)
  const onTarget = async (operation = '', pan = '') => {
    if (!['completion', 'refund', 'void'].includes(operation)) return undefined
    const paid = { 'transaction.payment_method.creditcard.pan': pan }
    const isHold = operation === 'completion'
    const { body } = isHold ? await gateway.preauthorise(paid) : await gateway.purchase(paid)
    return { operation, target_audit: String(body.audit) }
  }
  for (const { kind, example, rule, effect } of cards) {
    const when = rules.find(({ id }) => id === rule)?.when
    const operation = [when?.operation ?? 'purchase'].flat()[0]
    const facts = (await onTarget(operation, example)) ?? {
      operation,
      ...(when?.method !== undefined && { method: when.method }),
      ...(when?.virtual_pan === undefined
        ? { [keys[kind] ?? 'amount']: example }
        : { pan: await storedCard(example) }),
    }
    const { body } = await control.post<ExplainResponse>('/scenarios/explain', facts)
    expect([body.rule?.id, body.rule?.effect]).toEqual([rule, effect])
  }
})
