import { expect, test } from 'vitest'
import { table, writeSection } from '../../scripts/soak/doc-section.mjs'
import { ControlClient } from '../../test/support/control-client.ts'
import { call, newId, paidBody } from '../../test/support/gateway-client.ts'
import { PageClient } from '../../test/support/page-client.ts'
import { startTestSandbox } from '../../test/support/start.ts'

type Send = (text: string) => Promise<unknown>

/** A place that takes text, and how much of it, in bytes of the repeated pattern. */
interface Place {
  readonly name: string
  readonly size: number
  readonly send: Send
}

/** Forms may have 64 KB, and three letters stand for one that is escaped. */
const FORM = 20_000

const json = { 'content-type': 'application/json' }

function placesOf(url: string): readonly Place[] {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(url + path, { method: 'POST', headers: { ...json, ...headers }, body: body as object })
  const purchase = (fields: Record<string, unknown>) =>
    post('/v1/transactions/purchase', paidBody(fields), { 'x-correlation-id': newId() })
  const ofHeader = (text: string) => text.replaceAll(/[^ -~]/g, '?')
  const pages = new PageClient(url)
  const control = new ControlClient(url)
  const token = pages.get('/_sandbox/scenarios').then(({ text }) => tokenIn(text))
  const form = async (action: string, fields: Record<string, string>) => {
    const sent = { _token: await token, _back: '/_sandbox/scenarios', ...fields }
    const { status } = await pages.post(`/_sandbox/act/${action}`, sent)
    // Back to the page, with what is wrong: the form was read.
    expect(status).toBe(303)
  }
  const places: readonly (readonly [string, number, Send])[] = [
    ['a reference', 48_000, (text) => purchase({ 'transaction.reference': text })],
    ['a member', 48_000, (text) => purchase({ 'transaction.colour': text })],
    [
      'the name of a member',
      48_000,
      (text) => purchase({ [`transaction.${text.replaceAll('.', '-')}`]: 1 }),
    ],
    ['a KVP', 48_000, (text) => purchase({ kvps: { a: text } })],
    ['a body that is not JSON', 48_000, (text) => post('/v1/transactions/purchase', text)],
    ['a customer', 48_000, (text) => post('/v1/customers', { customer: { name: text } })],
    [
      'a header',
      6_000,
      (text) => post('/v1/transactions/purchase', {}, { 'x-correlation-id': ofHeader(text) }),
    ],
    [
      'credentials',
      6_000,
      (text) => call(`${url}/v1`, { headers: { authorization: ofHeader(text) } }),
    ],
    [
      'cookies',
      6_000,
      (text) =>
        call(`${url}/_sandbox`, { headers: { accept: 'text/html', cookie: ofHeader(text) } }),
    ],
    ['a path', 6_000, (text) => call(`${url}/v1/transactions/${encodeURI(text)}`)],
    [
      'a path as it is',
      6_000,
      (text) => call(`${url}/v1/${ofHeader(text).replaceAll(/[ #?\\]/g, '%25')}`),
    ],
    [
      'the name of a world',
      6_000,
      (text) => call(`${url}/w/${encodeURIComponent(text)}/v1/transactions/1`),
    ],
    ['a query', 6_000, (text) => call(`${url}/v1/transactions?reference=${encodeURI(text)}`)],
    [
      'many parameters',
      6_000,
      (text) => call(`${url}/v1/customers?${'&x=1'.repeat(text.length / 4)}`),
    ],
    [
      'a form',
      6_000,
      (text) => pages.post('/_sandbox/sign-in', { token: text, _back: `/_sandbox/${text}` }),
    ],
    [
      'a long form',
      48_000,
      (text) => pages.post('/_sandbox/act/advance', { by: text, _back: text }),
    ],
    ['a pasted scenario', FORM, (text) => form('paste', { text })],
    ['an uploaded scenario', FORM, (text) => form('paste', { file: text })],
    ['a pasted rule', FORM, (text) => form('rule', { text: `when:\n${text}` })],
    ['a pasted map', FORM, (text) => form('rule', { text: keysOf(text.length) })],
    ['a pasted list of anchors', FORM, (text) => form('paste', { text: anchorsOf(text.length) })],
    ['a control call', 48_000, (text) => control.post('/clock/advance', { by: text })],
    ['a rule', 48_000, (text) => control.post('/rules', { name: text, when: { reference: text } })],
    [
      'an explanation',
      48_000,
      (text) => control.post('/scenarios/explain', { operation: 'purchase', reference: text }),
    ],
    ['a label', 48_000, (text) => control.post('/reset', { label: text })],
    [
      'an imported file',
      48_000,
      (text) => call(`${url}/_sandbox/state`, { method: 'PUT', body: text }),
    ],
    [
      'an imported row',
      48_000,
      (text) =>
        call(`${url}/_sandbox/state`, {
          method: 'PUT',
          body: JSON.stringify({
            format: 'sandgate',
            version: 2,
            saved_at: text,
            transactions: [{ audit: text }],
          }),
        }),
    ],
  ]
  return places.map(([name, size, send]) => ({ name, size, send }))
}

