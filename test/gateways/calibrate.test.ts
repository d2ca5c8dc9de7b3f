import { expect, test } from 'vitest'
import {
  type AssumptionKey,
  type Assumptions,
  assumptionsWith,
  defaultAssumptions,
  listAssumptions,
  type SomeOf,
} from '../../src/domain/assumptions/assumptions.ts'
import { type Calibration, calibrate } from '../../src/gateways/calibrate/calibrate.ts'
import { openSettingsFile, settingsText } from '../../src/gateways/calibrate/settings-file.ts'
import { isSame, keysOf } from '../../src/gateways/calibrate/verdict.ts'
import { baseAddress } from '../../src/gateways/remote/address.ts'
import { RemoteGateway } from '../../src/gateways/remote/remote-gateway.ts'
import type { TransactionsAnswer } from '../../src/http/contract/control/calls/transactions.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { ControlClient } from '../support/control-client.ts'
import { startTestSandbox, type TestSandbox } from '../support/start.ts'
import { type Change, oddGateway, type Said } from './odd-gateway.ts'

interface Options {
  readonly only?: readonly string[]
  readonly stopping?: AbortSignal
  readonly onProgress?: (done: number) => void
}

function measure(api: string, { only = [], ...rest }: Options = {}): Promise<Calibration> {
  const remote = new RemoteGateway(baseAddress(api), undefined)
  const options = { remote, ours: defaultAssumptions, merchant: 1, keys: keysOf(only), ...rest }
  return calibrate(options)
}

/** Measures a sandbox that answers differently. */
async function measureOdd(sandbox: TestSandbox, change: Change, options: Options = {}) {
  await using gateway = await oddGateway(sandbox.api, change)
  return await measure(gateway.api, options)
}

function verdictOf({ measured }: Calibration, key: AssumptionKey): string {
  const found = measured.find((one) => one.key === key)
  if (found === undefined) return 'not measured'
  return found.verdict === 'cannot tell' ? found.reason : `${found.verdict}: ${found.gateway}`
}

/** Findings that are not true of a gateway. */
function untrue({ measured }: Calibration, gateway: Assumptions) {
  const truth = new Map(listAssumptions(gateway).map(({ key, value }) => [key, value]))
  return measured.filter(
    (one) => one.verdict !== 'cannot tell' && !isSame(one.gateway, truth.get(one.key)),
  )
}

interface ErrorBody {
  readonly errors: readonly { readonly error_code: string }[]
}

const isRefusal = ({ status }: Said) => status >= 400

const shortest: SomeOf<Assumptions> = {
  reference_max_length: 1,
  kvps: { limit: 1, key_length: 1, value_length: 1 },
  completions_per_preauthorisation: 30,
  currencies: ['JPY'],
  direct_debit: { currencies: ['JPY'] },
  virtual_pan: { length: 13, first_digit: 0 },
  cvv: 'required',
  expiry_format: 'YYMM',
}

const swapped: SomeOf<Assumptions> = {
  reference_max_length: 10_000,
  kvps: { limit: 1000, key_length: 1000, value_length: 10_000 },
  virtual_pan: { length: 19, first_digit: 7 },
  paths: {
    token: '/t/{token_id}/of/{customer_id}',
    purchase: '/transactions/refund',
    standalone_refund: '/transactions/purchase',
  },
  rels: { void: 'refund', refund: 'void', first: 'next', next: 'first' },
  direct_debit_payment_method: 'transaction',
  direct_debit_members: {
    bsb: 'account_number',
    account_number: 'account_name',
    account_name: 'bsb',
  },
  bank_account_type: 'account',
}

test.each([
  ['the smallest limits', shortest],
  ['the largest limits and names that are ours for something else', swapped],
])(
  '%s are found',
  async (_name, given) => {
    const assumptions = assumptionsWith(given)
    await using sandbox = await startTestSandbox({ assumptions })
    const calibration = await measure(sandbox.api)
    expect(untrue(calibration, assumptions)).toEqual([])
    const keys = Object.entries(given).flatMap(([name, value]) =>
      typeof value === 'object' && !Array.isArray(value)
        ? Object.keys(value).map((key) => `${name}.${key}`)
        : [name],
    )
    const told = calibration.measured.filter(({ verdict }) => verdict !== 'cannot tell')
    expect(told.map(({ key }) => key)).toEqual(expect.arrayContaining(keys))
  },
  60_000,
)

