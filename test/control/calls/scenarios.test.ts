import { describe, expect, test } from 'vitest'
import type {
  ExplainResponse,
  RuleResponse,
  RulesResponse,
  ScenariosResponse,
} from '../../../src/control/contract/calls/scenarios.ts'
import type { ErrorResponse } from '../../../src/gateway/wire/contract/transaction-answer.ts'
import { ControlClient } from '../../support/control-client.ts'
import { byDirectDebit, GatewayClient } from '../../support/gateway-client.ts'
import { startTestSandbox } from '../../support/start.ts'

async function begin() {
  const sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const gateway = new GatewayClient(sandbox.api)
  return { control, gateway, [Symbol.asyncDispose]: () => sandbox.stop() }
}

function names({ scenarios }: ScenariosResponse): readonly string[] {
  return scenarios.map(({ name }) => name)
}

/** What came of a purchase, and which rule made it so. */
async function bought(gateway: GatewayClient) {
  const { headers, body } = await gateway.purchase()
  return `${body.status.acquirer.response_code} by ${headers['x-sandbox-rule'] ?? 'nobody'}`
}

function declining(name: string, code: string) {
  return {
    name,
    description: `declines ${code}`,
    rules: [{ name: 'no', outcome: { response_code: code } }],
  }
}

test('a scenario is put in front of the others, and taken away again', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  const loaded = await control.post<ScenariosResponse>('/scenarios', declining('mine', '51'))
  expect(names(loaded.body)).toEqual(['mine', 'default'])
  expect(await bought(gateway)).toBe('51 by mine/no')
  await control.post('/scenarios', declining('other', '14'))
  expect(await bought(gateway)).toBe('14 by other/no')
  const { body } = await control.get<ScenariosResponse>('/scenarios')
  expect(body.scenarios.slice(0, 2)).toEqual([
    {
      name: 'other',
      description: 'declines 14',
      rules: [
        {
          id: 'other/no',
          name: 'no',
          hits: 1,
          seen: 1,
          times: null,
          skip: 0,
          every: null,
          chance: null,
          per: null,
          counts: 'world',
          for: null,
          since: null,
          when: {},
          effect: 'declined 14 (Invalid card number)',
        },
      ],
    },
    {
      name: 'mine',
      description: 'declines 51',
      rules: [expect.objectContaining({ id: 'mine/no', hits: 1 })],
    },
  ])
  expect(body.rules).toEqual([])
  const left = await control.delete<ScenariosResponse>('/scenarios/other')
  expect(names(left.body)).toEqual(['mine', 'default'])
  expect(await bought(gateway)).toBe('51 by mine/no')
})

test('a scenario that is loaded again takes its old place’s turn and counts from the start', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  await control.post('/scenarios', declining('mine', '51'))
  await control.post('/scenarios', {
    name: 'once',
    rules: [{ name: 'no', times: 1, outcome: { response_code: '05' } }],
  })
  expect(await bought(gateway)).toBe('05 by once/no')
  expect(await bought(gateway)).toBe('51 by mine/no')
  const { body } = await control.post<ScenariosResponse>('/scenarios', declining('mine', '54'))
  expect(names(body)).toEqual(['mine', 'once', 'default'])
  expect(body.scenarios[0]?.rules[0]).toMatchObject({ hits: 0, seen: 0 })
  // The other scenario was not loaded again, and goes on counting where it was.
  expect(body.scenarios[1]?.rules[0]).toMatchObject({ hits: 1, seen: 1 })
})

test('documents that extend the same document bring it along once', async () => {
  await using sandbox = await begin()
  const ground = declining('ground', '14')
  const sides = ['left', 'right'].map((name) => ({ ...declining(name, '51'), extends: [ground] }))
  const { status, body } = await sandbox.control.post<ScenariosResponse>('/scenarios', {
    name: 'top',
    extends: sides,
  })
  expect(status).toBe(200)
  const ids = body.scenarios.find(({ name }) => name === 'top')?.rules.map(({ id }) => id)
  expect(ids).toEqual(['left/no', 'right/no', 'ground/no'])
})

test('documents extend documents twenty deep, and no deeper', async () => {
  await using sandbox = await begin()
  const { control } = sandbox
  const chain = (depth: number): object =>
    depth === 0
      ? declining('base', '51')
      : { name: `level-${depth}`, extends: [chain(depth - 1)], rules: [] }
  expect((await control.post('/scenarios', chain(20))).status).toBe(200)
  expect(await bought(sandbox.gateway)).toBe('51 by base/no')
  expect((await control.post('/scenarios', chain(21))).status).toBe(200)
  const { status, body } = await control.post<ErrorResponse>('/scenarios', chain(22))
  expect([status, body.errors.map(({ location }) => location.length)]).toEqual([422, [45]])
})

