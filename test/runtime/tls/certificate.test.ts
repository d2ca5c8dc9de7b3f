import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { newCertificate } from '../../../src/runtime/tls/certificate.ts'

test('a certificate holds for its hosts and a year, and signs for nobody else', async () => {
  const hosts = ['localhost', 'sandbox.test', '127.0.0.1', '::1', 'fd00::12:3']
  const { cert, key } = await newCertificate(hosts, Date.parse('2026-03-10T01:00:00Z'))
  const own = new X509Certificate(cert)
  expect(own.ca).toBe(false)
  expect(own.verify(own.publicKey)).toBe(true)
  expect(own.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(own.subjectAltName).toBe(
    'DNS:localhost, DNS:sandbox.test, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:FD00:0:0:0:0:0:12:3',
  )
  expect(Date.parse(own.validFrom)).toBe(Date.parse('2026-03-09T01:00:00Z'))
  expect(Date.parse(own.validTo)).toBe(Date.parse('2027-03-10T01:00:00Z'))
})