test('a gateway that tells one error at a time, and not where, still shows its limits', async () => {
  const assumptions = assumptionsWith({
    reference_max_length: 5,
    expiry_format: 'YYMM',
    kvps: { limit: 7 },
  })
  await using sandbox = await startTestSandbox({ assumptions })
  const calibration = await measureOdd(sandbox, (said) => {
    if (!isRefusal(said)) return said
    const [first] = (said.body as ErrorBody).errors
    return { ...said, body: { errors: [{ ...first, location: [] }] } }
  })
  expect(verdictOf(calibration, 'reference_max_length')).toBe('differs: 5')
  expect(verdictOf(calibration, 'expiry_format')).toBe('differs: YYMM')
  expect(verdictOf(calibration, 'kvps.limit')).toBe('differs: 7')
  expect(verdictOf(calibration, 'kvps.value_length')).toBe('confirmed: 255')
  expect(verdictOf(calibration, 'cvv')).toBe('confirmed: optional')
  expect(verdictOf(calibration, 'currencies')).toMatch(/^this gateway reports one error at a time/)
  expect(verdictOf(calibration, 'direct_debit_payment_method')).toBe('confirmed: directdebit')
  expect(verdictOf(calibration, 'error_codes.not_found')).toBe('confirmed: not_found')
  expect(calibration.cleanedUp).toMatchObject({ left: [], leftCustomers: [] })
}, 60_000)

test('a gateway without links is found by its usual paths', async () => {
  await using sandbox = await startTestSandbox()
  const calibration = await measureOdd(
    sandbox,
    ({ status, body }, { url }) => {
      if (url === '/v1') return { status: 404, body: { errors: [] } }
      return { status, body: { ...(body as object), _links: {} } }
    },
    { only: ['paths', 'rels'] },
  )
  expect(verdictOf(calibration, 'paths.purchase')).toBe('confirmed: /transactions/purchase')
  expect(verdictOf(calibration, 'paths.void')).toBe('confirmed: /transactions/{audit}/void')
  expect(verdictOf(calibration, 'paths.customer')).toBe('confirmed: /customers/{customer_id}')
  expect(verdictOf(calibration, 'rels.void')).toBe('the answer has no such link')
  expect(calibration.cleanedUp).toMatchObject({ left: [], leftCustomers: [] })
}, 60_000)

test('one code for all refusals is told and written', async () => {
  await using sandbox = await startTestSandbox()
  await using folder = await scratchFolder()
  const calibration = await measureOdd(
    sandbox,
    (said) => {
      if (!isRefusal(said)) return said
      const { errors } = said.body as ErrorBody
      return { ...said, body: { errors: errors.map((one) => ({ ...one, error_code: 'E1' })) } }
    },
    { only: ['error_codes.not_found', 'error_codes.invalid_type', 'error_codes.invalid_pan'] },
  )
  expect(verdictOf(calibration, 'error_codes.invalid_type')).toBe('differs: E1')
  const file = await openSettingsFile(folder.at('written.yaml'))
  const { count, impossible } = await settingsText(file, calibration.measured, sandbox.api)
  expect({ count, impossible }).toEqual({ count: 3, impossible: [] })
})

test('nothing is paid at an address that does not answer like a gateway', async () => {
  await using sandbox = await startTestSandbox()
  const nonsense = measureOdd(sandbox, () => ({ status: 200, body: '<html>\nauth: open' }))
  await expect(nonsense).rejects.toThrow(
    /answers GET \/transactions with something other than results/,
  )
  await expect(measure(sandbox.url)).rejects.toThrow(/answers GET \/transactions with 404; check/)
  expect(sandbox.world.records.size('transactions')).toBe(0)
})

