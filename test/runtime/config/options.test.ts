import { expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/runtime/config/options.ts'
import { settingsFrom } from '../../../src/runtime/config/settings-from.ts'

const refusals: readonly (readonly [object, string])[] = [
  [{ port: 70_000 }, 'port 70000 is not a whole number from 0 to 65535'],
  [{ seed: 1.5 }, 'seed 1.5 is not a whole number from 0 to 2147483647'],
  [
    { clock: 'yesterday' },
    "clock 'yesterday' is not an ISO 8601 instant with its offset, such as 2026-03-10T01:00:00Z, or a date, from 1970-01-02 to before the year 9999",
  ],
  [
    { host: '256.1.1.1' },
    "host '256.1.1.1' is not an address or a name to listen on, such as 127.0.0.1",
  ],
  [{ durability: 'fast' }, "durability 'fast' is not 'sync' or 'relaxed'"],
  ...[12, '', 'ü€', ' t0p'].map((controlToken): [object, string] => [
    { controlToken },
    'controlToken is not a string of ASCII characters without spaces, since a header carries it',
  ]),
  [{ scenaro: 'default' }, "There is no option 'scenaro'. Did you mean 'scenario'?"],
  [{ memory: true, data: 'kept' }, 'memory and data cannot be combined: leave one of them out'],
  [
    { tls: true, tlsCert: 'a.pem' },
    'tls and tlsCert cannot be combined: leave one of them out\ntlsCert needs tlsKey, the private key of the certificate',
  ],
  [{ tlsKey: 'a.pem' }, 'tlsKey needs tlsCert, the certificate of the key'],
  [
    { host: '0.0.0.0' },
    'Listening on 0.0.0.0, beyond this machine, needs a control token; set SANDGATE_CONTROL_TOKEN or server.control_token, or pass --control-token-file',
  ],
  [
    { port: -1, watch: 'yes' },
    "port -1 is not a whole number from 0 to 65535\nwatch 'yes' is not true or false",
  ],
]

test.each(refusals)('%o is refused', async (options, message) => {
  const settings = settingsFrom(options as SandboxOptions, 'serve')
  await expect(settings).rejects.toMatchObject({ name: 'StartError', isUsage: true, message })
})

test.each([['127.0.0.1'], ['127.8.8.8'], ['localhost'], ['::1']])(
  '%s is this machine, and needs no token',
  async (host) => {
    expect(await settingsFrom({ host }, 'serve')).toMatchObject({ host, controlToken: undefined })
  },
)

test('a clock given as a date starts with that day in Sydney', async () => {
  expect(await settingsFrom({ clock: '2026-12-31' }, 'test')).toMatchObject({
    clock: Date.parse('2026-12-31T00:00+11:00'),
  })
})

test('with a token, all may be listened to', async () => {
  const options = { host: '0.0.0.0', controlToken: 't0p' }
  expect(await settingsFrom(options, 'serve')).toMatchObject(options)
})

test('a start for people is at port 7263 and kept, one for tests anywhere and in memory', async () => {
  expect(await settingsFrom({}, 'serve')).toMatchObject({ port: 7263, data: '.sandgate' })
  expect(await settingsFrom({}, 'test')).toMatchObject({ port: 0, data: undefined })
  expect(await settingsFrom({ data: 'kept' }, 'test')).toMatchObject({ data: 'kept' })
})

test('one scenario or several, and an instant as a text or a date', async () => {
  const clock = new Date('2026-03-10T01:00:00Z')
  expect(await settingsFrom({ scenario: 'drift', clock }, 'test')).toMatchObject({
    scenarios: ['drift'],
    clock: clock.getTime(),
    explicit: { scenarios: true, clock: true, seed: false },
  })
  expect(await settingsFrom({ scenario: ['drift', 'a.yaml'] }, 'test')).toMatchObject({
    scenarios: ['drift', 'a.yaml'],
  })
})
