import type { ExpiryFormat } from './card/expiry.ts'

/** Everything about the gateway's face that its specification leaves open, as one value. */
export interface Assumptions {
  readonly paths: {
    readonly purchase: string
    readonly preauthorisation: string
    readonly completion: string
    readonly refund: string
    readonly standalone_refund: string
    readonly void: string
    readonly customer: string
    readonly token: string
  }
  readonly status: {
    readonly transaction: number
    readonly customer_created: number
    readonly customer_existing: number
    readonly token_created: number
    readonly deleted: number
  }
  readonly token_id_type: 'integer' | 'string'
  readonly duplicate_correlation_id: 'conflict' | 'replay'
  readonly correlation_cache_hours: number
  readonly expiry_format: ExpiryFormat
  readonly refund_transaction_type: string
  readonly completion_target_audit: boolean
  readonly kvp_namespace: string
  readonly mask_character: string
  readonly virtual_pan_luhn: 'valid' | 'invalid'
  readonly reference_max_length: number
  readonly currencies: 'any' | readonly string[]
  readonly preauthorisation_days: number
  readonly completions_per_preauthorisation: number
  readonly card_cutoff: string
  readonly direct_debit: {
    readonly cutoff: string
    readonly clear_banking_days: number
    readonly return_banking_days: number
  }
  readonly direct_debit_payment_method: string
  readonly bank_account_type: string
  readonly browser_calls: 'refuse' | 'allow'
}

export const defaultAssumptions: Assumptions = {
  paths: {
    purchase: '/transactions/purchase',
    preauthorisation: '/transactions/preauthorisation',
    completion: '/transactions/{audit}/completion',
    refund: '/transactions/{audit}/refund',
    standalone_refund: '/transactions/refund',
    void: '/transactions/{audit}/void',
    customer: '/customers/{customer_id}',
    token: '/customers/{customer_id}/tokens/{token_id}',
  },
  status: {
    transaction: 200,
    customer_created: 201,
    customer_existing: 200,
    token_created: 201,
    deleted: 204,
  },
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
  direct_debit: { cutoff: '16:00', clear_banking_days: 3, return_banking_days: 2 },
  direct_debit_payment_method: 'directdebit',
  bank_account_type: 'general_bankaccount',
  browser_calls: 'refuse',
}

/** Who says so: the gateway's specification, or we who had to choose. */
export type Source = 'specification' | 'assumed'

type LeafKeys<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends readonly unknown[] | string | number | boolean
    ? `${Prefix}${K}`
    : LeafKeys<T[K], `${Prefix}${K}.`>
}[keyof T & string]

export type AssumptionKey = LeafKeys<Assumptions>

interface Reason {
  readonly source: Source
  readonly reason: string
}

const given = (reason: string): Reason => ({ source: 'specification', reason })
const assumed = (reason: string): Reason => ({ source: 'assumed', reason })

/** One line for each assumption: why it has the value it has. */
export const assumptionReasons: Readonly<Record<AssumptionKey, Reason>> = {
  'paths.purchase': assumed('The path is not published; it follows the preauthorisation path.'),
  'paths.preauthorisation': given('The path is published.'),
  'paths.completion': given('The path is published.'),
  'paths.refund': assumed('Only its path parameter, the audit, is published.'),
  'paths.standalone_refund': assumed(
    'The path is not published; it is the refund path less its audit.',
  ),
  'paths.void': assumed('Only its path parameter, the audit, is published.'),
  'paths.customer': assumed('Only its path parameter is published; answers GET, PATCH and DELETE.'),
  'paths.token': assumed(
    'The path is published for PATCH; GET and DELETE are assumed to share it.',
  ),
  'status.transaction': assumed('Any 2XX only means that an answer came back, approved or not.'),
  'status.customer_created': assumed('The usual status of a creation.'),
  'status.customer_existing': assumed('Nothing is created when the reference is known.'),
  'status.token_created': assumed(
    'The usual status of a creation; a Location header comes with it.',
  ),
  'status.deleted': assumed('A deletion has nothing to show; 200 answers with an empty object.'),
  token_id_type: assumed('Tables say integer while sample payloads show a string.'),
  duplicate_correlation_id: assumed(
    '409 belongs to idempotency; whether answers are replayed is open.',
  ),
  correlation_cache_hours: given('Usually 24 hours; counted in sandbox time.'),
  expiry_format: assumed('Four characters are published, their order is not.'),
  refund_transaction_type: assumed('No identifier is published for the two refund kinds.'),
  completion_target_audit: assumed(
    'target_audit is published for refunds by audit and voids only.',
  ),
  kvp_namespace: assumed('Keys carry a namespace prefix whose real name is the gateway’s own.'),
  mask_character: assumed('Masking is published, its character is not.'),
  virtual_pan_luhn: assumed('13 to 19 digits are published; nothing is said of a check digit.'),
  reference_max_length: assumed('No limit is published.'),
  currencies: assumed('No list is published: any ISO 4217 code, or a list of them.'),
  preauthorisation_days: assumed('No lifetime is published; seven days is what schemes grant.'),
  completions_per_preauthorisation: assumed('Nothing is said of several completions.'),
  card_cutoff: assumed('Sydney time; decides the settlement date and the last moment for a void.'),
  'direct_debit.cutoff': assumed('Sydney time; a debit is lodged on that day until then.'),
  'direct_debit.clear_banking_days': assumed(
    'Several working days are published; cleared at 09:00.',
  ),
  'direct_debit.return_banking_days': assumed('Banks return debits before they clear; at 09:00.'),
  direct_debit_payment_method: assumed('The direct debit payment method object is not published.'),
  bank_account_type: assumed('Only general_creditcard is published.'),
  browser_calls: assumed(
    'The interface is for backend servers only; an Origin header gives a page away.',
  ),
}

export interface AssumptionRow {
  readonly key: AssumptionKey
  readonly value: unknown
  readonly default: unknown
  readonly source: Source
  readonly reason: string
}

/** Every assumption with its value now, its default, and why. */
export function listAssumptions(assumptions: Assumptions): readonly AssumptionRow[] {
  const keys = Object.keys(assumptionReasons) as AssumptionKey[]
  return keys.map((key) => ({
    key,
    value: memberAt(assumptions, key),
    default: memberAt(defaultAssumptions, key),
    ...assumptionReasons[key],
  }))
}

function memberAt(value: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((held, name) => (held as Record<string, unknown>)[name], value)
}
