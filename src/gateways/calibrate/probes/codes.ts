import { luhnDigit } from '../../../domain/card/card.ts'
import { fillPath } from '../../../http/paths.ts'
import { accountIn, debitCurrency, debitForm } from '../lab/accounts.ts'
import {
  auditOf,
  CannotTell,
  complaintsOf,
  isOk,
  type LabExchange,
  type LabRequest,
} from '../lab/exchange.ts'
import type { Lab } from '../lab/lab.ts'
import {
  act,
  approvedOf,
  completing,
  preauthorising,
  purchasing,
  refunding,
  sendPurchase,
} from '../lab/operations.ts'
import {
  cardOf,
  NO_AMOUNT,
  panOf,
  paymentBody,
  type TestPayment,
  targetBody,
} from '../lab/payments.ts'
import {
  cardAccount,
  cardToken,
  customerAddress,
  firstCustomer,
  newToken,
  ownTokenPath,
  postToken,
  secondCustomer,
  vaultPath,
} from '../lab/vault.ts'
import { voidedTwice } from './answers.ts'
import { never, type Probe, probe, refused, seen } from './probe.ts'
import {
  askedAsPage,
  cardCurrencies,
  completedOut,
  keyLength,
  kvpPurchase,
  repeatedPurchase,
  searchPath,
} from './requests.ts'

type Send = (lab: Lab) => Promise<LabExchange>

/** A search for transactions of a merchant, which finds nothing. */
function search(merchant?: string): Send {
  const query = merchant === undefined ? '' : `merchant_id=${merchant}&`
  return (lab) => lab.get(`/transactions?${query}correlation_id_lookup=calibrate-${lab.run}`)
}

function searchWith(change: Partial<LabRequest>): Send {
  return (lab) => lab.send({ method: 'GET', path: searchPath(lab), ...change })
}

function customers(query: string): Send {
  return (lab) => lab.get(vaultPath(lab, '/customers', query))
}

/** A purchase of nothing that is wrong in another way as well, so that it creates nothing. */
function unpaid(change: Partial<LabRequest>): Send {
  return (lab) => sendPurchase(lab, { amount: NO_AMOUNT }, change)
}

function unpaidBy(payment: (lab: Lab) => TestPayment): Send {
  return (lab) => sendPurchase(lab, { ...payment(lab), amount: NO_AMOUNT })
}

/** Requests that are wrong in themselves. */
const formCodes = {
  malformed_json: refused('Sends truncated JSON.', unpaid({ text: '{"merchant":' })),
  unsupported_media_type: refused(
    'Sends a purchase as text/plain.',
    unpaid({ headers: { 'content-type': 'text/plain' } }),
  ),
  body_too_large: refused('Sends a purchase of 70 000 bytes.', (lab) => {
    const body = { ...paymentBody(lab, { amount: NO_AMOUNT }), padding: 'x'.repeat(70_000) }
    return sendPurchase(lab, {}, { text: JSON.stringify(body) })
  }),
  missing_field: refused('Sends a search without merchant_id.', search(), 'merchant_id'),
  invalid_type: refused('Sends a search for merchant x.', search('x'), 'merchant_id'),
  invalid_length: refused(
    'Lists customers by a name of 61 characters.',
    customers(`name=${'x'.repeat(61)}`),
    'name',
  ),
  invalid_characters: refused(
    'Lists customers by a name with an é.',
    customers('name=%C3%A9'),
    'name',
  ),
  invalid_format: refused(
    'Lists customers with an unknown ordering.',
    customers('ordering=shoe_size'),
    'ordering',
  ),
  out_of_range: refused('Asks for a page of 101 customers.', customers('limit=101'), 'limit'),
  repeated_parameter: refused(
    'Lists customers with two limits.',
    customers('limit=1&limit=2'),
    'limit',
  ),
  invalid_pan: refused(
    'Sends a purchase with a wrong check digit.',
    unpaidBy((lab) => ({ method: cardOf(lab, { pan: withWrongDigit(panOf(lab)) }) })),
    'pan',
  ),
  invalid_expiry: refused(
    'Sends a purchase with expiry 9999.',
    unpaidBy((lab) => ({ method: cardOf(lab, { expiry_date: '9999' }) })),
    'expiry_date',
  ),
  invalid_amount: refused('Sends a purchase of 0 cents.', unpaid({}), 'total_amount'),
  currency_not_supported: refused(
    'Sends a purchase in the currency ZZZ.',
    unpaidBy(() => ({ currency: 'ZZZ' })),
    'currency',
  ),
  duplicate_kvp: refused(
    'Sends a purchase with the same KVP twice, once with its prefix.',
    duplicateKvp,
    (location) => location.at(-2) === 'kvps',
  ),
  missing_correlation_id: refused(
    'Sends a purchase without X-Correlation-Id.',
    unpaid({ correlationId: null }),
    'X-Correlation-Id',
  ),
  invalid_correlation_id: refused(
    'Sends a purchase with a space in its X-Correlation-Id.',
    unpaid({ correlationId: 'not one' }),
    'X-Correlation-Id',
  ),
  rail_not_supported: refused('Sends a preauthorisation for a bank account.', async (lab) => {
    const { path } = await preauthorising(lab)
    const method = accountIn(await debitForm(lab))
    return await lab.post(path, paymentBody(lab, { method, currency: await debitCurrency(lab) }))
  }),
  unknown_account_type: refused(
    'Stores an account of an unknown type.',
    (lab) => postToken(lab, 'none', { general_nothing: {} }),
    'account',
  ),
}

