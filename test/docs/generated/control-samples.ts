import { gatewaySamples } from './gateway-samples.ts'
import type { Sample } from './sample.ts'
import { vaultSamples } from './vault-samples.ts'

const first: readonly string[] = [
  'purchase, approved',
  'purchase, declined',
  'purchase, by direct debit',
  'customer_create',
  'token_create, a card',
]

const purchase = gatewaySamples.find(({ of }) => of === 'purchase, approved')
const lostAnswer = { name: 'lost', outcome: { fault: { at: 'after', http: 503 } } }
const undecided = {
  name: 'undecided',
  outcome: { status: 'unknown', resolves: { after: '1d', status: 'approved' } },
}

/** What happened before the samples, a double charge and an undecided purchase among it. */
const before: readonly Sample[] = [
  ...[...gatewaySamples, ...vaultSamples].filter(({ of }) => first.includes(of)),
  change('POST', '/_sandbox/rules', [lostAnswer]),
  ...(purchase === undefined ? [] : [purchase, purchase]),
  change('POST', '/_sandbox/rules', [undecided]),
  ...(purchase === undefined ? [] : [purchase]),
  change('DELETE', '/_sandbox/rules'),
].map((sample) => ({ ...sample, isHidden: true }))

function read(path: string, more: Partial<Sample> = {}): Sample {
  return { of: `GET ${path}`, method: 'GET', path, ...more }
}

function change(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Sample {
  return { of: `${method} ${path}`, method, path, body }
}

const looking: readonly Sample[] = [
  read('/_sandbox', {
    note: 'The list of calls; `GET /_sandbox/calls` is the same.',
    isLong: true,
  }),
  read('/_sandbox/health'),
  read('/_sandbox/transactions?limit=1', { of: 'GET /_sandbox/transactions' }),
  read('/_sandbox/transactions/1000003', { of: 'GET /_sandbox/transactions/{audit}' }),
  read('/_sandbox/customers'),
  read('/_sandbox/customers/1', { of: 'GET /_sandbox/customers/{id}' }),
  read('/_sandbox/requests?limit=1', { of: 'GET /_sandbox/requests' }),
  read('/_sandbox/requests/2', { of: 'GET /_sandbox/requests/{id}' }),
  {
    ...change('POST', '/_sandbox/requests/wait', {
      filter: { operation: 'purchase', status: 409 },
      timeout: '1ms',
    }),
    note: 'Nothing matched in time. With enough requests the response is 200 and has no `errors`.',
  },
  read('/_sandbox/search?q=no+such+order', { of: 'GET /_sandbox/search' }),
  read('/_sandbox/report', { isLong: true }),
  change('POST', '/_sandbox/reconcile', {
    orders: [{ audit: 1_000_001, paid: 0, state: 'cancelled' }],
  }),
  read('/_sandbox/coverage', { isLong: true }),
  read('/_sandbox/payments?limit=1', { of: 'GET /_sandbox/payments' }),
  read('/_sandbox/payments/default-1-3', { of: 'GET /_sandbox/payments/{id}' }),
  read('/_sandbox/assumptions', { isLong: true }),
  read('/_sandbox/magic', { isLong: true }),
]

const timing: readonly Sample[] = [
  read('/_sandbox/clock'),
  change('PUT', '/_sandbox/clock', { mode: 'frozen', now: '2026-03-10T02:00:00Z' }),
  change('POST', '/_sandbox/expire', { ids: ['call-0', 'never-sent'] }),
  read('/_sandbox/clock/upcoming'),
  change('POST', '/_sandbox/resolve', { audits: [1_000_006, 1_000_001], status: 'declined' }),
  change('POST', '/_sandbox/settle', { audits: [1_000_003, 1_000_001] }),
  change('POST', '/_sandbox/return', { audits: [1_000_003], response_code: '6' }),
  ...gatewaySamples
    .filter(({ of }) => of === 'purchase, by direct debit')
    .map((sample) => ({ ...sample, isHidden: true as const })),
  change('POST', '/_sandbox/clock/advance', { by: '4 banking days' }),
]

const rules = [
  { name: 'lost', outcome: { fault: { at: 'after', reset: true } } },
  { name: 'slow', when: { operation: 'lookup' }, outcome: { delay: '2s' } },
]
const scenario = {
  name: 'checkout',
  rules: [{ name: 'no money', when: { amount: '4711' }, outcome: { response_code: '51' } }],
}

const ruling: readonly Sample[] = [
  {
    ...change('POST', '/_sandbox/rules', rules),
    note: 'If you send a single rule, the response is that rule, not a list.',
  },
  { ...change('DELETE', '/_sandbox/rules/lost'), of: 'DELETE /_sandbox/rules/{name}' },
  read('/_sandbox/rules'),
  change('DELETE', '/_sandbox/rules'),
  change('PUT', '/_sandbox/scenarios', { scenarios: [scenario] }),
  change('POST', '/_sandbox/scenarios/explain', { amount: '4711' }),
  { ...change('POST', '/_sandbox/scenarios', { name: 'slow-bank' }), isLong: true },
  {
    ...change('DELETE', '/_sandbox/scenarios/slow-bank'),
    of: 'DELETE /_sandbox/scenarios/{name}',
  },
  { ...read('/_sandbox/scenarios'), isLong: true },
]

const keeping: readonly Sample[] = [
  change('POST', '/_sandbox/seed', { customers: 1, seed: 7 }),
  { ...change('PUT', '/_sandbox/snapshots/before'), of: 'PUT /_sandbox/snapshots/{name}' },
  read('/_sandbox/snapshots'),
  read('/_sandbox/snapshots/before', { of: 'GET /_sandbox/snapshots/{name}' }),
  {
    ...change('POST', '/_sandbox/snapshots/before/restore'),
    of: 'POST /_sandbox/snapshots/{name}/restore',
  },
  { ...change('DELETE', '/_sandbox/snapshots/before'), of: 'DELETE /_sandbox/snapshots/{name}' },
  read('/_sandbox/state', { isLong: true }),
  {
    ...change('PUT', '/_sandbox/state'),
    bodyFrom: 'GET /_sandbox/state',
    note: 'The body is an export.',
  },
  change('DELETE', '/_sandbox/requests'),
  change('POST', '/_sandbox/reset', { label: 'refund after timeout' }),
  change('DELETE', '/_sandbox/report'),
  { ...change('PUT', '/_sandbox/worlds/worker-1'), of: 'PUT /_sandbox/worlds/{name}' },
  read('/_sandbox/worlds'),
  { ...change('DELETE', '/_sandbox/worlds/worker-1'), of: 'DELETE /_sandbox/worlds/{name}' },
  {
    ...change('POST', '/_sandbox/stop'),
    note: 'The sandbox stops as soon as this response is sent.',
  },
]

/** The calls of the control API, by what they are for. */
export const controlSamples = { before, looking, timing, ruling, keeping } as const
