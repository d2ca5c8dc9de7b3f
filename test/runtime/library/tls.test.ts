import { access, readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { controlClient } from '../../../src/control/client/control-client.ts'
import { UntrustedCertificateError } from '../../../src/control/client/control-error.ts'
import { connectSandbox, StartError, startSandbox } from '../../../src/index.ts'
import { trustInFile, trustInOwn } from '../../../src/runtime/library/client-sandbox.ts'
import { newCertificate } from '../../../src/runtime/tls/certificate.ts'
import { scratchFolder } from '../scratch.ts'

const options = { clock: '2026-03-10T01:00:00Z', config: {}, quiet: true } as const

afterEach(() => vi.unstubAllEnvs())

test('a sandbox with tls is used as any other, and says whom its clients must trust', async () => {
  const sandbox = await startSandbox({ ...options, tls: true })
  expect(sandbox.url).toMatch(/^https:/)
  expect(await sandbox.clock.now()).toBe('2026-03-10T01:00:00.000Z')
  await sandbox.scenarios.load('flaky-day')
  await sandbox.snapshot.save('one')
  await sandbox.snapshot.remove('one')
  await expect(sandbox.transaction(1)).rejects.toMatchObject({ status: 404 })
  const world = await sandbox.world('blue')
  expect([world.url, world.ca]).toEqual([`${sandbox.url}/w/blue`, sandbox.ca])
  await world.seed({ customers: 3 })
  expect(await world.customers()).toHaveLength(3)
  await world.close()
  expect(await readFile(sandbox.ca ?? '', 'utf8')).toContain('BEGIN CERTIFICATE')
  await sandbox.close()
  await expect(access(sandbox.ca ?? '')).rejects.toMatchObject({ code: 'ENOENT' })
})

test('with a data folder the certificate stays', async () => {
  await using folder = await scratchFolder()
  const sandbox = await startSandbox({ ...options, tls: true, data: folder.at('kept') })
  await sandbox.close()
  expect(sandbox.ca).toBe(folder.at('kept/tls/ca.pem'))
  await access(sandbox.ca ?? '')
})

test('with given files it trusts these, whatever their names', async () => {
  const given = await newCertificate(['sandbox.test'], Date.now())
  await using folder = await scratchFolder({ 'cert.pem': given.cert, 'key.pem': given.key })
  const [tlsCert, tlsKey] = [folder.at('cert.pem'), folder.at('key.pem')]
  await using sandbox = await startSandbox({ ...options, tlsCert, tlsKey })
  expect(await sandbox.clock.now()).toBe('2026-03-10T01:00:00.000Z')
  expect(sandbox.ca).toBeUndefined()
})

test('it trusts nobody else who has that port', async () => {
  await using sandbox = await startSandbox({ ...options, tls: true })
  const other = (await newCertificate(['localhost'], Date.now())).cert
  const health = controlClient({ url: sandbox.url, trust: trustInOwn(other) }).health()
  await expect(health).rejects.toBeInstanceOf(UntrustedCertificateError)
})

test('one that runs already is trusted by its ca file, given or of the environment', async () => {
  await using sandbox = await startSandbox({ ...options, tls: true })
  const { url, ca } = sandbox
  await expect(connectSandbox(url)).rejects.toBeInstanceOf(UntrustedCertificateError)
  const connected = await connectSandbox(url, { ca })
  expect(connected.ca).toBe(ca)
  await connected.clock.advance('1h')
  vi.stubEnv('SANDGATE_CA', ca)
  const again = await connectSandbox(url, { world: 'blue' })
  expect(again.ca).toBe(ca)
  expect(await again.clock.now()).toBe('2026-03-10T01:00:00.000Z')
})

test('beside that file, those of the process are trusted', async () => {
  await using sandbox = await startSandbox({ ...options, tls: true })
  await using folder = await scratchFolder({
    'other.pem': (await newCertificate(['localhost'], Date.now())).cert,
  })
  const asked = async () => {
    const trust = await trustInFile(folder.at('other.pem'))
    return await controlClient({ url: sandbox.url, trust }).health()
  }
  await expect(asked()).rejects.toBeInstanceOf(UntrustedCertificateError)
  vi.stubEnv('NODE_EXTRA_CA_CERTS', sandbox.ca)
  expect(await asked()).toMatchObject({ status: 'ok' })
  vi.stubEnv('NODE_EXTRA_CA_CERTS', folder.at('none.pem'))
  await expect(asked()).rejects.toBeInstanceOf(UntrustedCertificateError)
})

test.each([
  ['none.pem', "There is no certificate none.pem; pass the sandbox's ca file"],
  ['/dev/zero', '/dev/zero is a device; pass a file'],
])('a ca file that cannot be read is named: %s', async (ca, message) => {
  const connecting = connectSandbox('https://127.0.0.1:1', { ca })
  await expect(connecting).rejects.toThrow(new StartError(message, true))
})

test('a call that is given up, or that nobody responds to, fails as over plain HTTP', async () => {
  const sandbox = await startSandbox({ ...options, tls: true })
  const trust = await trustInFile(sandbox.ca ?? '')
  const client = controlClient({ url: sandbox.url, trust })
  await expect(client.health(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  const late = controlClient({ url: sandbox.url, trust, patience: 0 })
  await expect(late.health()).rejects.toThrow(`No sandbox responds at ${sandbox.url} within 0s`)
  const chunks: Uint8Array[] = []
  for await (const chunk of await client.exportState()) chunks.push(chunk)
  await client.importState(Buffer.concat(chunks).toString())
  await client.importState(streamOf(chunks))
  await sandbox.close()
  await expect(client.health()).rejects.toThrow(`No sandbox responds at ${sandbox.url}`)
})

async function* streamOf(chunks: readonly Uint8Array[]) {
  yield* chunks
}
