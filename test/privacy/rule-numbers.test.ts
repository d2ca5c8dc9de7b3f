import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type {
  ExplainResponse,
  MagicResponse,
  RuleResponse,
  ScenariosResponse,
} from '../../src/control/contract/calls/scenarios.ts'
import type { ErrorResponse } from '../../src/gateway/wire/contract/transaction-answer.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { byDirectDebit, GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

const SECRET = '4539148803436467'
/** With the same ends. */
const OTHER = '4539140000096467'
const NAMED = '4012888888881881'
const SAID = '4111111111111111'
const ACCOUNT = '918273645'

/** Numbers outside of conditions: these may be real. */
const secrets = [NAMED, SAID]

const METHOD = 'transaction.payment_method'
const byCard = (pan: string) => ({
  [METHOD]: { creditcard: { pan, expiry_date: '1230', cvv: '123' } },
})
const byAccount = (number: string) =>
  byDirectDebit({ [`${METHOD}.directdebit.account_number`]: number })

const cardRule = {
  name: `for ${NAMED}`,
  when: { pan: SECRET, cvv: '123' },
  times: 9,
  outcome: {
    status: 'declined',
    response_code: '05',
    response_message: `card ${SAID} x`,
    kvps: { a: SAID, [`k_${SAID}`]: 'b' },
  },
}
const accountRule = {
  name: 'account',
  when: { account_number: ACCOUNT },
  times: 9,
  outcome: { response_code: '6', status: 'declined' },
}
const textRule = {
  name: 'texts',
  when: { reference: `card ${SECRET}`, kvp: { note: `*${SECRET}*` } },
  times: 9,
  outcome: { fault: { at: 'before', http: 503, error_code: `x_${SAID}` } },
}

test('a card number in a text that is explained is not repeated in the reasons', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  await control.post('/rules', { when: { reference: 'order', kvp: { note: 'x' } }, outcome: {} })
  await control.post('/rules', { when: { correlation_id: 'other' }, outcome: {} })
  for (const given of [
    { reference: `my ${SECRET}` },
    { reference: 'order', kvp: { note: `my ${SECRET}` } },
    { correlation_id: SECRET },
  ]) {
    const { text } = await control.post('/scenarios/explain', given)
    expect(text).toContain('453914xxxxxx6467')
    expect(text).not.toContain(SECRET)
  }
})

async function textsIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

function found(text: string): readonly string[] {
  return secrets.filter((secret) => text.includes(secret))
}

async function rulesMet(gateway: GatewayClient): Promise<readonly unknown[]> {
  const reference = { 'transaction.reference': `card ${SECRET}`, kvps: { note: `a ${SECRET} b` } }
  const answers = [
    await gateway.purchase(byCard(SECRET)),
    await gateway.purchase(byCard(OTHER)),
    await gateway.purchase(byAccount(ACCOUNT)),
    await gateway.purchase(byAccount('111111645')),
    await gateway.purchase(reference),
    await gateway.purchase({ ...reference, 'transaction.reference': 'card 5' }),
  ]
  for (const { status } of answers) expect([200, 503]).toContain(status)
  return answers.map(({ headers }) => headers['x-sandbox-rule'])
}

const met = [
  'rules/for 401288xxxxxx1881',
  undefined,
  'rules/account',
  undefined,
  'rules/texts',
  undefined,
]

