import { expect, test } from 'vitest'
import { pathText } from '../../../src/base/documents/complaint.ts'
import { parseRuleValue, parseScenarioValue } from '../../../src/scenario/reading/read.ts'

async function complaintsOf(rule: unknown): Promise<readonly string[]> {
  const { document, errors } = await parseRuleValue(rule)
  expect(document).toBeUndefined()
  return errors.map(({ path, message }) => `${pathText(path)}: ${message}`)
}

const operationNames =
  'purchase, preauthorisation, completion, refund, standalone_refund, void, lookup, search, ' +
  'customer_search, customer_create, customer_lookup, customer_update, customer_delete, ' +
  'token_list, token_create, token_lookup, token_update, token_delete'

test.each([
  [{ operation: 'purchse' }, "operation: 'purchse' is not known here. Did you mean 'purchase'?"],
  [{ operation: ['void', 'pay'] }, `operation[1]: 'pay' is not one of ${operationNames}`],
  [
    { merchant: '1' },
    'merchant: expected a merchant id or a list of them; write it without quotes: 1',
  ],
  [{ methd: 'card' }, "methd: unknown key 'methd'. Did you mean 'method'?"],
  [{ pan: [] }, 'pan: an empty list can never match; leave the key out'],
  [
    { pan: 4111111111111111 },
    'pan: expected a string or a list of strings, found 411111xxxxxx1111; write it in quotes',
  ],
  [{ amount: { min: 20.5 } }, 'amount.min: amounts are in cents: write 2050'],
  [{ cvv: [911] }, 'cvv[0]: expected a string, found 911; write it in quotes'],
])('when %j is refused', async (when, complaint) => {
  expect(await complaintsOf({ when, outcome: {} })).toEqual([`when.${complaint}`])
})

test.each([
  [{ amount: { min: 6, max: 5 } }, 'amount: never matches: min 6 is over max 5'],
  [{ amount: '05' }, 'amount: never matches: an amount does not begin with 0'],
  [
    { amount: '>10000' },
    'amount: never matches: an amount has only digits; write a range as { min: 5000, max: 10000 }',
  ],
  [
    { from: '18:00', until: '24:00' },
    'until: expected an instant such as 2026-03-10T01:00:00Z, or a time of day from "00:00" to "23:59"',
  ],
  [{ amount: ['5', '1.50'] }, 'amount[1]: never matches: an amount is in cents: write 150'],
  [
    { pan: '411111xxxxxx1111' },
    'pan: never matches: a card number has only digits; write ? for a masked one',
  ],
  [
    { pan: '4111111111111112' },
    'pan: never matches: this card number fails the Luhn check, so every request with it is refused',
  ],
  [
    { pan: '9*' },
    'pan: never matches: a number that begins with 9 is a virtual PAN; use virtual_pan',
  ],
  [
    { virtual_pan: '4*' },
    'virtual_pan: never matches: a virtual PAN does not begin like a card number',
  ],
  [{ cvv: '1234567' }, 'cvv: never matches: a CVV has at most 4 characters'],
  [
    { card_type: 'vissa' },
    "card_type: never matches: unknown card type 'vissa'. Did you mean 'visa'?",
  ],
  [{ currency: 'aud' }, 'currency: never matches: a currency has only capital letters; write AUD'],
  [
    { account_number: 'xxx' },
    'account_number: never matches: an account number has only digits; write ? for a masked one',
  ],
  [
    { reference: 'caf\u00e9' },
    'reference: never matches: a reference has only ASCII letters, digits, spaces and punctuation, no quotes or backslash',
  ],
  [
    { kvp: { 'a-b': 'x' } },
    'kvp.a-b: never matches: a KVP key has up to 64 letters, digits, underscores and dots',
  ],
  [{ method: 'card', bsb: '032-051' }, 'bsb: never matches: a card has no bsb'],
  [{ operation: 'void', amount: '5' }, 'amount: never matches: no void has amount'],
  [
    { operation: ['completion', 'refund'], cvv: '911' },
    'cvv: never matches: no completion or refund has cvv',
  ],
  [
    { operation: 'preauthorisation', method: 'direct_debit' },
    'method: never matches: no preauthorisation has method direct_debit',
  ],
  [
    { operation: 'customer_create', reference: 'x' },
    'reference: never matches: no customer_create has reference',
  ],
  [
    { operation: 'token_create', virtual_pan: '*' },
    'virtual_pan: never matches: no token_create has virtual_pan',
  ],
  [
    { kvp: { 'GATEWAY.REQUEST.KVP.foo': 'bar' } },
    "kvp.GATEWAY.REQUEST.KVP.foo: never matches: rules see a KVP's key without its prefix; write 'foo'",
  ],
  [
    { card_type: 'v*z' },
    'card_type: never matches: unknown card type \'v*z\'; known: visa, mastercard, amex, diners, jcb, unionpay, discover, ""',
  ],
  [
    { weekday: 'mon', not: { weekday: 'Monday' } },
    'not.weekday: never matches: it excludes every weekday that when asks for',
  ],
  [
    { operation: 'purchase', not: { operation: ['void', 'purchase'] } },
    'not.operation: never matches: it excludes every operation that when asks for',
  ],
  [
    { kvp: { SHOP: '1', TILL: '2' }, not: { kvp: { SHOP: ['1', '2'] } } },
    'not.kvp: never matches: it excludes every kvp that when asks for',
  ],
  [
    { not: { rate: { more_than: 5, within: '1m' } } },
    'not.rate: rate cannot be excluded; put a rule with this rate first, and let it decide the requests over it',
  ],
  [
    { operation: 'purchase', times: 2 },
    'times: times goes beside when, not under it; indent it as far as when',
  ],
])('%j can never match', async (when, complaint) => {
  expect(await complaintsOf({ when, outcome: {} })).toEqual([`when.${complaint}`])
})

