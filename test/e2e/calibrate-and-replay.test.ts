import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Scratch, scratchFolder } from '../runtime/scratch.ts'
import { binary } from '../support/binary.ts'
import { CommandSandbox, sandgate } from '../support/command.ts'
import { hasLong } from '../support/extent.ts'
import { hasTerminal, Terminal } from '../support/outside/terminal.ts'

/** How the gateway of these tests differs from a sandbox; a client that knows neither can talk to both. */
const gatewayConfig = `
auth: required
users:
  - { name: shop, password: the-real-password, token: the-real-token, merchant: 3 }
merchants: [{ id: 3 }]
assumptions:
  status: { transaction: 201, deleted: 200 }
  words: { voided: reversed, void_type: reverse }
  rels: { void: cancel, self: me }
  refund_transaction_type: credit
  mask_character: "*"
  kvp_namespace: BANKSIA
  error_codes: { not_found: E404, not_voidable: E1 }
  duplicate_correlation_id: replay
  kvps: { limit: 7 }
`

/** A merchant that does a bit of everything, and looks for what it lost. */
const merchant = `
const { SANDGATE_URL: url, SANDGATE_API: api } = process.env
let n = 0
async function send(base, method, path, body, headers = {}) {
  const id = 'id-' + (n += 1)
  try {
    const answer = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json', 'x-correlation-id': id, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return await answer.json()
  } catch { return undefined }
}
const pay = (payment_method, total_amount = '1995') => ({
  merchant: { id: 1 },
  kvps: { CHANNEL: 'web' },
  transaction: { reference: 'A-1', amount_details: { total_amount, currency: 'AUD' }, payment_method },
})
const card = { creditcard: { pan: '4539148803436467', expiry_date: '1230', cvv: '739' } }
const purchase = '/transactions/purchase'
const search = '/transactions?merchant_id=1&correlation_id_lookup='
const paid = await send(api, 'POST', purchase, pay(card))
await send(api, 'GET', '/transactions/' + paid.audit)
await send(api, 'GET', search + 'id-1')
await send(api, 'GET', search + 'never')
await send(api, 'POST', '/transactions/' + paid.audit + '/refund', pay(undefined, '500'))
const gone = await send(api, 'POST', purchase, pay(card))
await send(api, 'POST', '/transactions/' + gone.audit + '/void', pay())
await send(api, 'GET', '/transactions/' + gone.audit)
await send(api, 'POST', '/transactions/' + gone.audit + '/void', pay())
await send(api, 'POST', '/transactions/999/void', pay())
await send(api, 'POST', purchase, pay(card, '12.50'))
await send(api, 'POST', purchase, '{half')
await send(api, 'POST', purchase, pay(card), { 'x-correlation-id': 'id-1' })
await send(api, 'POST', purchase, pay({ directdebit: { bsb: '062-000', account_number: '987654321', account_name: 'Ann' } }))
await send(url + '/_sandbox', 'POST', '/rules', { outcome: { fault: { at: 'after', reset: true } } })
await send(api, 'POST', purchase, pay(card, '700'))
await send(api, 'GET', search + 'id-' + n)
await send(url + '/_sandbox', 'POST', '/rules', { outcome: { fault: { at: 'before', http: 503 } } })
await send(api, 'POST', purchase, pay(card, '700'))
const customer = await send(api, 'POST', '/customers', { reference: 'ann', name: 'Ann' })
const account = { general_creditcard: { 'CARD.PAN': '4539148803436467', 'CARD.EXPIRY': '1230', 'CARD.NAME': 'Ann' } }
const token = await send(api, 'POST', '/customers/' + customer.id + '/tokens', { preferred_name: 'visa', active: true, account })
await send(api, 'POST', purchase, pay({ creditcard: { pan: token.virtual_pan } }))
await send(api, 'GET', '/customers?reference=ann')
await send(api, 'DELETE', '/customers/' + customer.id + '/tokens/' + token.id)
await send(url + '/_sandbox', 'POST', '/reset')
n = 0
await send(api, 'POST', purchase, pay(card))
const other = url + '/w/other/v1'
await send(other, 'POST', '/transactions/preauthorisation', pay(card))
await send(other, 'POST', '/transactions/1000001/completion', pay(undefined, '700'))
`

