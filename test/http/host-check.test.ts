import { expect, test } from 'vitest'
import {
  hostName,
  isOwnAddress,
  knownHosts,
  refuseUnknownHost,
  signOfElsewhere,
} from '../../src/http/host-check.ts'
import { call, faultsOf } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

test('a server knows the names of its machine, and those that it is told', () => {
  const publicUrl = 'https://Pay.example:8443/sandbox'
  const names = { host: '::', publicUrl, allowed: ['Sandgate', 'fe80::1', '[fe80::2]'] }
  expect([...knownHosts(names)]).toEqual([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::]',
    'sandgate',
    '[fe80::1]',
    '[fe80::2]',
    'pay.example',
  ])
  const bare = knownHosts({ host: '0.0.0.0', publicUrl: undefined, allowed: [] })
  expect([...bare]).toEqual(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'])
})

const nameless = 'The Host header does not name one host'
const stranger = (name: string) =>
  `This sandbox does not serve the host ${name}; to allow it, start with --allow-host ${name} or add it to server.hosts in the config`

test.each([
  ['localhost', undefined],
  ['LOCALHOST:4010', undefined],
  [undefined, nameless],
  ['', nameless],
  [':4010', nameless],
  ['localhost, evil.example', nameless],
  ['evil.example:4010', stranger('evil.example')],
  [`${'x'.repeat(99)}yz`, stranger(`${'x'.repeat(99)}y`)],
])('the host %s is known, or refused in words', (header, message) => {
  const hosts = knownHosts({ host: '127.0.0.1', publicUrl: undefined, allowed: [] })
  const check = () => refuseUnknownHost(hosts, header)
  if (message === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(message)
})

test.each([
  ['Example.com:4010', 'example.com'],
  ['[::1]:4010', '[::1]'],
  ['a b', undefined],
  ['a@b', undefined],
])('the name in %s is %s', (header, name) => {
  expect(hostName(header)).toBe(name)
})

const host = 'localhost:4010'
const evil = 'http://evil.example/'

test.each([
  [{ host }, undefined],
  [{ host, 'sec-fetch-site': 'same-origin', referer: evil }, undefined],
  [{ host, 'sec-fetch-site': 'none' }, undefined],
  [{ host, 'sec-fetch-site': 'same-site' }, 'Sec-Fetch-Site'],
  [{ host, 'sec-fetch-site': 'cross-site' }, 'Sec-Fetch-Site'],
  [{ host, referer: evil }, 'Referer'],
  [{ host, referer: 'http://LOCALHOST:4010/_sandbox' }, undefined],
  // Whoever sends an origin is judged by that.
  [{ host, referer: evil, origin: 'http://localhost:4010' }, undefined],
])('%j comes from elsewhere by its %s', (headers, sign) => {
  expect(signOfElsewhere(headers, undefined)).toBe(sign)
})

test('an address is our own at the host that was asked, and at the public one', () => {
  const publicUrl = 'https://pay.example'
  expect(isOwnAddress({ host }, publicUrl, 'http://localhost:4010')).toBe(true)
  expect(isOwnAddress({ host }, publicUrl, 'https://pay.example/x')).toBe(true)
  expect(isOwnAddress({ host }, undefined, 'https://pay.example/x')).toBe(false)
  expect(isOwnAddress({ host }, publicUrl, 'http://localhost:4011')).toBe(false)
  expect(isOwnAddress({ host }, publicUrl, 'ftp://localhost:4010')).toBe(false)
  expect(isOwnAddress({}, undefined, 'http://undefined')).toBe(false)
})

test('every address of a server is refused under the name of another host', async () => {
  await using sandbox = await startTestSandbox()
  const paths = ['/', '/nowhere', '/v1', '/v1/nowhere', '/v1/customers', '/_sandbox/clock']
  for (const path of paths.flatMap((one) => [one, `/w/none${one}`])) {
    const answer = await call(sandbox.url + path, { headers: { host: 'evil.example' } })
    expect([path, answer.status, ...faultsOf(answer)]).toEqual([
      path,
      403,
      'forbidden_host at header.Host',
    ])
  }
})