test.each([
  [{ currency: 'N?D' }],
  [{ operation: 'token_list', customer_reference: 'x' }],
  [{ operation: ['completion', 'refund', 'void'], token_name: 'x', customer_reference: 'y' }],
  [{ operation: ['token_list', 'token_lookup'], virtual_pan: '9*' }],
  [{ weekday: ['mon', 'tue'], not: { weekday: 'mon' } }],
  [{ amount: { min: 1, max: 500 }, not: { amount: { min: 100, max: 500 } } }],
  [{ kvp: { SHOP: '1' }, not: { kvp: { TILL: '1' } } }],
])('%j may match', async (when) => {
  expect((await parseRuleValue({ when, outcome: {} })).errors).toEqual([])
})

test.each([
  [
    { when: { operation: 'purchase', outcome: { response_code: '65' } } },
    'when.outcome: outcome goes beside when, not under it; indent it as far as when',
  ],
  [{ operation: 'purchase', outcome: {} }, 'operation: operation goes under when'],
  [{ response_code: '51', outcome: {} }, 'response_code: response_code goes under outcome'],
  [
    { outcome: { http: 503 } },
    'outcome.http: http goes under fault, as in fault: { at: after, reset: true }',
  ],
  [
    { when: { card: '4111111111111111' }, outcome: {} },
    "when.card: unknown key 'card': write pan for its number, card_type for its brand",
  ],
  ...['date', 'time'].map((key): [object, string] => [
    { when: { [key]: '22:00' }, outcome: {} },
    `when.${key}: unknown key '${key}': write from and until, as in from: "22:00"`,
  ]),
  [
    { when: { user_agent: 'curl*' }, outcome: {} },
    `when.user_agent: unknown key 'user_agent': write header, as in header: { user-agent: "curl*" }`,
  ],
  [
    { outcome: [{ status: 'declined' }, {}] },
    'outcome: expected a map of keys, found a list; write one outcome after the other under sequence',
  ],
])('a key in the wrong place is refused with its own: %j', async (rule, complaint) => {
  expect(await complaintsOf(rule)).toEqual([complaint])
})

/** Written apart: the linter takes an object with a `then` for a promise. */
const last = Object.fromEntries([['then', 'last']])

const durations = '500ms, 90s, 15m, 2h, 1h30m or ISO 8601 such as PT90S, up to 24h'

