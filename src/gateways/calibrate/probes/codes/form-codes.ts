import { luhnDigit } from '../../../../domain/card/card.ts'
import { accountIn, debitCurrency, debitForm } from '../../lab/accounts.ts'
import { CannotTell, type LabExchange, type LabRequest } from '../../lab/exchange.ts'
import type { Lab } from '../../lab/lab.ts'
import { preauthorising, sendPurchase } from '../../lab/openings.ts'
import { cardOf, NO_AMOUNT, panOf, paymentBody, type TestPayment } from '../../lab/payments.ts'
import { postToken, vaultPath } from '../../lab/vault.ts'
import { kvpPurchase } from '../cards.ts'
import { keyLength } from '../limits.ts'
import { type ProbeTable, refusalProbe } from '../probe.ts'

const TOO_LONG = 'x'.repeat(61)
const TOO_LARGE = 'x'.repeat(70_000)

/** Requests that are wrong in themselves. None of them creates anything. */
export const formCodes = {
  'error_codes.malformed_json': refusalProbe('A purchase that is half a JSON text.', (lab) =>
    unpaid(lab, { text: '{"merchant":' }),
  ),
  'error_codes.unsupported_media_type': refusalProbe('A purchase as text/plain.', (lab) =>
    unpaid(lab, { headers: { 'content-type': 'text/plain' } }),
  ),
  'error_codes.body_too_large': refusalProbe('A purchase of 70,000 bytes.', (lab) =>
    unpaid(lab, { text: JSON.stringify({ ...paymentBody(lab, unpayable), padding: TOO_LARGE }) }),
  ),
  'error_codes.missing_field': refusalProbe(
    'A search without merchant_id.',
    (lab) => lab.get(`/transactions?correlation_id_lookup=calibrate-${lab.run}`),
    'merchant_id',
  ),
  'error_codes.invalid_type': refusalProbe(
    'A search for merchant x.',
    (lab) => lab.get(`/transactions?merchant_id=x&correlation_id_lookup=calibrate-${lab.run}`),
    'merchant_id',
  ),
  'error_codes.invalid_length': refusalProbe(
    'Customers with a name of 61 characters.',
    (lab) => lab.get(vaultPath(lab, '/customers', `name=${TOO_LONG}`)),
    'name',
  ),
  'error_codes.invalid_characters': refusalProbe(
    'Customers with an é in their name.',
    (lab) => lab.get(vaultPath(lab, '/customers', 'name=%C3%A9')),
    'name',
  ),
  'error_codes.invalid_format': refusalProbe(
    'Customers in an order that does not exist.',
    (lab) => lab.get(vaultPath(lab, '/customers', 'ordering=shoe_size')),
    'ordering',
  ),
  'error_codes.out_of_range': refusalProbe(
    'Customers by 101.',
    (lab) => lab.get(vaultPath(lab, '/customers', 'limit=101')),
    'limit',
  ),
  'error_codes.repeated_parameter': refusalProbe(
    'Customers with two limits.',
    (lab) => lab.get(vaultPath(lab, '/customers', 'limit=1&limit=2')),
    'limit',
  ),
  'error_codes.invalid_pan': refusalProbe(
    'A purchase with a wrong check digit.',
    (lab) => unpaidWith(lab, { method: cardOf(lab, { pan: withWrongDigit(panOf(lab)) }) }),
    'pan',
  ),
  'error_codes.invalid_expiry': refusalProbe(
    'A purchase with expiry 9999.',
    (lab) => unpaidWith(lab, { method: cardOf(lab, { expiry_date: '9999' }) }),
    'expiry_date',
  ),
  'error_codes.invalid_amount': refusalProbe(
    'A purchase of 0 cents.',
    (lab) => unpaidWith(lab, {}),
    'total_amount',
  ),
  'error_codes.currency_not_supported': refusalProbe(
    'A purchase in ZZZ.',
    (lab) => unpaidWith(lab, { currency: 'ZZZ' }),
    'currency',
  ),
  'error_codes.duplicate_kvp': refusalProbe(
    'A purchase with one KVP twice, once with its namespace.',
    duplicateKvp,
    (location) => location.at(-2) === 'kvps',
  ),
  'error_codes.missing_correlation_id': refusalProbe(
    'A purchase without X-Correlation-Id.',
    (lab) => unpaid(lab, { correlationId: null }),
    'X-Correlation-Id',
  ),
  'error_codes.invalid_correlation_id': refusalProbe(
    'A purchase with a space in its X-Correlation-Id.',
    (lab) => unpaid(lab, { correlationId: 'not one' }),
    'X-Correlation-Id',
  ),
  'error_codes.rail_not_supported': refusalProbe(
    'A preauthorisation of a bank account.',
    async (lab) => {
      const { path } = await preauthorising(lab)
      const method = accountIn(await debitForm(lab))
      const body = paymentBody(lab, { method, currency: await debitCurrency(lab) })
      return await lab.post(path, body)
    },
  ),
  'error_codes.unknown_account_type': refusalProbe(
    'A token for an account of no known type.',
    (lab) => postToken(lab, 'none', { general_nothing: {} }),
    'account',
  ),
} satisfies ProbeTable

const unpayable = { amount: NO_AMOUNT }

/** A purchase that is wrong in some way besides its amount. */
function unpaid(lab: Lab, change: Partial<LabRequest>): Promise<LabExchange> {
  return sendPurchase(lab, unpayable, change)
}

function unpaidWith(lab: Lab, payment: TestPayment): Promise<LabExchange> {
  return sendPurchase(lab, { ...payment, ...unpayable })
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
  return await unpaidWith(lab, { kvps: { C: '1', [key]: '1' } })
}