test('a gateway that makes no sense of payments is answered with reasons, not with guesses', async () => {
  await using sandbox = await startTestSandbox()
  const { measured } = await measureOdd(sandbox, (said, { method }) =>
    method === 'GET' ? said : { status: 200, body: '<html>' },
  )
  const told = measured.filter(({ verdict }) => verdict !== 'cannot tell').map(({ key }) => key)
  expect(told.filter((key) => !/^(?:error_codes\.|browser_calls)/.test(key))).toEqual([])
  const reasons = new Set(measured.flatMap((one) => ('reason' in one ? [one.reason] : [])))
  expect(reasons).toContain(
    'no path tried leads to a purchase; set paths.purchase in the config if you know it',
  )
})

test('a merchant without vault shows that much', async () => {
  const merchant = { id: 1, name: 'Shop', vault: false, standaloneRefunds: true }
  await using sandbox = await startTestSandbox({
    merchants: [{ ...merchant, surcharge: undefined }],
  })
  const calibration = await measure(sandbox.api, {
    only: ['status', 'error_codes.vault_not_enabled'],
  })
  expect(verdictOf(calibration, 'status.token_created')).toMatch(/^this merchant has no vault/)
  expect(verdictOf(calibration, 'error_codes.vault_not_enabled')).toBe(
    'confirmed: vault_not_enabled',
  )
})

test.each([
  ['once is measured again', [2], /^confirmed: voided$/],
  ['twice cannot be told', [2, 3], /^POST .* got no answer/],
])(
  'a payment whose answer is lost %s, and is found by its id and voided',
  async (_, lost, told) => {
    await using sandbox = await startTestSandbox()
    let purchases = 0
    const calibration = await measureOdd(
      sandbox,
      (said, { url }) => {
        const isPaid = url === '/v1/transactions/purchase' && said.status === 200
        if (isPaid) purchases += 1
        return isPaid && lost.includes(purchases) ? 'nothing' : said
      },
      { only: ['words.voided', 'error_codes.refund_exceeds_original'] },
    )
    expect(verdictOf(calibration, 'words.voided')).toMatch(told)
    expect(calibration.cleanedUp).toMatchObject({ left: [] })
    const { records } = sandbox.world
    const audits = Array.from({ length: records.size('transactions') }, (_, i) => 1_000_001 + i)
    const statuses = audits
      .map((audit) => records.transaction(audit))
      .map((one) => (one?.kind === 'void' ? 'voided' : one?.status))
    expect(new Set(statuses)).toEqual(new Set(['voided']))
  },
)

test('a stopped run still cleans up', async () => {
  await using sandbox = await startTestSandbox()
  const stop = new AbortController()
  const { measured, isStopped, cleanedUp } = await measure(sandbox.api, {
    stopping: stop.signal,
    onProgress: (done) => {
      if (done === 20) stop.abort()
    },
  })
  expect([measured.length, isStopped]).toEqual([20, true])
  expect(cleanedUp).toMatchObject({ left: [], leftCustomers: [] })
  expect(cleanedUp.voided).toBeGreaterThan(0)
})

test.each(['conflict', 'replay'] as const)(
  'two requests with one id meet at a gateway that answers at once (%s)',
  async (duplicate_correlation_id) => {
    const assumptions = assumptionsWith({
      duplicate_correlation_id,
      error_codes: { correlation_id_in_progress: 'busy' },
    })
    await using sandbox = await startTestSandbox({ assumptions })
    const key = 'error_codes.correlation_id_in_progress'
    const found = await measure(sandbox.api, { only: [key] })
    expect(verdictOf(found, key)).toBe('differs: busy')
    const { body } = await new ControlClient(sandbox.url).get<TransactionsAnswer>(
      '/transactions?limit=200',
    )
    const paid = body.transactions.flatMap(({ operation, status }) =>
      operation === 'purchase' ? [status] : [],
    )
    expect(new Set(paid)).toEqual(new Set(['voided']))
  },
)
