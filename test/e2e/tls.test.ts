import { access, readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { expect, test } from 'vitest'
import { newCertificate } from '../../src/runtime/tls/certificate.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, binary, runBinary } from '../support/binary.ts'
import { Command, sandgate } from '../support/command.ts'
import { runProgram } from '../support/run-program.ts'

interface Ready {
  readonly url: string
  readonly api: string
  readonly ca?: string
}

async function readyOf(started: Command): Promise<Ready> {
  return JSON.parse(await started.printing(/^{.*}$/m))
}

/** What a client that trusts only this certificate gets. */
function get(url: string, ca: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ca, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.once('error', reject).end()
  })
}

test('--tls: a client that trusts the certificate is served, links are https, and it goes at the end', async () => {
  await using started = new Command(['start', '--port', '0', '--memory', '--tls', '--json'])
  const { url, api, ca = '' } = await readyOf(started)
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const trusted = await readFile(ca, 'utf8')
  const root = await get(`${url}/`, trusted)
  expect(JSON.parse(root.text)).toMatchObject({ name: 'sandgate', api })
  const byName = url.replace('127.0.0.1', 'localhost')
  expect((await get(`${byName}/_sandbox/health`, trusted)).status).toBe(200)
  const other = await newCertificate(['localhost'], Date.now())
  await expect(get(url, other.cert)).rejects.toMatchObject({
    code: expect.stringMatching(/SIGNATURE|CERT|ISSUER/),
  })
  expect((await started.interrupt()).code).toBe(0)
  await expect(access(ca)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('the commands of the banner work as they are printed, also in a folder with a space', async () => {
  await using folder = await scratchFolder({ 'my shop/shop.txt': '' })
  const args = ['start', '--port', '0', '--tls', '--scenario', 'flaky-day,default']
  await using started = new Command(args, { cwd: folder.at('my shop') })
  await started.printing('Ctrl-C stops')
  const lines = started.printed.stdout.split('\n')
  const [shown = ''] = lines.filter((line) => line.includes('npx sandgate scenario show flaky-day'))
  const typed = shown.replace('npx sandgate', `'${process.execPath}' '${binary}'`)
  const show = new BinaryProcess(['-c', typed], { cwd: folder.path }, ['sh'])
  expect(await show.ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^flaky-day\n/),
    stderr: '',
  })
  expect(shown).toMatch(/^ {2}NODE_EXTRA_CA_CERTS='.*\/my shop\/\.sandgate\/tls\/ca\.pem' npx /)
  expect(started.printed.stdout).toMatch(/^ {2}curl --cacert '.*ca\.pem' https:/m)
})

test('exec --tls: Node clients and our own commands trust it by their environment', async () => {
  const source = `
    const { SANDGATE_API, SANDGATE_CA, NODE_EXTRA_CA_CERTS } = process.env
    const answer = await fetch(SANDGATE_API + '/transactions/1')
    console.log(answer.status, SANDGATE_API.startsWith('https:'), SANDGATE_CA === NODE_EXTRA_CA_CERTS)
  `
  const command = [process.execPath, '--input-type=module', '--eval', source]
  const ended = await runBinary(['exec', '--tls', '--', ...command])
  expect(ended).toMatchObject({ code: 0 })
  expect(ended.stdout).toContain('404 true true\n')
})

test('a command that does not trust it says how to', async () => {
  await using started = new Command(['start', '--port', '0', '--memory', '--tls', '--json'])
  const { url, ca = '' } = await readyOf(started)
  const advice = "set NODE_EXTRA_CA_CERTS to the sandbox's ca file"
  const stderr = `error: The certificate of ${url} is not trusted; ${advice}\n`
  // Waiting would not mend it.
  for (const words of [['status'], ['wait', '--timeout', '5m']]) {
    expect(await sandgate([...words, '--url', url])).toMatchObject({ code: 3, stderr })
  }
  const trusted = await runBinary(['status', '--url', url], { env: { NODE_EXTRA_CA_CERTS: ca } })
  expect(trusted.code).toBe(0)
})

test('given files are used, and refused with their names where they are not a pair', async () => {
  await using folder = await scratchFolder()
  const [one, other] = [
    await newCertificate(['localhost'], Date.now()),
    await newCertificate(['localhost'], Date.now()),
  ]
  await writeFile(folder.at('cert.pem'), one.cert)
  await writeFile(folder.at('key.pem'), one.key)
  await writeFile(folder.at('other.pem'), other.key)
  const start = ['start', '--port', '0', '--memory', '--json']
  const files = (key: string) => ['--tls-cert', folder.at('cert.pem'), '--tls-key', folder.at(key)]
  {
    await using started = new Command([...start, ...files('key.pem')])
    expect(await readyOf(started)).not.toHaveProperty('ca')
  }
  const bad = await sandgate([...start, ...files('other.pem')])
  expect(bad).toMatchObject({ code: 2, stdout: '' })
  expect(bad.stderr).toContain('are not a PEM certificate and its private key')
  const missing = await sandgate([...start, ...files('none.pem')])
  expect(missing).toMatchObject({ code: 2 })
  expect(missing.stderr).toContain(
    `There is no private key ${folder.at('none.pem')}; pass a PEM file`,
  )
  const half = await sandgate([...start, '--tls-cert', folder.at('cert.pem')])
  expect(half).toMatchObject({ code: 2 })
  expect(half.stderr).toBe(
    'error: --tls-cert needs --tls-key <file>, the private key of the certificate\n',
  )
  const keyOnly = await sandgate(['exec', '--tls-key', folder.at('key.pem'), '--', 'true'])
  expect(keyOnly).toMatchObject({ code: 2, stdout: '' })
  expect(keyOnly.stderr).toBe(
    'error: --tls-key needs --tls-cert <file>, the certificate of the key\n',
  )
})

test('the library trusts what it has started, and leaves nothing where nobody closes it', async () => {
  await using folder = await scratchFolder()
  const library = new URL('../../dist/index.js', import.meta.url).href
  const source = `
    import { existsSync } from 'node:fs'
    import { startSandbox } from ${JSON.stringify(library)}
    const sandbox = await startSandbox({ tls: true, config: {} })
    console.log((await sandbox.report()).requests, existsSync(sandbox.ca))
  `
  const program = [process.execPath, '--input-type=module', '--eval', source]
  const env = { ...process.env, TMPDIR: folder.path }
  expect(await runProgram(program, { cwd: folder.path, env })).toEqual({
    code: 0,
    stdout: '0 true\n',
    stderr: '',
  })
  expect(await readdir(folder.path)).toEqual([])
})

test.each([
  [['--tls'], 'https', 'http'],
  [[], 'http', 'https'],
] as const)('the wrong scheme for a sandbox with %j is named', async (tls, spoken, asked) => {
  await using started = new Command(['start', '--port', '0', '--memory', '--json', ...tls])
  const { url } = await readyOf(started)
  const { code, stderr } = await sandgate(['status', '--url', url.replace(spoken, asked)])
  expect(code).toBe(3)
  expect(stderr).toContain(`closed the connection: if it uses ${spoken}, use ${url}; start one`)
})