function tokenIn(page: string): string {
  const token = /name="_token" value="(\w+)"/.exec(page)?.[1]
  if (token === undefined) throw new Error('The page has no form')
  return token
}

/** YAML of about this size with as many keys as it has room for. */
function keysOf(size: number): string {
  return Array.from({ length: size / 10 }, (_, i) => `k${i}: 1`).join('\n')
}

/** YAML of about this size in which each line merges the one before it twice. */
function anchorsOf(size: number): string {
  const lines = Array.from({ length: size / 32 }, (_, i) => `- &a${i + 1} {<<: [*a${i}, *a${i}]}`)
  return ['- &a0 {x: 1}', ...lines].join('\n')
}

/** Texts that made some parser, mask or pattern work hard before. */
const patterns = [
  '%2525252525252534',
  '\\u0034\\\\u0034',
  '4111 1111 1111 1111 ',
  '{"a":[',
  '*?[a-',
  '${{<&"\'',
  '- &a [*a, *a]\n',
  '- &a {<<: [*a, *a]}\n',
]

/** Milliseconds of processor time; the median of several tries. */
async function cost(send: Send, text: string): Promise<number> {
  const tries: number[] = []
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage()
    await send(text)
    const { user, system } = process.cpuUsage(before)
    tries.push((user + system) / 1000)
  }
  return tries.sort((one, other) => one - other)[1] ?? 0
}

/** Less than this is mostly not the work on the text. */
const LITTLE = 10

/** The cost of a text, and how many times that of its half it is; 1 where that is too little to tell. */
interface Growth {
  readonly ms: number
  readonly factor: number
}

async function growth({ send, size }: Place, pattern: string): Promise<Growth> {
  const whole = pattern.repeat(Math.ceil(size / pattern.length)).slice(0, size)
  let least = Number.POSITIVE_INFINITY
  let ms = 0
  for (let i = 0; i < 4 && least > 2.5; i++) {
    const twice = await cost(send, whole)
    ms = twice
    if (twice < LITTLE) return { ms, factor: 1 }
    const once = await cost(send, whole.slice(0, size / 2))
    least = Math.min(least, twice / Math.max(once, LITTLE / 4))
  }
  return { ms, factor: least }
}

/** Puts the slowest text of each place into docs/internals/reliability.md. */
function write(seen: ReadonlyMap<Place, Growth & { readonly pattern: string }>): void {
  const rows = Array.from(seen, ([{ name, size }, { ms, factor, pattern }]) => [
    name,
    `${size / 1000} KB of \`${JSON.stringify(pattern).slice(1, -1).replaceAll('|', '\\|')}\``,
    `${ms.toFixed(0)} ms`,
    ms < LITTLE ? '' : factor.toFixed(1),
  ])
  writeSection('growth', table([['place', 'text', 'time', 'times its half'], ...rows]))
}

test('twice the text takes at most two and a half times as long, wherever it is sent', async () => {
  await using sandbox = await startTestSandbox({ controlToken: undefined })
  const steep: string[] = []
  const slowest = new Map<Place, Growth & { readonly pattern: string }>()
  for (const place of placesOf(sandbox.url)) {
    await place.send('warm')
    for (const pattern of patterns) {
      const { ms, factor } = await growth(place, pattern)
      if (ms > (slowest.get(place)?.ms ?? -1)) slowest.set(place, { ms, factor, pattern })
      if (factor > 2.5) steep.push(`${place.name} of ${pattern}: ${factor.toFixed(1)} times`)
    }
  }
  expect(steep).toEqual([])
  if (process.env.SANDGATE_WRITE_GROWTH) write(slowest)
}, 240_000)

test('this way of measuring notices a cost that grows with the square of the size', async () => {
  let sum = 0
  const send = async (text: string) => {
    for (let i = 0; i < text.length; i++) for (let j = 0; j < text.length; j++) sum += i ^ j
  }
  const { factor } = await growth({ name: 'a square', size: 4_000, send }, 'a')
  expect(factor).toBeGreaterThan(2.5)
  expect(sum).not.toBe(0)
})