function withWrongDigit(pan: string): string {
  const front = pan.slice(0, -1)
  return front + ((Number(luhnDigit(front)) + 1) % 10)
}

/** With the longest prefix that a key has room for. */
async function duplicateKvp(lab: Lab): Promise<LabExchange> {
  const { namespace } = await kvpPurchase(lab)
  const { value: most, by } = await keyLength(lab)
  const keys = [`${namespace}.REQUEST.KVP.C`, `${namespace}.C`]
  const key = keys.find(({ length }) => length <= Number(most))
  if (key === undefined) throw new CannotTell('a key with its namespace is too long', by)
  return await sendPurchase(lab, { kvps: { C: '1', [key]: '1' }, amount: NO_AMOUNT })
}

/** Requests that the rules forbid. */
const ruleCodes = {
  currency_mismatch: refused('Sends a refund in another currency.', async (lab) => {
    const { path } = await refunding(lab)
    const { accepted, by } = await cardCurrencies(lab)
    const currency = accepted.find((one) => one !== lab.paymentDefaults.currency)
    if (currency === undefined) throw new CannotTell('there is no second currency', by)
    const { audit } = await approvedOf(lab, await purchasing(lab))
    return await lab.post(fillPath(path, { audit }), targetBody(lab, { currency }))
  }),
  duplicate_correlation_id: refused(
    'Sends another purchase with the same correlation id.',
    async (lab) => (await repeatedPurchase(lab)).other,
  ),
  correlation_id_in_progress: probe(
    'Sends four purchases at once with one correlation id, up to six times.',
    inProgress,
  ),
  not_completable: refused('Completes a purchase.', async (lab) => {
    const { path } = await completing(lab)
    return await act(lab, path, (await purchasing(lab)).audit)
  }),
  already_completed: refused(
    'Completes a preauthorisation once too often.',
    async (lab) => (await completedOut(lab)).refused,
  ),
  amount_exceeds_preauthorisation: refused(
    'Completes more than the amount that is held.',
    async (lab) => {
      const { path } = await completing(lab)
      return await act(lab, path, (await approvedOf(lab, await preauthorising(lab))).audit, '200')
    },
  ),
  not_refundable: refused('Refunds a voided purchase.', async (lab) => {
    const { path } = await refunding(lab)
    return await act(lab, path, (await voidedTwice(lab)).made.audit)
  }),
  refund_exceeds_original: refused('Refunds more than was paid.', async (lab) => {
    const { path } = await refunding(lab)
    return await act(lab, path, (await approvedOf(lab, await purchasing(lab))).audit, '200')
  }),
  not_voidable: refused('Voids a purchase twice.', async (lab) => (await voidedTwice(lab)).again),
}

const TWINS = 4
const MOST_ROUNDS = 6

/** A second request while the first is under way may get another code than one that comes later. */
async function inProgress(lab: Lab) {
  const { path } = await purchasing(lab)
  const usual = complaintsOf((await repeatedPurchase(lab)).other)[0]?.code
  const ask = { method: 'POST', path, body: paymentBody(lab) } as const
  const all: LabExchange[] = []
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const answers = await lab.sendTogether(ask, `calibrate-${lab.run}-at-once-${round}`, TWINS)
    for (const answer of answers) {
      const [complaint] = answer.status === 409 ? complaintsOf(answer) : []
      if (complaint !== undefined && complaint.code !== usual) return seen(complaint.code, answer)
    }
    const audits = new Set(answers.flatMap((answer) => auditOf(answer) ?? []))
    if (audits.size > 1) throw new CannotTell('all of them were paid', answers)
    all.push(...answers)
  }
  throw new CannotTell('the first one was done before the others arrived', all)
}

