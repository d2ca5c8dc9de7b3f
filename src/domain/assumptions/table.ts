import { type ProblemCode, problemCodes } from '../problem.ts'
import {
  type AssumptionTable,
  anyCurrencies,
  assumed,
  code,
  currencyList,
  gatewayCode,
  hours,
  integer,
  kvpKey,
  mask,
  member,
  oneValueOf,
  path,
  published,
  relation,
  status,
  type TableEntry,
  timeOfDay,
  yesOrNo,
} from './entry.ts'

/** Everything about the gateway's API that its specification leaves open. */
export const assumptionTable = {
  paths: {
    purchase: assumed(
      path,
      '/transactions/purchase',
      "The specification does not give the path; the gateway's change log mentions it.",
    ),
    preauthorisation: published(path, '/transactions/preauthorisation', 'The path is published.'),
    completion: published(path, '/transactions/{audit}/completion', 'The path is published.'),
    refund: assumed(
      path,
      '/transactions/{audit}/refund',
      'Only its path parameter, the audit number, is published.',
    ),
    standalone_refund: assumed(
      path,
      '/transactions/refund',
      'The path is not published; it is the refund path without the audit number.',
    ),
    void: assumed(
      path,
      '/transactions/{audit}/void',
      'Only its path parameter, the audit number, is published.',
    ),
    customer: assumed(
      path,
      '/customers/{customer_id}',
      'Only its path parameter is published. Sandgate accepts GET, PATCH and DELETE there.',
    ),
    token: assumed(
      path,
      '/customers/{customer_id}/tokens/{token_id}',
      'The path is published for PATCH; GET and DELETE are assumed to share it.',
    ),
  },
  status: {
    transaction: assumed(
      status('with a body'),
      200,
      'Not published. A 2xx means only that the gateway responded, not that the payment was approved.',
    ),
    customer_created: assumed(status('with a body'), 201, 'The usual status of a creation.'),
    customer_existing: assumed(
      status('with a body'),
      200,
      'Nothing is created when the reference is known.',
    ),
    token_created: assumed(status('with a body'), 201, 'The usual status of a creation.'),
    deleted: assumed(
      status('perhaps empty'),
      204,
      'A deletion has nothing to show; 200 has an empty object.',
    ),
  },
  token_id_type: assumed(
    oneValueOf('integer', 'string'),
    'integer',
    'The tables of the specification say integer, but its samples show a string.',
  ),
  duplicate_correlation_id: assumed(
    oneValueOf('conflict', 'replay'),
    'conflict',
    'A 409 for a repeated id is published, but not whether it may get the first response again (`replay`).',
  ),
  correlation_cache_hours: published(hours(8760), 24, 'Usually 24 hours; counted in sandbox time.'),
  expiry_format: assumed(
    oneValueOf('auto', 'MMYY', 'YYMM'),
    'auto',
    'The length (four characters) is published, but not the order of month and year. `auto` accepts both.',
  ),
  refund_transaction_type: assumed(
    member,
    'refund',
    'No identifier is published for the two refund kinds.',
  ),
  completion_target_audit: assumed(
    yesOrNo,
    false,
    'target_audit is published only for voids and refunds by audit number.',
  ),
  kvp_namespace: assumed(
    kvpKey,
    'GATEWAY',
    'Keys have a prefix, but its real name is not published.',
  ),
  mask_character: assumed(mask, 'x', 'Masking is published, but not its character.'),
  virtual_pan_luhn: assumed(
    oneValueOf('valid', 'invalid'),
    'valid',
    '13 to 19 digits are published; whether they have a check digit is not.',
  ),
  reference_max_length: assumed(integer(1, 10_000), 255, 'No limit is published.'),
  currencies: assumed(
    anyCurrencies,
    'any',
    'No list is published: any ISO 4217 currency in use, or a list of them.',
  ),
  preauthorisation_days: assumed(
    integer(1, 365),
    7,
    'No lifetime is published; seven days is usual for card schemes.',
  ),
  completions_per_preauthorisation: assumed(
    integer(1, 1000),
    1,
    'Whether several completions are possible is not published.',
  ),
  card_cutoff: assumed(
    timeOfDay,
    '18:00',
    'Not published. The time decides the settlement date and how long a transaction can be voided.',
  ),
  direct_debit: {
    cutoff: assumed(
      timeOfDay,
      '16:00',
      'Sydney time; until then, a debit is lodged on the same day.',
    ),
    clear_banking_days: assumed(
      integer(0, 100),
      3,
      'Several working days are published. A debit clears at 09:00.',
    ),
    return_banking_days: assumed(
      integer(0, 100),
      2,
      'Banks return debits before they clear, at 09:00.',
    ),
    credit_mode: assumed(
      member,
      'credit',
      'Only the directdebit_mode of a debit is published; this one is for a refund.',
    ),
    currencies: assumed(
      currencyList,
      ['AUD'],
      'Australian bank accounts are debited and credited in dollars.',
    ),
  },
  direct_debit_payment_method: assumed(
    member,
    'directdebit',
    'The direct debit payment method object is not published.',
  ),
  direct_debit_fields: {
    bsb: assumed(member, 'bsb', 'Fields of the direct debit object are not published.'),
    account_number: assumed(
      member,
      'account_number',
      'Fields of the direct debit object are not published.',
    ),
    account_name: assumed(
      member,
      'account_name',
      'Fields of the direct debit object are not published.',
    ),
  },
  bank_account_type: assumed(
    member,
    'general_bankaccount',
    'Only general_creditcard is published.',
  ),
  bank_account_fields: {
    bsb: assumed(member, 'BANK.BSB', 'Named after the published CARD.PAN and its siblings.'),
    account_number: assumed(
      member,
      'BANK.ACCOUNT_NUMBER',
      'Named after the published CARD.PAN and its siblings.',
    ),
    account_name: assumed(
      member,
      'BANK.ACCOUNT_NAME',
      'Named after the published CARD.PAN and its siblings.',
    ),
  },
  browser_calls: assumed(
    oneValueOf('refuse', 'allow'),
    'refuse',
    'The interface is for backend servers only; an Origin header shows that a web page sent the request.',
  ),
  rels: {
    self: assumed(relation, 'self', 'The usual name; relations of transactions are not published.'),
    target: published(relation, 'target', 'The relation is published.'),
    completion: assumed(relation, 'completion', 'Named after the operation that it leads to.'),
    refund: assumed(relation, 'refund', 'Named after the operation that it leads to.'),
    void: assumed(relation, 'void', 'Named after the operation that it leads to.'),
    tokens: assumed(relation, 'tokens', 'Named after the path that it leads to.'),
    customer: assumed(relation, 'customer', 'Named after what it leads to.'),
    first: published(relation, 'first', 'The relation is published.'),
    next: published(relation, 'next', 'The relation is published.'),
  },
  words: {
    voided: published(
      oneValueOf('voided', 'reversed'),
      'voided',
      'Both are published and mean the same.',
    ),
    unknown: published(
      oneValueOf('unknown', 'Unknown'),
      'unknown',
      'Both spellings are published.',
    ),
    void_type: published(
      oneValueOf('void', 'reverse'),
      'void',
      'Both are published and mean the same.',
    ),
  },
  cvv: assumed(
    oneValueOf('optional', 'required'),
    'optional',
    'Whether a card needs its CVV is not published.',
  ),
  kvps: {
    limit: assumed(integer(1, 1000), 50, 'No limit is published.'),
    key_length: published(integer(1, 1000), 64, 'Published; counted as submitted.'),
    value_length: assumed(integer(1, 10_000), 255, 'No limit is published.'),
    authorisation_code: assumed(
      kvpKey,
      'AUTHORISATION_CODE',
      'That the gateway generates KVPs is published, but not their names.',
    ),
    trace_number: assumed(
      kvpKey,
      'TRACE_NUMBER',
      'That the gateway generates KVPs is published, but not their names.',
    ),
  },
  virtual_pan: {
    length: assumed(integer(13, 19), 16, '13 to 19 digits are published; most cards have 16.'),
    first_digit: assumed(integer(0, 9), 9, 'No card scheme begins with it.'),
  },
  rule_refusals: assumed(
    oneValueOf('refuse', 'decline'),
    'refuse',
    'Not published: a forbidden completion, refund or void may get a 422, or be a declined transaction.',
  ),
  expired_card_refunds: assumed(
    oneValueOf('approve', 'decline'),
    'approve',
    'Card issuers accept refunds to cards that have expired.',
  ),
  error_codes: errorCodes(),
  gateway_status_codes: {
    acquirer_unreachable: assumed(gatewayCode, 20, 'Only 0 and -99 are published.'),
    acquirer_timeout: assumed(gatewayCode, 21, 'Only 0 and -99 are published.'),
    acquirer_unusable: assumed(gatewayCode, 22, 'Only 0 and -99 are published.'),
    plugin_failure: assumed(gatewayCode, 30, 'Only 0 and -99 are published.'),
    card_type_not_enabled: assumed(gatewayCode, 40, 'Only 0 and -99 are published.'),
    internal: assumed(gatewayCode, 60, 'Only 0 and -99 are published.'),
  },
} as const satisfies AssumptionTable

/** These apply under `/v1` only; the control API always uses the default names. */
function errorCodes(): Readonly<Record<ProblemCode, TableEntry<string>>> {
  const entry = (name: ProblemCode) => assumed(code, name, 'The error codes are not published.')
  return Object.fromEntries(problemCodes.map((name) => [name, entry(name)])) as Record<
    ProblemCode,
    TableEntry<string>
  >
}
