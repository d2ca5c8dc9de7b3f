import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
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

function keysOf(key: string) {
  return { privateKey: createPrivateKey(key), publicKey: createPublicKey(key) }
}

test('a server certificate is signed by its authority and holds for its hosts alone', () => {
  const hosts = ['localhost', 'sandbox.test', '127.0.0.1', '::1', 'fd00::12:3']
  const authority = newAuthority(hosts, now)
  const { cert, key } = newServerCertificate(keysOf(authority.key), hosts, now)
  const [root, leaf] = [new X509Certificate(authority.cert), new X509Certificate(cert)]
  expect(root.ca).toBe(true)
  expect(root.verify(root.publicKey)).toBe(true)
  expect(leaf.ca).toBe(false)
  expect(leaf.checkIssued(root)).toBe(true)
  expect(leaf.verify(root.publicKey)).toBe(true)
  expect(leaf.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(leaf.checkHost('sandbox.test')).toBe('sandbox.test')
  expect(leaf.checkHost('other.test')).toBeUndefined()
  expect(leaf.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(leaf.checkIP('::1')).toBe('::1')
  expect(leaf.checkIP('fd00::12:3')).toBe('fd00::12:3')
  expect(leaf.checkIP('127.0.0.2')).toBeUndefined()
})

test('it is valid from the day before, for a year', () => {
  const authority = newAuthority(['localhost'], now)
  const { cert } = newServerCertificate(keysOf(authority.key), ['localhost'], now)
  const { validFrom, validTo } = new X509Certificate(cert)
  expect(Date.parse(validFrom)).toBe(Date.parse('2026-03-09T01:00:00Z'))
  expect(Date.parse(validTo)).toBe(Date.parse('2027-03-10T01:00:00Z'))
})

test('a certificate of 2049 and one of 2050 are both read', () => {
  for (const year of [2049, 2055]) {
    const { cert } = newAuthority(['localhost'], Date.UTC(year, 0, 5))
    expect(new Date(new X509Certificate(cert).validFrom).getUTCFullYear()).toBe(year)
  }
})

test('no two are alike', () => {
  const serials = [1, 2, 3].map(
    () => new X509Certificate(newAuthority(['localhost'], now).cert).serialNumber,
  )
  expect(new Set(serials).size).toBe(3)
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
    const authority = newAuthority(permitted, at)
    expect(mayName(new X509Certificate(authority.cert), permitted)).toBe(true)
    const server = createServer(newServerCertificate(keysOf(authority.key), [host], at))
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

test('an authority holds for a year, and knows what it may name', () => {
  const certificate = new X509Certificate(newAuthority(['sandbox.test'], now).cert)
  expect(Date.parse(certificate.validTo)).toBe(Date.parse('2027-03-10T01:00:00Z'))
  expect(mayName(certificate, ['sandbox.test', 'localhost'])).toBe(true)
  expect(mayName(certificate, ['other.test'])).toBe(false)
})