/** The largest id that there can be, which hardly anybody has. */
const NOBODY = 2_147_483_647

const ownRefusal = never('only the sandbox has this refusal, not the gateway')
const unusual = never('it takes a request that no HTTP client sends')

/** Requests for records that do not exist or are not accessible. */
const accessCodes = {
  unauthenticated: refused('Sends a search without credentials.', async (lab) => {
    if (lab.remote.hasCredentials) return await searchWith({ isAnonymous: true })(lab)
    throw new CannotTell('no credentials were given, and the gateway asks for none')
  }),
  forbidden_merchant: refused(
    'Sends a search for another merchant.',
    search(String(NOBODY)),
    'merchant_id',
    'this user may use any merchant',
  ),
  browser_call_refused: refused(
    'Sends a search with an Origin header.',
    async (lab) => (await askedAsPage(lab)).asPage,
  ),
  vault_not_enabled: refused(
    'Lists this merchant’s customers.',
    customers('limit=1'),
    'merchant_id',
    'this merchant has a vault',
  ),
  not_found: refused('Looks up a transaction that does not exist.', (lab) =>
    lab.get(`/transactions/${NOBODY}`),
  ),
  method_not_allowed: refused('Sends a PUT to the list of customers.', (lab) =>
    lab.send({ method: 'PUT', path: vaultPath(lab, '/customers'), body: {} }),
  ),
  malformed_request: unusual,
  request_time_out: unusual,
  expectation_failed: refused(
    'Sends a search with “Expect: nothing”.',
    searchWith({ headers: { expect: 'nothing' } }),
  ),
  headers_too_large: refused(
    'Sends a search with a header of 20 000 characters.',
    searchWith({ headers: { 'x-padding': 'x'.repeat(20_000) } }),
  ),
  too_many_requests: never('it would take a flood of requests'),
  forbidden_host: ownRefusal,
  forbidden_origin: ownRefusal,
  invalid_world: ownRefusal,
  too_many_worlds: ownRefusal,
  internal_error: never('no request should cause it'),
}

/** Requests that the vault forbids. */
const vaultCodes = {
  token_not_found: refused(
    'Sends a purchase with a virtual PAN that does not exist.',
    async (lab) => await payByToken(lab, neverIssued((await cardToken(lab)).virtualPan)),
  ),
  token_inactive: refused('Sends a purchase with an inactive token.', async (lab) => {
    const token = await newToken(lab, 'inactive card', { general_creditcard: cardAccount(lab) })
    const path = vaultPath(lab, ownTokenPath(token))
    const changed = await lab.send({ method: 'PATCH', path, body: { active: false } })
    if (isOk(changed)) return await payByToken(lab, token.virtualPan)
    throw new CannotTell(`a token cannot be deactivated (${changed.status})`, [changed])
  }),
  preferred_name_in_use: refused('Stores two cards with one name.', async (lab) => {
    await cardToken(lab)
    return await postToken(lab, 'first card', { general_creditcard: cardAccount(lab) })
  }),
  reference_in_use: refused('Gives a customer the reference of another.', async (lab) => {
    const path = vaultPath(lab, customerAddress(lab, await firstCustomer(lab)))
    const { reference } = await secondCustomer(lab)
    return await lab.send({ method: 'PATCH', path, body: { reference } })
  }),
}

async function payByToken(lab: Lab, pan: string): Promise<LabExchange> {
  return await sendPurchase(lab, { method: { creditcard: { pan } } })
}

/** As long and with the same first digit, and a check digit that fits. */
function neverIssued(virtualPan: string): string {
  const middle = virtualPan
    .slice(1, -1)
    .replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10))
  const front = virtualPan.charAt(0) + middle
  return front + luhnDigit(front)
}

type CodeProbes<Table> = {
  readonly [Name in keyof Table & string as `error_codes.${Name}`]: Probe
}

/** How each error code can be provoked. */
export const codeProbes = Object.fromEntries(
  Object.entries({ ...formCodes, ...ruleCodes, ...accessCodes, ...vaultCodes }).map(
    ([name, one]) => [`error_codes.${name}`, one],
  ),
) as CodeProbes<typeof formCodes & typeof ruleCodes & typeof accessCodes & typeof vaultCodes>