const bearer = ['--bearer', 'the-real-token', '--merchant', '3']

let folder: Scratch
let gateway: CommandSandbox

beforeAll(async () => {
  folder = await scratchFolder({
    'gateway.yaml': gatewayConfig,
    'merchant.mjs': merchant,
    'default/.keep': '',
    'ours/sandgate.config.yaml': '# Mine.\nseed: 7 # stays\nassumptions: { cvv: optional }\n',
  })
  gateway = await CommandSandbox.start(['--config', folder.at('gateway.yaml')])
  await record('run.jsonl', 'default')
}, 60_000)

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** Records the merchant's run on a sandbox with the config of a folder. */
async function record(file: string, where: string): Promise<void> {
  const options = ['--record', folder.at(file), '--quiet', '--fail-on', 'never']
  const command = [process.execPath, folder.at('merchant.mjs')]
  const { code, stderr } = await sandgate(['exec', ...options, '--', ...command], {
    cwd: folder.at(where),
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
}

interface Finding {
  readonly assumption: string
  readonly verdict: string
  readonly ours: unknown
  readonly gateway?: unknown
  readonly requests: readonly number[]
}

interface Document {
  readonly assumptions: readonly Finding[]
  readonly requests: readonly { readonly number: number }[]
  readonly cleaned_up: unknown
  readonly written?: unknown
}

async function calibrated(...args: readonly string[]): Promise<Document> {
  const all = ['calibrate', '--against', gateway.api, ...bearer, '--json', ...args]
  const { code, stdout, stderr } = await sandgate(all, { cwd: folder.at('ours') })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).not.toMatch(/the-real-token|4111111111111111|12345678"|"123"/)
  return JSON.parse(stdout)
}

function differing({ assumptions }: Document): Readonly<Record<string, unknown>> {
  const found = assumptions.filter(({ verdict }) => verdict === 'differs')
  return Object.fromEntries(found.map(({ assumption, gateway }) => [assumption, gateway]))
}

/** What a replay at the gateway found different, by the line of the run. */
async function against(file: string, api: string, ...args: readonly string[]) {
  const all = ['replay', folder.at(file), '--against', api, '--json', ...args]
  const { code, stdout, stderr } = await sandgate(all)
  expect(stderr).toBe('')
  const document: {
    readonly differences: readonly { readonly differences: readonly { readonly path: string }[] }[]
    readonly left_out: readonly { readonly reason: string }[]
  } = JSON.parse(stdout)
  return { code, ...document }
}

test('a run that is played at a sandbox like the recorded one shows no difference, however often', async () => {
  await using twin = await CommandSandbox.start()
  for (const _time of [1, 2]) {
    const { code, differences, left_out } = await against('run.jsonl', twin.api)
    expect({ code, differences }).toEqual({ code: 0, differences: [] })
    expect(left_out.map(({ reason }) => reason)).toEqual([
      'not compared: its answer was broken on purpose',
      'not sent: in the run it was not processed',
    ])
  }
}, 60_000)

test.runIf(hasLong)(
  'replay shows where a gateway differs, calibrate writes it down, and then nothing differs',
  async () => {
    const before = await against('run.jsonl', gateway.api, ...bearer)
    const paths = before.differences.flatMap(({ differences }) =>
      differences.map(({ path }) => path),
    )
    const places = new Set(paths.map((path) => path.replace('results.0.', '')))
    expect(before.code).toBe(4)
    expect([...places].sort()).toEqual([
      // A deletion with a body.
      '',
      ...['_links.cancel', '_links.me', '_links.self', '_links.void'],
      ...['account.general_creditcard.CARD.EXPIRY', 'account.general_creditcard.CARD.PAN'],
      'errors',
      ...['BANKSIA', 'GATEWAY'].flatMap((namespace) => [
        `kvps.${namespace}.REQUEST.KVP.CHANNEL`,
        `kvps.${namespace}.RESPONSE.KVP.AUTHORISATION_CODE`,
        `kvps.${namespace}.RESPONSE.KVP.TRACE_NUMBER`,
      ]),
      ...['status', 'status.transaction_status_code'],
      'transaction.payment_method.creditcard.pan',
    ])

    const found = await calibrated('--write', 'sandgate.config.yaml')
    expect(differing(found)).toEqual({
      'status.transaction': 201,
      'status.deleted': 200,
      'words.voided': 'reversed',
      'words.void_type': 'reverse',
      'rels.void': 'cancel',
      'rels.self': 'me',
      refund_transaction_type: 'credit',
      mask_character: '*',
      kvp_namespace: 'BANKSIA',
      'error_codes.not_found': 'E404',
      'error_codes.not_voidable': 'E1',
      duplicate_correlation_id: 'replay',
      'kvps.limit': 7,
    })
    expect(found).toMatchObject({
      cleaned_up: { left: [], left_customers: [] },
      written: { file: 'sandgate.config.yaml', settings: 13, not_written: [] },
    })
    const numbers = found.requests.map(({ number }) => number)
    expect(found.assumptions.flatMap(({ requests }) => requests)).toSatisfy((all: number[]) =>
      all.every((number) => numbers.includes(number)),
    )

    const text = await readFile(folder.at('ours/sandgate.config.yaml'), 'utf8')
    expect(text).toMatch(/^# Mine\.\nseed: 7 # stays\nassumptions:\n {2}cvv: optional\n/)
    expect(text).toContain(' {4}# GET /transactions/2147483647: 404 E404\n'.replace(' {4}', '    '))
    expect(parse(text)).toMatchObject({ seed: 7, assumptions: { cvv: 'optional' } })

    expect(differing(await calibrated())).toEqual({})
    await record('calibrated.jsonl', 'ours')
    const after = await against('calibrated.jsonl', gateway.api, ...bearer)
    expect({ code: after.code, differences: after.differences }).toEqual({
      code: 0,
      differences: [],
    })
  },
  120_000,
)

test('the table names verdicts, reasons and requests, and says what was cleaned up', async () => {
  const all = ['calibrate', '--against', gateway.api, ...bearer]
  const { code, stdout } = await sandgate([...all, '--only', 'words', 'card_cutoff'], {
    cwd: folder.at('default'),
  })
  expect(code).toBe(0)
  expect(stdout).toMatch(/words\.voided +voided +reversed +differs +#\d+ #\d+\n/)
  expect(stdout).toMatch(/card_cutoff +18:00 +cannot tell +visible only at that time of day\n/)
  expect(stdout).toMatch(/#\d+ {2}GET \/transactions\/\d+ +200 reversed\n/)
  expect(stdout).toMatch(/\n {2}words\.void_type: void -> reverse \(#\d+\)\n/)
  expect(stdout).toMatch(/\n0 confirmed, 2 differ, 2 cannot tell \(\d+ requests\)\.\nCleaned up: /)
}, 60_000)

test.each([
  [['--only', 'wrods'], 2, "--only: unknown 'wrods', did you mean 'words'?"],
  [['--write', 'config.json'], 2, "Invalid --write 'config.json': pass a .yaml or .yml file"],
  [['--write', '../gateway-broken.yaml'], 2, 'gateway-broken.yaml:1:1: assumption: unknown key'],
  [['--basic', 'shop:the-real-password'], 2, '--basic and --bearer exclude each other'],
  [['--merchant', '4'], 1, 'answers 403 for merchant 4; pass --merchant <id>'],
])('calibrate %j ends with %i', async (args, expected, message) => {
  await folder.write('gateway-broken.yaml', 'assumption: {}\n')
  const all = ['calibrate', '--against', gateway.api, ...bearer, ...args]
  const { code, stdout, stderr } = await sandgate(all, { cwd: folder.at('ours') })
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
  expect(stderr).toContain(message)
  expect(stderr).not.toMatch(/the-real-(?:token|password)/)
})

test.each([
  ['http://127.0.0.1:9/v1', [], 3, 'No gateway answers at http://127.0.0.1:9/v1 (ECONNREFUSED)'],
  ['gateway.example/v1', [], 2, 'Invalid --against: use the address of an API'],
  ['http://me:secret@127.0.0.1/v1', [], 2, 'leave the user out of the address'],
  [
    'https://gateway.example/v1',
    [],
    2,
    'https://gateway.example/v1 is not on this machine; pass --yes',
  ],
  ['http://127.0.0.1:9/v1', ['--basic', 'secret'], 2, 'Invalid --basic: use user:password'],
])('neither command goes on with %s %j', async (url, args, expected, message) => {
  for (const words of [['calibrate'], ['replay', folder.at('run.jsonl')]]) {
    const { code, stdout, stderr } = await sandgate([...words, '--against', url, ...args])
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('secret')
  }
})

test('credentials come from the environment too, and wrong ones are told at once', async () => {
  const all = [
    'calibrate',
    '--against',
    gateway.api,
    '--merchant',
    '3',
    '--only',
    'status.transaction',
  ]
  const env = { SANDGATE_GATEWAY_BASIC: 'shop:the-real-password' }
  const good = await sandgate(all, { env })
  expect([good.code, good.stderr]).toEqual([0, ''])
  const none = await sandgate(all)
  expect([none.code, none.stdout]).toEqual([1, ''])
  expect(none.stderr).toContain('answers 401, unauthenticated; pass --basic or --bearer')
  const wrong = await sandgate([...all, '--bearer', 'wrong'])
  expect(wrong.stderr).toContain('answers 401, unauthenticated; check the credentials')
})

test('options for another gateway need one', async () => {
  const { code, stderr } = await sandgate(['replay', folder.at('run.jsonl'), '--merchant', '3'])
  expect([code, stderr]).toEqual([
    2,
    'error: --merchant is for --against <url>; add it, or leave --merchant out\n',
  ])
})

describe.runIf(hasTerminal)('in a terminal', () => {
  const inTerminal = (line: string) =>
    new Terminal(`'${process.execPath}' '${binary}' ${line}`, { NO_COLOR: '1' })

  test.each(['n\r', '\u0003', '\u0004'])('nothing is sent after %j', async (keys) => {
    await using terminal = inTerminal('calibrate --against https://gateway.invalid/v1')
    await terminal.showing('Go ahead? [y/N]')
    terminal.type(keys)
    expect(await terminal.ended).toBe(1)
    expect(terminal.lines.at(-1)).toBe('error: Nothing was sent')
  })

  test('after a yes it goes on', async () => {
    await using terminal = inTerminal('calibrate --against https://gateway.invalid/v1')
    await terminal.showing('Go ahead? [y/N]')
    terminal.type('y\r')
    expect(await terminal.ended).toBe(3)
    expect(terminal.lines).toContainEqual(
      expect.stringMatching(/^error: No gateway answers at https:/),
    )
  })

  test('what it finds fits 80 columns', async () => {
    const only = '--only paths words error_codes.not_voidable gateway_status_codes'
    const line = `calibrate --against ${gateway.api} ${bearer.join(' ')} ${only}`
    await using terminal = inTerminal(line)
    expect(await terminal.ended).toBe(0)
    expect(terminal.lines.filter((text) => text.length > 80)).toEqual([])
    expect(terminal.lines).toContain('Cannot tell:')
    expect(terminal.lines).toContain('Differs (ours -> gateway):')
  }, 60_000)
})