describe('a scenario that extends one in force', () => {
  const top = { name: 'top', extends: ['base'], rules: [] }

  async function rulesOfTop(control: ControlClient) {
    const { body } = await control.get<ScenariosResponse>('/scenarios')
    const { rules = [] } = body.scenarios.find(({ name }) => name === 'top') ?? {}
    return rules.map(({ id, hits, effect }) => [id, hits, effect])
  }

  test('has copies of its rules, which stay when the other is unloaded', async () => {
    await using sandbox = await begin()
    const { control, gateway } = sandbox
    await control.post('/scenarios', declining('base', '51'))
    expect((await control.post('/scenarios', top)).status).toBe(200)
    expect(await bought(gateway)).toBe('51 by base/no')
    await control.delete('/scenarios/base')
    expect(await bought(gateway)).toBe('51 by base/no')
    expect(await rulesOfTop(control)).toEqual([['base/no', 2, 'declined 51 (Insufficient funds)']])
  })

  test('gives way to the rule of the same name when the other is loaded again', async () => {
    await using sandbox = await begin()
    const { control, gateway } = sandbox
    await control.post('/scenarios', declining('base', '51'))
    await control.post('/scenarios', top)
    await bought(gateway)
    const again = await control.post<ScenariosResponse>('/scenarios', declining('base', '54'))
    expect(names(again.body)).toEqual(['base', 'top', 'default'])
    expect(again.body.scenarios[0]?.rules[0]).toMatchObject({ id: 'base/no', hits: 0, seen: 0 })
    expect(await bought(gateway)).toBe('54 by base/no')
    await control.post('/scenarios', top)
    await control.delete('/scenarios/base')
    expect(await bought(gateway)).toBe('54 by base/no')
  })
})

describe('nothing of a bad call takes effect', () => {
  test('two scenarios of one name', async () => {
    await using sandbox = await begin()
    const scenarios = [declining('a', '51'), 'drift', declining('a', '14'), 'drift']
    const { status, body } = await sandbox.control.put<ErrorResponse>('/scenarios', { scenarios })
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          error_code: 'invalid_format',
          error_message: "'a' is already the name of scenarios[0]",
          location: ['body', 'scenarios', '2', 'name'],
        },
        {
          error_code: 'invalid_format',
          error_message: "'drift' is already the name of scenarios[1]",
          location: ['body', 'scenarios', '3'],
        },
      ],
    ])
    const { body: after } = await sandbox.control.get<ScenariosResponse>('/scenarios')
    expect(names(after)).toEqual(['default'])
  })

  test('names that lead nowhere or back are listed with the other faults', async () => {
    await using sandbox = await begin()
    const scenarios = [
      { name: 'a', extends: ['b', 'nowhere'] },
      { name: 'b', extends: ['a'], rules: [{ outcom: {} }] },
    ]
    const { status, body } = await sandbox.control.put<ErrorResponse>('/scenarios', { scenarios })
    expect(status).toBe(422)
    const told = body.errors.map(
      ({ location, error_code }) => `${location.join('.')} ${error_code}`,
    )
    expect(body.errors[0]?.error_message).toBe("'a' extends itself (a → b → a); remove this name")
    expect(told).toEqual([
      'body.scenarios.0.extends.0 invalid_format',
      'body.scenarios.1.rules.0.outcome invalid_format',
      'body.scenarios.1.rules.0.outcom invalid_format',
      'body.scenarios.0.extends.1 not_found',
    ])
  })

  test.each([
    ['an unknown built-in one', { name: 'flaky-dya' }, 404, "Did you mean 'flaky-day'?", ['body']],
    ['an unknown key', { name: 'x', ruels: [] }, 422, "Did you mean 'rules'?", ['body', 'ruels']],
    [
      'a bad value',
      { name: 'x', rules: [{ outcome: { status: 'aproved' } }] },
      422,
      "Did you mean 'approved'?",
      ['body', 'rules', '0', 'outcome', 'status'],
    ],
    [
      'a rule that can never match',
      { name: 'x', rules: [{ when: { amount: { min: 5, max: 4 } }, outcome: {} }] },
      422,
      'min',
      expect.arrayContaining(['body', 'rules', '0', 'when', 'amount']),
    ],
    [
      'one that extends what is not there',
      { name: 'x', extends: ['defalt'] },
      404,
      "Did you mean 'default'?",
      ['body', 'extends', '0'],
    ],
    ['no rules', { name: 'x', rules: [] }, 422, 'it has no rules', ['body']],
    ['no object', 7, 422, 'map of keys', ['body']],
    ['nothing', null, 422, 'map of keys', ['body']],
    [
      'one that extends nothing',
      { name: 'x', extends: [null], rules: [] },
      422,
      'expected a string, found nothing',
      ['body', 'extends', '0'],
    ],
    [
      'one that extends what has no name',
      { name: 'x', extends: [{ name: 5, rules: [] }], rules: [] },
      422,
      'expected a string, found a map of keys',
      ['body', 'extends', '0'],
    ],
  ])('%s', async (_title, given, status, words, location) => {
    await using sandbox = await begin()
    const { control } = sandbox
    const answer = await control.post<ErrorResponse>('/scenarios', given)
    expect(answer.status).toBe(status)
    expect(answer.body.errors[0]?.error_message).toContain(words)
    expect(answer.body.errors[0]?.location).toEqual(location)
    const both = { scenarios: [declining('good', '51'), given] }
    expect((await control.put('/scenarios', both)).status).toBe(status)
    expect(names((await control.get<ScenariosResponse>('/scenarios')).body)).toEqual(['default'])
  })

  test('one that is not loaded cannot be unloaded', async () => {
    await using sandbox = await begin()
    const answer = await sandbox.control.delete<ErrorResponse>('/scenarios/defualt')
    expect(answer.status).toBe(404)
    expect(answer.body.errors[0]?.error_message).toContain("Did you mean 'default'?")
  })
})

