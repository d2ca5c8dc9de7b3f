import { createPrivateKey, X509Certificate } from 'node:crypto'
import { rmSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { nodeFiles, refuseLink } from '../../gateway/store/disk/files.ts'
import { readText } from '../../gateway/store/disk/read-file.ts'
import { writeFile } from '../../gateway/store/disk/write-file.ts'
import { makeFolders, readNamed, unreadable } from '../named-file.ts'
import { StartError } from '../start-error.ts'
import { newTemporaryFolder } from '../temporary-folder.ts'
import type { Certificate } from './certificate.ts'

/** Serve TLS with a generated certificate, or with given files. */
export type TlsSettings =
  | { readonly kind: 'generated' }
  | { readonly kind: 'files'; readonly cert: string; readonly key: string }

/** What a server needs to speak TLS, and what its clients need to trust it. */
export interface ServerTls extends Certificate {
  /** The certificate file that a client must trust; undefined if the certificate was given. */
  readonly ca: string | undefined
  /** Removes files that were only for this run. */
  readonly close: () => Promise<void>
}

export interface TlsContext {
  /** The data folder; undefined: in memory. */
  readonly data: string | undefined
  readonly hosts: readonly string[]
  readonly now: number
}

export async function serverTls(settings: TlsSettings, context: TlsContext): Promise<ServerTls> {
  return settings.kind === 'files' ? await givenTls(settings) : await generatedTls(context)
}

async function givenTls(files: {
  readonly cert: string
  readonly key: string
}): Promise<ServerTls> {
  const read = (kind: string, file: string) =>
    readNamed(file).catch((cause: unknown) => {
      throw unreadable(kind, file, cause, 'pass a PEM file')
    })
  const cert = await read('certificate', files.cert)
  const key = await read('private key', files.key)
  try {
    createSecureContext({ cert, key })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `${files.cert} and ${files.key} are not a PEM certificate and its private key: ${reason}`
    throw new StartError(message, true)
  }
  return { cert, key, ca: undefined, close: async () => undefined }
}

/** Keeps the certificate with the data, so that clients still trust it after a restart. */
async function generatedTls({ data, hosts, now }: TlsContext): Promise<ServerTls> {
  const { folder, close } =
    data === undefined
      ? await temporaryFolder()
      : { folder: path.join(data, 'tls'), close: async () => undefined }
  const [certFile, keyFile] = [path.join(folder, 'ca.pem'), path.join(folder, 'key.pem')]
  await refuseLink(nodeFiles, folder)
  const saved = await savedCertificate(certFile, keyFile)
  const ca = path.resolve(certFile)
  if (saved !== undefined && isUsable(saved, hosts, now)) return { ...saved, ca, close }
  const { newCertificate } = await import('./certificate.ts')
  const made = await newCertificate(hosts, now)
  await makeFolders(folder)
  await writeFile(nodeFiles, keyFile, [Buffer.from(made.key)], { mode: 0o600 })
  await writeFile(nodeFiles, certFile, [Buffer.from(made.cert)])
  return { ...made, ca, close }
}

/** One that expires within a month is replaced, so that it does not expire during a run. */
const LEAST_LIFE = 30 * 24 * 60 * 60 * 1000

function isUsable({ cert }: Certificate, hosts: readonly string[], now: number): boolean {
  const certificate = new X509Certificate(cert)
  const isFor = (host: string) =>
    isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)
  return Date.parse(certificate.validTo) > now + LEAST_LIFE && hosts.every(isFor)
}

/** A temporary folder that is removed at exit even if nobody closes the sandbox. */
async function temporaryFolder() {
  const folder = await newTemporaryFolder('sandgate-tls-')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const close = async () => {
    process.off('exit', remove)
    remove()
  }
  return { folder, close }
}

/** The stored one; undefined if it is damaged or incomplete and must be replaced. */
async function savedCertificate(
  certFile: string,
  keyFile: string,
): Promise<Certificate | undefined> {
  const cert = await readText(nodeFiles, certFile)
  const key = await readText(nodeFiles, keyFile)
  if (cert === undefined || key === undefined) return undefined
  await nodeFiles.makePrivate(keyFile)
  try {
    const isPair = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    return isPair ? { cert, key } : undefined
  } catch {
    // It is no certificate, or no key.
    return undefined
  }
}