test.each([
  [
    { status: 'voided' },
    "status: 'voided' is not one of approved, declined, pending, error, unknown",
  ],
  [{ response_code: 5 }, 'response_code: expected a string, found 5; write it in quotes'],
  [
    { response_code: 'from-ammount' },
    "response_code: expected a bank's code such as \"05\", or from-amount, from-pan, from-bsb. Did you mean 'from-amount'?",
  ],
  [
    { gateway_status_code: '20' },
    "gateway_status_code: '20' is not one of acquirer_unreachable, acquirer_timeout, acquirer_unusable, plugin_failure, card_type_not_enabled, internal",
  ],
  [
    { kvps: { 'GATEWAY.RESPONSE.KVP.RISK': 'x' } },
    "kvps.GATEWAY.RESPONSE.KVP.RISK: the response adds the prefix itself; write 'RISK'",
  ],
  [
    { kvps: { 'a-b': 'x' } },
    'kvps.a-b: expected a key of up to 64 letters, digits, underscores and dots',
  ],
  [{ delay: 'soon' }, `delay: expected a duration such as ${durations}`],
  [
    { resolves: { after: '5m' } },
    'resolves.status: this key is missing: one of approved, declined, error',
  ],
  [{ fault: { http: 500 } }, 'fault.at: this key is missing: one of before, after'],
  [
    { fault: { at: 'before' } },
    'fault: a fault needs one of http, hang, reset, truncate, garbage, dribble, stale',
  ],
  [{ fault: { at: 'before', http: 500, hang: true } }, 'fault: a fault has only one of http, hang'],
  [{ fault: { at: 'before', http: 302 } }, 'fault.http: expected a status from 400 to 599'],
  [
    { fault: { at: 'after', hang: 5 } },
    `fault.hang: expected true or a duration such as ${durations}, found 5`,
  ],
  [
    { fault: { at: 'after', reset: true, retry_after: 5 } },
    'fault.retry_after: retry_after belongs to a fault with http',
  ],
  [
    { fault: { at: 'after', reset: true }, late: true },
    'late: cannot be combined with fault; use one of fault, late',
  ],
  [{ late: 5 }, `late: expected true, or a duration such as ${durations}, found 5`],
  [{ slow: 5 }, `slow: expected a duration such as ${durations}`],
  [{ delay: { min: 1, max: '2s' } }, `delay.min: expected a duration such as ${durations}`],
  [{ delay: { min: '1s' } }, 'delay.max: this key is missing'],
  [
    { fault: { at: 'after', dribble: 5 } },
    `fault.dribble: expected a duration such as ${durations}`,
  ],
  [
    { undecided: { as: 'unknwon', for: '2s' } },
    "undecided.as: 'unknwon' is not known here. Did you mean 'unknown'?",
  ],
  [
    { status: 'declined', sequence: [{}, {}] },
    'status: status goes into the outcomes of sequence, not beside them',
  ],
  [
    { sequence: [{}] },
    'sequence: expected at least two outcomes; write a single one without sequence',
  ],
  [
    { sequence: [{}, { status: 'unknwon' }], ...last },
    "sequence[1].status: 'unknwon' is not known here. Did you mean 'unknown'?",
  ],
  [{ status: 'declined', ...last }, 'then: then belongs to a sequence'],
  [
    { colour: 1 },
    "colour: unknown key 'colour'; known: status, response_code, response_message, " +
      'gateway_status_code, kvps, resolves, expires, drift, delay, fault, slow, late, delayed, undecided, found, headers, one_of, sequence, then',
  ],
])('outcome %j is refused', async (outcome, complaint) => {
  expect(await complaintsOf({ outcome })).toEqual([`outcome.${complaint}`])
})

test('a bad time of a later move is refused with all that is allowed there', async () => {
  const outcome = { resolves: [{ after: 'soon', status: 'declined' }] }
  const [complaint] = await complaintsOf({ outcome })
  expect(complaint).toMatch(/^outcome.resolves\[0\].after: expected 500ms, 90s, 15m/)
  expect(complaint).toMatch(/clearance, return, or "5 banking days after lodging"$/)
})

test.each([
  [
    { times: 0, outcome: {} },
    'times: expected at least 1; a rule that matches 0 times can never match',
  ],
  [{ skip: -1, outcome: {} }, 'skip: expected at least 0'],
  [{}, 'outcome: this key is missing'],
  [
    { name: ' a', outcome: {} },
    'name: expected ASCII text without quotes, backslash and spaces at its ends',
  ],
])('rule %j is refused', async (rule, complaint) => {
  expect(await complaintsOf(rule)).toEqual([complaint])
})

test.each([
  [{ name: 'a/b' }, 'name: expected up to 60 letters, digits, dots, dashes and underscores'],
  [{ name: 'rules' }, "name: 'rules' is reserved for temporary rules"],
  [{ name: 'a', extends: 'default' }, 'extends: expected a list of scenarios, such as [default]'],
  [{ name: 'a', rules: {} }, 'rules: expected a list, found a map of keys'],
  [
    { name: 'a', rules: [{ outcome: {} }, { name: 'rule-1', outcome: {} }] },
    "rules[1].name: 'rule-1' is already the name of rules[0]",
  ],
])('scenario %j is refused', async (scenario, complaint) => {
  const { document, errors } = await parseScenarioValue(scenario)
  expect(document).toBeUndefined()
  expect(errors.map(({ path, message }) => `${pathText(path)}: ${message}`)).toEqual([complaint])
})

const windowForms = 'expected a time such as 30s, 15m, 2h, 3d, 1h30m or ISO 8601 (PT90S), over 0s'

test.each([
  [{ for: '30 sec' }, `for: ${windowForms}`],
  [{ for: '0s' }, `for: ${windowForms}`],
  [{ for: '30s', since: 'now' }, "since: 'now' is not one of load, first-match"],
  [
    { for: '30s', since: 'first_match' },
    "since: 'first_match' is not known here. Did you mean 'first-match'?",
  ],
])('a relative window: %j', async (rule, complaint) => {
  expect(await complaintsOf({ ...rule, outcome: {} })).toEqual([complaint])
})

test('no window is counted over the run', async () => {
  const rules = [
    { times: 1, outcome: {} },
    { for: '30s', outcome: {} },
  ]
  const { errors } = await parseScenarioValue({ name: 'a', counts: 'run', rules })
  expect(errors).toEqual([
    {
      path: ['rules', 1, 'for'],
      message:
        "cannot be counted over the run: each world has its own clock; leave out 'counts: run', or use 'times'",
    },
  ])
})