test('a rule by itself holds for one request unless it says how many', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  const made = await control.post<RuleResponse>('/rules', {
    name: 'short of money',
    when: { operation: 'purchase', amount: { min: 500 } },
    outcome: { response_code: '51' },
  })
  expect(made.body).toEqual({
    id: 'rules/short of money',
    name: 'short of money',
    hits: 0,
    seen: 0,
    times: 1,
    skip: 0,
    every: null,
    chance: null,
    per: null,
    counts: 'world',
    for: null,
    since: null,
    when: { operation: ['purchase'], amount: { min: 500 } },
    effect: 'declined 51 (Insufficient funds), once',
    warnings: [],
  })
  expect(await bought(gateway)).toBe('51 by rules/short of money')
  expect(await bought(gateway)).toBe('00 by nobody')
  await control.post('/rules', { times: 2, outcome: { response_code: '05' } })
  const { body } = await control.get<ScenariosResponse>('/scenarios')
  // What is used up can still be looked at.
  expect(body.rules.map(({ id, hits, times }) => [id, hits, times])).toEqual([
    ['rules/short of money', 1, 1],
    ['rules/rule-2', 0, 2],
  ])
  expect(await bought(gateway)).toBe('05 by rules/rule-2')
  expect(await bought(gateway)).toBe('05 by rules/rule-2')
  expect(await bought(gateway)).toBe('00 by nobody')
})

test('the rule added first is asked first, and its name is free again once it is used up', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  const rule = (name: string, response_code: string) => ({ name, outcome: { response_code } })
  await control.post('/rules', [rule('a', '51'), rule('b', '05')])
  const taken = await control.post<ErrorResponse>('/rules', rule('a', '14'))
  expect([taken.status, taken.body.errors[0]?.error_message]).toEqual([
    422,
    "There is a temporary rule 'a' already; remove it, or choose another name",
  ])
  expect(await bought(gateway)).toBe('51 by rules/a')
  expect((await control.post('/rules', rule('a', '14'))).status).toBe(200)
  const codes = [await bought(gateway), await bought(gateway), await bought(gateway)]
  expect(codes).toEqual(['05 by rules/b', '14 by rules/a', '00 by nobody'])
})

test('temporary rules are listed and removed, and generated names are never given again', async () => {
  await using sandbox = await begin()
  const { control, gateway } = sandbox
  const outcome = { response_code: '51' }
  const list = async () => {
    const { body } = await control.get<RulesResponse>('/rules')
    return body.rules.map(({ name }) => name)
  }
  const added = await control.post<RulesResponse>('/rules', [{ outcome }, { outcome }])
  expect(added.body.rules.map(({ name }) => name)).toEqual(['rule-1', 'rule-2'])
  expect((await control.delete<ErrorResponse>('/rules/rule-9')).status).toBe(404)
  await control.delete('/rules/rule-2')
  expect(await list()).toEqual(['rule-1'])
  await control.post('/rules', { name: 'rule-4', outcome })
  await control.post('/rules', { outcome })
  expect(await list()).toEqual(['rule-1', 'rule-4', 'rule-5'])
  expect((await control.delete('/rules')).body).toEqual({ removed: 3 })
  expect(await list()).toEqual([])
  expect(await bought(gateway)).toBe('00 by nobody')
})

