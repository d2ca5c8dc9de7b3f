import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { expect, test } from 'vitest'
import {
  mayName,
  newAuthority,
  newServerCertificate,
} from '../../../src/runtime/tls/certificate.ts'

const now = Date.parse('2026-03-10T01:00:00Z')

test('a server certificate is signed by its authority and holds for its hosts alone', async () => {
  const hosts = ['localhost', 'sandbox.test', '127.0.0.1', '::1', 'fd00::12:3']
  const authority = await newAuthority(hosts, now)
  const { cert, key } = await newServerCertificate(authority, hosts, now)
  const [root, leaf] = [new X509Certificate(authority.cert), new X509Certificate(cert)]
  expect(root.ca).toBe(true)
  expect(root.verify(root.publicKey)).toBe(true)
  expect(leaf.ca).toBe(false)
  expect(leaf.checkIssued(root)).toBe(true)
  expect(leaf.verify(root.publicKey)).toBe(true)
  expect(leaf.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(leaf.subjectAltName).toBe(
    'DNS:localhost, DNS:sandbox.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:FD00:0:0:0:0:0:12:3',
  )
  for (const { validFrom, validTo } of [root, leaf]) {
    expect(Date.parse(validFrom)).toBe(Date.parse('2026-03-09T01:00:00Z'))
    expect(Date.parse(validTo)).toBe(Date.parse('2027-03-10T01:00:00Z'))
  }
})

test.each([
  ['127.0.0.1', ['sandbox.test'], undefined],
  ['localhost', ['sandbox.test'], undefined],
  ['bank.example', ['sandbox.test'], 'permitted subtree violation'],
  ['10.1.2.3', ['sandbox.test'], 'permitted subtree violation'],
  ['10.1.2.3', ['10.1.2.3'], undefined],
  ['::1', ['127.0.0.1'], 'permitted subtree violation'],
  ['fd00::12:3', ['fd00::12:3'], undefined],
])(
  'whoever steals the key of an authority for %s of %j gets: %s',
  async (host, permitted, failure) => {
    const at = Date.now()
    const authority = await newAuthority(permitted, at)
    expect(mayName(authority.cert, permitted)).toBe(true)
    expect(mayName(authority.cert, [host])).toBe(failure === undefined)
    const server = createServer(await newServerCertificate(authority, [host], at))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const checkServerIdentity = () => undefined
    const socket = connect({ port, host: '127.0.0.1', ca: authority.cert, checkServerIdentity })
    const outcome = await new Promise((resolve) => {
      socket.once('secureConnect', () => resolve(undefined))
      socket.once('error', ({ message }) => resolve(message))
    })
    socket.destroy()
    server.close()
    expect(outcome).toEqual(failure)
  },
)
