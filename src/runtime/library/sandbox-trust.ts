import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import type { Trust } from '../../control/client/direct-fetch.ts'
import { readNamed, unreadable } from '../named-file.ts'

/** Trusts only the sandbox with this certificate, whatever host names it lists. */
export function trustInOwn(certificate: string): Trust {
  const own = new X509Certificate(certificate).fingerprint256
  return {
    ca: certificate,
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, { fingerprint256 }) =>
      fingerprint256 === own ? undefined : new Error('Another server has taken its port'),
  }
}

/** Trusts the authority in this file as well as those that Node trusts. */
export async function trustInFile(file: string): Promise<Trust> {
  try {
    return { ca: [...rootCertificates, ...(await extraAuthorities()), await readNamed(file)] }
  } catch (cause) {
    throw unreadable('certificate', file, cause, "pass the sandbox's ca file")
  }
}

/** The certificates of NODE_EXTRA_CA_CERTS; if they cannot be read, Node itself warns. */
async function extraAuthorities(): Promise<readonly string[]> {
  const { NODE_EXTRA_CA_CERTS: file } = process.env
  if (!file) return []
  return await readNamed(file).then(
    (text) => [text],
    () => [],
  )
}