describe('explain', () => {
  test('says which rule would match and why the ones before it do not', async () => {
    await using sandbox = await begin()
    const { control } = sandbox
    await control.put('/scenarios', {
      scenarios: [
        {
          name: 'mine',
          rules: [
            { name: 'big', when: { amount: { min: 50000 } }, outcome: { response_code: '61' } },
            { name: 'debits', when: { bsb: '062-*' }, outcome: { response_code: '6' } },
            { name: 'cards', when: { pan: '4111*' }, outcome: { response_code: '05' } },
          ],
        },
      ],
    })
    const { body } = await control.post<ExplainResponse>('/scenarios/explain', {
      amount: 1000,
      pan: '4111111111111111',
    })
    expect(body).toEqual({
      rule: expect.objectContaining({ id: 'mine/cards', effect: 'declined 05 (Do not honour)' }),
      rules: [expect.objectContaining({ id: 'mine/cards', layers: ['bank'] })],
      tried: [
        { id: 'mine/big', reason: 'amount is 1000, not at least 50000', failed: 1, held: 0 },
        { id: 'mine/debits', reason: 'the request has no bsb; wanted 062-*', failed: 1, held: 0 },
      ],
      gone: [],
      assumed: { reference: 'rehearsal', currency: 'AUD', expiry: '1227' },
    })
  })

  test('names the rules that shaped a request of the journal and are gone', async () => {
    await using sandbox = await begin()
    const { control } = sandbox
    await control.post('/rules', { name: 'broke', outcome: { response_code: '51' } })
    await control.post('/rules', { name: 'late', outcome: { delay: '1ms' } })
    await sandbox.gateway.purchase()
    const explained = async () =>
      (await control.post<ExplainResponse>('/scenarios/explain', { request: 1 })).body
    expect(await explained()).toMatchObject({
      rule: { id: 'rules/broke' },
      rules: [
        { id: 'rules/broke', layers: ['bank'] },
        { id: 'rules/late', layers: ['delivery'] },
      ],
      gone: [],
    })
    await control.delete('/rules')
    expect(await explained()).toMatchObject({
      rule: null,
      rules: [],
      gone: ['rules/broke', 'rules/late'],
    })
  })

  const card = { reference: 'rehearsal', currency: 'AUD', pan: '411111xxxxxx1111', expiry: '1227' }
  const { pan, ...others } = card

  test.each([
    ['a payment without details', { amount: '1000051' }, card, 'default/amount-code'],
    ['one by a CVV', { amount: '1000051', cvv: '123' }, card, 'default/amount-code'],
    [
      'one by a card',
      { pan: '4000000000000051' },
      { amount: '1000', ...others },
      'default/card-code',
    ],
    [
      'one by a BSB',
      { amount: '1000', bsb: '032-051' },
      { reference: 'rehearsal', currency: 'AUD', account_number: '12345678' },
      'default/debit-returned',
    ],
    ['a search', { operation: 'search' }, {}, undefined],
  ])('fills in what %s needs', async (_title, described, assumed, rule) => {
    await using sandbox = await begin()
    const { body } = await sandbox.control.post<ExplainResponse>('/scenarios/explain', described)
    expect([body.assumed, body.rule?.id, body.refused]).toEqual([assumed, rule, undefined])
  })

  test.each([
    [{ amount: 'x' }, 422, 'transaction.amount_details.total_amount'],
    [{ currency: 'x' }, 422, 'transaction.amount_details.currency'],
    [{ pan: '4111' }, 422, 'transaction.payment_method.creditcard.pan'],
    [{ expiry: '1399' }, 422, 'transaction.payment_method.creditcard.expiry_date'],
    [{ bsb: 'x' }, 422, 'transaction.payment_method.directdebit.bsb'],
    [{ pan: '4111111111111111', bsb: '032-051' }, 422, 'transaction.payment_method'],
    [{ pan: '9000000000000000' }, 422, 'transaction.payment_method.creditcard.pan'],
    [
      { operation: 'preauthorisation', bsb: '032-051' },
      422,
      'transaction.payment_method.directdebit',
    ],
    [{ reference: 'A"1' }, 422, 'transaction.reference'],
    [{ operation: 'void', target_audit: '7' }, 404, 'audit'],
    [{ operation: 'lookup', audit: 7 }, 404, 'audit'],
  ])('shows how the gateway refuses %o', async (described, status, place) => {
    await using sandbox = await begin()
    const { body } = await sandbox.control.post<ExplainResponse>('/scenarios/explain', described)
    expect(body).toMatchObject({ rule: null, rules: [], tried: [], refused: { status } })
    expect(body.refused?.errors.map(({ location }) => location.slice(1).join('.'))).toEqual([place])
  })

  test.each([
    [
      { operation: 'void', currency: 'AUD' },
      'currency',
      'Cannot be in a request: no void has currency',
    ],
    [{ operation: 'refund', cvv: '123' }, 'cvv', 'Cannot be in a request: no refund has cvv'],
    [{ operation: 'refund' }, 'target_audit', 'A refund needs it'],
  ])('%o is no request', async (described, member, error_message) => {
    await using sandbox = await begin()
    const { status, body } = await sandbox.control.post<ErrorResponse>(
      '/scenarios/explain',
      described,
    )
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      { error_code: expect.any(String), error_message, location: ['body', member] },
    ])
  })

  test('leaves no trace of the request', async () => {
    await using sandbox = await begin()
    const { control, gateway } = sandbox
    await control.post('/rules', {
      name: 'held',
      when: { amount: '7' },
      outcome: { delayed: true },
    })
    await control.post('/rules', {
      name: 'lost',
      when: { amount: '8' },
      outcome: { fault: { at: 'before', http: 503 } },
    })
    const state = async () => {
      const { saved_at, check, ...rest } = (await control.get<Record<string, unknown>>('/state'))
        .body
      return rest
    }
    const before = await state()
    for (const described of [{}, { amount: 7 }, { amount: 8 }, { at: '2031-01-01' }]) {
      const { body } = await control.post<ExplainResponse>('/scenarios/explain', described)
      expect(body.refused).toBeUndefined()
    }
    expect(await state()).toEqual(before)
    expect((await gateway.search('rehearsal')).body).toEqual({ results: [] })
    expect((await gateway.purchase()).body.audit).toBe(1_000_001)
  })

  test.each([
    ['of the transaction that a search found', { operation: 'search', card_type: 'visa' }, 2],
    ['of the card behind a refund', { operation: 'refund', card_type: 'visa' }, 3],
    ['of the account of a debit', { bsb: '062-000' }, 4],
  ])('knows the facts %s', async (_title, when, request) => {
    await using sandbox = await begin()
    const { control, gateway } = sandbox
    await control.post('/rules', { name: 'late', when, skip: 9, outcome: { delay: '1ms' } })
    await gateway.purchase({}, { 'x-correlation-id': 'a' })
    await gateway.search('a')
    await gateway.refund(1_000_001)
    await gateway.purchase(byDirectDebit())
    const { body } = await control.post<ExplainResponse>('/scenarios/explain', { request })
    const reason = 'skipped (1 of 9)'
    expect(body.tried[0]).toMatchObject({ id: 'rules/late', reason, failed: 0 })
  })

  test('no rule applies to a request that is refused', async () => {
    await using sandbox = await begin()
    const { control, gateway } = sandbox
    await gateway.purchase({ 'transaction.reference': '' })
    const { body } = await control.post<ExplainResponse>('/scenarios/explain', { request: 1 })
    expect(body).toEqual({ rule: null, rules: [], tried: [], gone: [], assumed: {} })
  })

  test('a card number tells the type of the card', async () => {
    await using sandbox = await begin()
    const { control } = sandbox
    await control.post('/rules', { when: { card_type: 'visa' }, outcome: { delay: '1s' } })
    const facts = { operation: 'purchase', pan: '4111111111111111', amount: '1234' }
    const { body } = await control.post<ExplainResponse>('/scenarios/explain', facts)
    expect(body.rule?.id).toBe('rules/rule-1')
  })

  test('says that nothing matches, shows no card number, and counts nothing', async () => {
    await using sandbox = await begin()
    const { control } = sandbox
    const answer = await control.post<ExplainResponse>('/scenarios/explain', {
      operation: 'purchase',
      pan: '4111111111111111',
      cvv: '123',
      amount: '1234',
    })
    expect(answer.body.rule).toBeNull()
    expect(answer.body.tried.length).toBeGreaterThan(10)
    expect(answer.text).not.toMatch(/4111111111111111|"123"/)
    const { body } = await control.get<ScenariosResponse>('/scenarios')
    expect(body.scenarios[0]?.rules.every(({ seen }) => seen === 0)).toBe(true)
  })

  test('refuses what a rule cannot see', async () => {
    await using sandbox = await begin()
    const { status, body } = await sandbox.control.post<ErrorResponse>('/scenarios/explain', {
      operation: 'buy',
      colour: 'red',
    })
    expect(status).toBe(422)
    expect(body.errors).toHaveLength(2)
  })
})

