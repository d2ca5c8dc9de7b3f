// tsyringe, a part of the x509 library, refuses to load without this polyfill.
import 'reflect-metadata'
import { KeyObject, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate with its private key, both as PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

const DAY = 24 * 60 * 60 * 1000

/**
 * A certificate for these names and addresses, signed by itself and unable to sign others: a client
 * that trusts it trusts the sandbox and nothing else, even if its key gets lost. It is valid for a
 * year, as browsers require. No key usage: OpenSSL would not accept it as its own signer.
 */
export async function newCertificate(hosts: readonly string[], now: number): Promise<Certificate> {
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const names = hosts.map(
    (host) => ({ type: isIP(host) === 0 ? 'dns' : 'ip', value: host }) as const,
  )
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Sandgate sandbox',
    keys,
    // Valid from a day ago, since clocks of two machines differ.
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + 365 * DAY),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' })
  return { cert: `${cert.toString('pem')}\n`, key: String(key) }
}