describe('numbers in rules', () => {
  test('are masked outside of conditions, and the rules match exactly theirs before and after a restart', async () => {
    await using place = await scratchFolder()
    const first = await startTestSandbox({ data: place.path })
    const control = new ControlClient(first.url)
    const answers = []
    for (const rule of [cardRule, accountRule, textRule]) {
      answers.push(await control.post('/rules', rule))
    }
    const scenario = { name: `s-${NAMED}`, description: `of ${NAMED}`, rules: [cardRule] }
    answers.push(await control.post('/scenarios', scenario))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await rulesMet(new GatewayClient(first.api))).toEqual(met)
    await control.put('/snapshots/with-rules')
    for (const path of ['/state', '/scenarios', '/magic', '/requests', '/transactions']) {
      answers.push(await control.get(path))
    }
    for (const { text } of answers) expect(found(text)).toEqual([])
    expect(found(await textsIn(place.path))).toEqual([])
    await first.stop()
    expect(found((await textsIn(place.path)) + first.logs.join())).toEqual([])
    await using second = await startTestSandbox({ data: place.path })
    expect(await rulesMet(new GatewayClient(second.api))).toEqual(met)
  })

  test('are kept as written in conditions that come with the start', async () => {
    await using place = await scratchFolder({
      'own.json': JSON.stringify({ name: 'own', rules: [cardRule, accountRule] }),
    })
    const sandbox = await startTestSandbox({
      data: place.at('data'),
      scenarios: [place.at('own.json')],
      explicit: { scenarios: true, clock: false, seed: false },
    })
    const { headers } = await new GatewayClient(sandbox.api).purchase(byCard(SECRET))
    expect(headers['x-sandbox-rule']).toBe('own/for 401288xxxxxx1881')
    await sandbox.stop()
    const kept = await textsIn(place.at('data'))
    expect(kept).toContain(`"pan":["${SECRET}"]`)
    expect(found(kept)).toEqual([])
  })

  test('are shown as written', async () => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    const { body: rule } = await control.post<RuleResponse>('/rules', cardRule)
    expect(rule.when).toEqual({ pan: [SECRET], cvv: ['123'] })
    await control.put('/scenarios', {
      scenarios: [{ name: 'own', rules: [cardRule, accountRule] }],
    })
    const { magic: cards } = (await control.get<MagicResponse>('/magic')).body
    expect(cards.map(({ kind, pattern, example }) => [kind, pattern, example])).toEqual([
      ['card', SECRET, SECRET],
      ['account', ACCOUNT, ACCOUNT],
    ])
  })

  test('are compared with the masked number of a request in an explanation', async () => {
    await using sandbox = await startTestSandbox({ scenarios: [] })
    const control = new ControlClient(sandbox.url)
    await control.post('/rules', cardRule)
    const asked = { pan: SECRET, cvv: '123' }
    const hit = await control.post<ExplainResponse>('/scenarios/explain', asked)
    expect(hit.body.rule?.name).toBe('for 401288xxxxxx1881')
    const { text } = await control.post('/scenarios/explain', { ...asked, pan: SAID })
    expect(text).toContain(`pan is 411111xxxxxx1111, not ${SECRET}`)
    expect(found(text + hit.text)).toEqual([])
  })

  test('are masked in an import outside of conditions', async () => {
    await using sandbox = await startTestSandbox()
    const control = new ControlClient(sandbox.url)
    const gateway = new GatewayClient(sandbox.api)
    await gateway.purchase()
    const { check, ...document } = JSON.parse((await control.get('/state')).text)
    const rules = [{ id: `own/${cardRule.name}`, rule: { ...cardRule, when: { pan: SECRET } } }]
    const loaded = [{ name: 'own', description: `of ${SAID}`, rules }]
    document.meta.push({ id: 'scenarios', loaded })
    document.transactions[0].responseMessage = `card ${SAID}`
    expect((await control.put('/state', document)).status).toBe(200)
    const { text } = await control.get('/state')
    expect(found(text)).toEqual([])
    expect(text).toContain('card 411111xxxxxx1111')
    const { headers } = await gateway.purchase(byCard(SECRET))
    expect(headers['x-sandbox-rule']).toBe('own/for 401288xxxxxx1881')
    expect((await gateway.purchase(byCard(OTHER))).headers['x-sandbox-rule']).toBeUndefined()
  })
})

test('a scenario whose name has a card number in it is unloaded by that name', async () => {
  await using sandbox = await startTestSandbox({ scenarios: [] })
  const control = new ControlClient(sandbox.url)
  await control.post('/scenarios', { name: `s-${NAMED}`, extends: ['default'] })
  const { body } = await control.get<ScenariosResponse>('/scenarios')
  expect(body.scenarios.map(({ name }) => name)).toEqual(['s-401288xxxxxx1881'])
  expect((await control.delete<ScenariosResponse>(`/scenarios/s-${NAMED}`)).body.scenarios).toEqual(
    [],
  )
})

test('no refusal of a control call repeats a card number', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const twice = { name: `for ${NAMED}`, outcome: {} }
  const answers = [
    await control.put(`/snapshots/a-${SECRET}`),
    await control.post(`/snapshots/a-${SECRET}/restore`),
    await control.put(`/worlds/a-${SECRET}`),
    await control.delete(`/worlds/a-${SECRET}`),
    await control.delete(`/scenarios/a-${SECRET}`),
    await control.get(`/requests?${SECRET}=1`),
    await control.get(`/cards/${SECRET}`),
    await control.get(`/health?${SECRET}`),
    await control.post('/rules', { [SECRET]: 1, outcome: {} }),
    await control.post('/rules', { when: { card_type: SECRET }, outcome: {} }),
    await control.post('/rules', { when: { kvp: { [SECRET]: '1' } }, outcome: {} }),
    await control.post('/scenarios', { name: `a-${SECRET}`, extends: [`b-${SECRET}`] }),
    await control.post('/scenarios', { name: 'own', rules: [twice, twice] }),
    await control.put('/state', { [SECRET]: [] }),
  ]
  for (const { status, text, body } of answers) {
    expect((body as ErrorResponse).errors).toHaveLength(1)
    expect([status >= 400 && status < 500, found(text), text]).toEqual([true, [], text])
    expect(text).not.toContain(SECRET)
  }
  expect(found(sandbox.logs.join())).toEqual([])
})