test('what a check would warn of is said when a scenario is loaded or a rule added', async () => {
  await using sandbox = await begin()
  const { control } = sandbox
  type Warned = { readonly warnings: readonly object[] }
  const twice = {
    name: 'twice',
    rules: [
      { name: 'all', outcome: { status: 'declined' } },
      { name: 'late', outcome: { status: 'approved' } },
    ],
  }
  const warning = {
    message: "'late' is never reached: 'all' has the same conditions and comes first",
    location: ['body', 'rules', 1],
  }
  expect((await control.post<Warned>('/scenarios', twice)).body.warnings).toEqual([warning])
  const both = await control.put<Warned>('/scenarios', { scenarios: ['default', twice] })
  expect(both.body.warnings).toEqual([
    { ...warning, location: ['body', 'scenarios', 1, 'rules', 1] },
  ])
  const idle = { outcome: { status: 'declined', expires: 'at-once' } }
  const message = 'expires has no effect: what is declined never expires'
  const added = await control.post<Warned>('/rules', idle)
  expect(added.body.warnings).toEqual([{ message, location: ['body', 'outcome', 'expires'] }])
  const list = await control.post<{ rules: readonly Warned[] }>('/rules', [idle, { outcome: {} }])
  expect(list.body.rules.map(({ warnings }) => warnings)).toEqual([
    [{ message, location: ['body', 0, 'outcome', 'expires'] }],
    [],
  ])
})

