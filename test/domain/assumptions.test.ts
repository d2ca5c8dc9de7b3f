import { expect, test } from 'vitest'
import { defaultAssumptions, listAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { problemCodes } from '../../src/domain/problem.ts'

/** The table of all guesses, key by key. */
const table = {
  'paths.purchase': '/transactions/purchase',
  'paths.preauthorisation': '/transactions/preauthorisation',
  'paths.completion': '/transactions/{audit}/completion',
  'paths.refund': '/transactions/{audit}/refund',
  'paths.standalone_refund': '/transactions/refund',
  'paths.void': '/transactions/{audit}/void',
  'paths.customer': '/customers/{customer_id}',
  'paths.token': '/customers/{customer_id}/tokens/{token_id}',
  'status.transaction': 200,
  'status.customer_created': 201,
  'status.customer_existing': 200,
  'status.token_created': 201,
  'status.deleted': 204,
  token_id_type: 'integer',
  duplicate_correlation_id: 'conflict',
  correlation_cache_hours: 24,
  expiry_format: 'auto',
  refund_transaction_type: 'refund',
  completion_target_audit: false,
  kvp_namespace: 'GATEWAY',
  mask_character: 'x',
  virtual_pan_luhn: 'valid',
  reference_max_length: 255,
  currencies: 'any',
  preauthorisation_days: 7,
  completions_per_preauthorisation: 1,
  card_cutoff: '18:00',
  'direct_debit.cutoff': '16:00',
  'direct_debit.clear_banking_days': 3,
  'direct_debit.return_banking_days': 2,
  'direct_debit.credit_mode': 'credit',
  'direct_debit.currencies': ['AUD'],
  direct_debit_payment_method: 'directdebit',
  'direct_debit_members.bsb': 'bsb',
  'direct_debit_members.account_number': 'account_number',
  'direct_debit_members.account_name': 'account_name',
  bank_account_type: 'general_bankaccount',
  'bank_account_members.bsb': 'BANK.BSB',
  'bank_account_members.account_number': 'BANK.ACCOUNT_NUMBER',
  'bank_account_members.account_name': 'BANK.ACCOUNT_NAME',
  browser_calls: 'refuse',
  'rels.self': 'self',
  'rels.target': 'target',
  'rels.completion': 'completion',
  'rels.refund': 'refund',
  'rels.void': 'void',
  'rels.tokens': 'tokens',
  'rels.customer': 'customer',
  'rels.first': 'first',
  'rels.next': 'next',
  'words.voided': 'voided',
  'words.unknown': 'unknown',
  'words.void_type': 'void',
  cvv: 'optional',
  'kvps.limit': 50,
  'kvps.key_length': 64,
  'kvps.value_length': 255,
  'kvps.authorisation_code': 'AUTHORISATION_CODE',
  'kvps.trace_number': 'TRACE_NUMBER',
  'virtual_pan.length': 16,
  'virtual_pan.first_digit': 9,
  rule_refusals: 'refuse',
  expired_card_refunds: 'approve',
  ...Object.fromEntries(problemCodes.map((name) => [`error_codes.${name}`, name])),
  'gateway_status_codes.acquirer_unreachable': 20,
  'gateway_status_codes.acquirer_time_out': 21,
  'gateway_status_codes.acquirer_unusable': 22,
  'gateway_status_codes.plugin_failure': 30,
  'gateway_status_codes.card_type_not_enabled': 40,
  'gateway_status_codes.internal': 60,
}

test('every assumption is listed once, with its default', () => {
  const rows = listAssumptions(defaultAssumptions)
  expect(Object.fromEntries(rows.map((row) => [row.key, row.default]))).toEqual(table)
  expect(rows).toHaveLength(Object.keys(table).length)
})

test('a changed assumption is listed with both values', () => {
  const changed = {
    ...defaultAssumptions,
    paths: { ...defaultAssumptions.paths, void: '/transactions/{audit}/cancel' },
  }
  const row = listAssumptions(changed).find(({ key }) => key === 'paths.void')
  expect(row).toMatchObject({
    value: '/transactions/{audit}/cancel',
    default: '/transactions/{audit}/void',
    source: 'assumed',
  })
})

test('every assumption says why, in one line', () => {
  for (const { reason } of listAssumptions(defaultAssumptions)) {
    expect(reason).toMatch(/^[^\n]{10,110}$/)
  }
})

test.each([
  ['paths.preauthorisation', 'specification'],
  ['paths.completion', 'specification'],
  ['correlation_cache_hours', 'specification'],
  ['paths.purchase', 'assumed'],
  ['card_cutoff', 'assumed'],
])('%s: %s', (key, source) => {
  const row = listAssumptions(defaultAssumptions).find((one) => one.key === key)
  expect(row?.source).toBe(source)
})
