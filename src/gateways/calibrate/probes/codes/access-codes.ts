import { CannotTell, type LabExchange } from '../../lab/exchange.ts'
import type { Lab } from '../../lab/lab.ts'
import { vaultPath } from '../../lab/vault.ts'
import { never, type ProbeTable, refusalProbe } from '../probe.ts'
import { askedAsPage, searchPath } from '../requests.ts'

/** The largest id that there can be, which hardly anybody has. */
const NOBODY = 2_147_483_647

const ownRefusal = never('a refusalProbe of the sandbox’s own, which a gateway does not have')

const unusual = never('it takes a request that no HTTP client sends')

const PADDING = 'x'.repeat(20_000)

/** Requests for records that do not exist or are not accessible. */
export const accessCodes = {
  'error_codes.unauthenticated': refusalProbe('A search without credentials.', withoutCredentials),
  'error_codes.forbidden_merchant': refusalProbe(
    'A search for another merchant.',
    (lab) =>
      lab.get(`/transactions?merchant_id=${NOBODY}&correlation_id_lookup=calibrate-${lab.run}`),
    'merchant_id',
    'this user may use any merchant',
  ),
  'error_codes.browser_call_refused': refusalProbe(
    'A search with an Origin header.',
    async (lab) => (await askedAsPage(lab)).asPage,
  ),
  'error_codes.vault_not_enabled': refusalProbe(
    'Customers of this merchant.',
    (lab) => lab.get(vaultPath(lab, '/customers', 'limit=1')),
    'merchant_id',
    'this merchant has a vault',
  ),
  'error_codes.not_found': refusalProbe('A transaction that does not exist.', (lab) =>
    lab.get(`/transactions/${NOBODY}`),
  ),
  'error_codes.method_not_allowed': refusalProbe('PUT for all customers.', (lab) =>
    lab.send({ method: 'PUT', path: vaultPath(lab, '/customers'), body: {} }),
  ),
  'error_codes.malformed_request': unusual,
  'error_codes.request_time_out': unusual,
  'error_codes.expectation_failed': refusalProbe('A search with “Expect: nothing”.', (lab) =>
    lab.send({ method: 'GET', path: searchPath(lab), headers: { expect: 'nothing' } }),
  ),
  'error_codes.headers_too_large': refusalProbe(
    'A search with a header of 20,000 characters.',
    (lab) => lab.send({ method: 'GET', path: searchPath(lab), headers: { 'x-padding': PADDING } }),
  ),
  'error_codes.too_many_requests': never('it would take a flood of requests'),
  'error_codes.forbidden_host': ownRefusal,
  'error_codes.forbidden_origin': ownRefusal,
  'error_codes.invalid_world': ownRefusal,
  'error_codes.too_many_worlds': ownRefusal,
  'error_codes.internal_error': never('no request should bring that about'),
} satisfies ProbeTable

async function withoutCredentials(lab: Lab): Promise<LabExchange> {
  if (!lab.remote.hasCredentials) {
    throw new CannotTell('no credentials were given, and the gateway asks for none')
  }
  return await lab.send({ method: 'GET', path: searchPath(lab), isAnonymous: true })
}
