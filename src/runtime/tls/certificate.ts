// tsyringe, a part of the x509 library, refuses to load without this polyfill.
import 'reflect-metadata'
import { createPrivateKey, KeyObject, webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate with its private key, both as PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

const DAY = 24 * 60 * 60 * 1000
const AUTHORITY = 'CN=Sandgate test authority'
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * Creates a private authority: a client that trusts it trusts the sandbox and nothing else, even if
 * its key gets lost.
 */
export async function newAuthority(hosts: readonly string[], now: number): Promise<Certificate> {
  const pair = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const extensions = [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraints(hosts))),
  ]
  return await signed({ subject: AUTHORITY, pair, extensions, now }, pair.privateKey)
}

/**
 * Creates a server certificate for these names and addresses, valid for a year as browsers require.
 */
export async function newServerCertificate(
  authority: Certificate,
  hosts: readonly string[],
  now: number,
): Promise<Certificate> {
  const pair = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const names = hosts.map(
    (host) => ({ type: isIP(host) === 0 ? 'dns' : 'ip', value: host }) as const,
  )
  const extensions = [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension(names),
    await AuthorityKeyIdentifierExtension.create(new X509Certificate(authority.cert).publicKey),
  ]
  const key = createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' })
  const by = await webcrypto.subtle.importKey('pkcs8', key, ecdsa, false, ['sign'])
  return await signed({ subject: 'CN=Sandgate sandbox', pair, extensions, now }, by)
}

interface Content {
  readonly subject: string
  readonly pair: webcrypto.CryptoKeyPair
  readonly extensions: readonly Extension[]
  readonly now: number
}

async function signed(content: Content, signingKey: webcrypto.CryptoKey): Promise<Certificate> {
  const { subject, pair, extensions, now } = content
  const { publicKey, privateKey } = pair
  const cert = await X509CertificateGenerator.create({
    subject,
    issuer: AUTHORITY,
    // Valid from a day ago, since clocks of two machines differ.
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + 365 * DAY),
    publicKey,
    signingKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [...extensions, await SubjectKeyIdentifierExtension.create(publicKey)],
  })
  const key = KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' })
  return { cert: `${cert.toString('pem')}\n`, key: String(key) }
}

/** Whether this authority may sign a certificate for all of these hosts. */
export function mayName(authority: string, hosts: readonly string[]): boolean {
  const extension = new X509Certificate(authority).getExtension(id_ce_nameConstraints)
  if (extension === null) return false
  const { permittedSubtrees = [] } = AsnConvert.parse(extension.value, NameConstraints)
  const permitted = new Set([...permittedSubtrees].map(({ base }) => bytes(base)))
  return hosts.every((host) => permitted.has(bytes(permission(host))))
}

function bytes(name: GeneralName): string {
  return Buffer.from(AsnConvert.serialize(name)).toString('hex')
}

/** A kind of name that has no entry would be allowed, so there is one of each kind. */
function constraints(hosts: readonly string[]): NameConstraints {
  const all = [...new Set(['localhost', '127.0.0.1', ...hosts])]
  const subtrees = all.map((host) => new GeneralSubtree({ base: permission(host) }))
  return new NameConstraints({ permittedSubtrees: new GeneralSubtrees(subtrees) })
}

function permission(host: string): GeneralName {
  const version = isIP(host)
  if (version === 0) return new GeneralName({ dNSName: host })
  return new GeneralName({ iPAddress: `${host}/${version === 4 ? 32 : 128}` })
}