test('a very long name of a member is cut in the refusal, without half a card number', async () => {
  await using sandbox = await startTestSandbox()
  const control = new ControlClient(sandbox.url)
  const key = `${'1.'.repeat(495)}a4444333322221111a${'1.'.repeat(100_000)}`
  const { status, body } = await control.post<{ errors: { location: string[] }[] }>('/scenarios', {
    name: 'a',
    [key]: 1,
  })
  expect(status).toBe(422)
  const shown = body.errors.map(({ location }) => location.at(-1)).find((one) => one !== 'rules')
  expect(shown).toHaveLength(1001)
  expect(shown).toMatch(/\.a444433xxx…$/)
})

test('explain warns of a year whose holidays are not known, and refuses a day that does not exist', async () => {
  await using sandbox = await begin()
  const { control } = sandbox
  const noteAt = async (at: string) =>
    (await control.post<ExplainResponse>('/scenarios/explain', { at })).body.note
  expect(await noteAt('2026-12-25')).toBeUndefined()
  expect(await noteAt('2090-12-25')).toMatch(/^No holidays are known for 2090: /)
  const missing = await control.post<ErrorResponse>('/scenarios/explain', { at: '2026-02-30' })
  expect(missing.status).toBe(422)
  expect(missing.body.errors[0]?.error_message).toBe('There is no day 2026-02-30')
})

test('a rule holds on its days of the week in Sydney, and explain looks at any time', async () => {
  await using sandbox = await begin()
  const { control } = sandbox
  const rule = { name: 'tuesday', when: { weekday: ['tue'] }, outcome: { response_code: '91' } }
  await control.post('/scenarios', { name: 'week', rules: [rule] })
  const decidedAt = async (at: string) => {
    const { body } = await control.post<ExplainResponse>('/scenarios/explain', { at })
    return [body.rule?.id, body.tried.find(({ id }) => id === 'week/tuesday')?.reason]
  }
  // Monday evening in UTC is Tuesday in Sydney.
  expect(await decidedAt('2026-03-09T20:00:00Z')).toEqual(['week/tuesday', undefined])
  expect(await decidedAt('2026-03-10T20:00:00Z')).toEqual([undefined, 'weekday is wed, not tue'])
  const bad = await control.post<ErrorResponse>('/rules', {
    when: { weekday: 'tues' },
    outcome: {},
  })
  expect(bad.body.errors[0]?.error_message).toContain("Did you mean 'tue'?")
})
