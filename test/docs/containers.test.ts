import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { scratchFolder } from '../runtime/scratch.ts'
import { BinaryProcess, runBinary } from '../support/binary.ts'
import { Command, sandgate } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { runProgram } from '../support/run-program.ts'
import { blocksOf, page, root } from './pages.ts'

/** No container engine is at hand: what stands in the files is run outside of one. */
async function dockerfile(): Promise<string> {
  return await readFile(path.join(root, 'Dockerfile'), 'utf8')
}

function words(text: string, instruction: string): readonly string[] {
  const [, list = '[]'] = new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(text) ?? []
  return JSON.parse(list)
}

interface Service {
  readonly command: string
  readonly environment: Record<string, string>
}

test('the sandbox of the compose file responds to its service name, and is healthy', async () => {
  const [block] = blocksOf(page('docs/guides/containers.md'), 'yaml')
  const { services }: { readonly services: Record<string, Service> } = parse(block?.code ?? '')
  const { sandbox, app } = services
  if (sandbox === undefined || app === undefined) throw new Error('There are two services')
  await using folder = await scratchFolder()
  const args = sandbox.command.replace('/data', folder.path).split(' ')
  const env = sandbox.environment
  await using started = new Command([...args, '--port', '0', '--json'], { env })
  const ready: { readonly url: string } = JSON.parse(await started.printing(/^{.*}$/m))
  const url = localOf(ready.url)
  const { host } = new URL(app.environment.SANDGATE_API ?? '')
  const health = words(await dockerfile(), 'HEALTHCHECK.* CMD')
  expect(health.slice(0, 2)).toEqual(['sandgate', 'wait'])
  expect((await sandgate([...health.slice(1), '--url', url], { env })).code).toBe(0)
  expect((await sandgate(['status', '--url', url], { env })).code).toBe(0)
  expect(await statusFor(`${url}/v1/transactions/1`, host)).toBe(404)
  expect(await statusFor(`${url}/v1/transactions/1`, 'elsewhere:7263')).toBe(403)
})

/** fetch sets Host by itself, so this speaks for itself. */
async function statusFor(url: string, host: string): Promise<number> {
  const { request } = await import('node:http')
  return await new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host }, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sent.once('error', reject).end()
  })
}

test('the image starts the sandbox by commands and options that there are', async () => {
  const text = await dockerfile()
  expect(words(text, 'ENTRYPOINT')).toEqual(['sandgate'])
  await using folder = await scratchFolder()
  const args = words(text, 'CMD').map((word) => (word === '/data' ? folder.path : word))
  const env = { SANDGATE_CONTROL_TOKEN: 'my-secret-token' }
  await using started = new Command([...args, '--port', '0', '--quiet'], { env })
  await started.printing('Sandgate is ready at')
  expect(text).toMatch(/^USER node$/m)
})

test('commands in the container find its sandbox, and give its verdict', async () => {
  const commands = [
    ...page('docs/guides/containers.md').text.matchAll(/^docker exec sandgate sandgate (.*)$/gm),
  ].map(([, line = '']) => line.split(' '))
  expect(commands.map(([name]) => name)).toEqual(['wait', 'report'])
  const env = { SANDGATE_CONTROL_TOKEN: 'my-secret-token' }
  await using started = new Command(['start', '--memory', '--port', '0', '--json'], { env })
  const { url }: { readonly url: string } = JSON.parse(await started.printing(/^{.*}$/m))
  const codes = async () => {
    const ended = commands.map((words) => sandgate([...words, '--url', url], { env }))
    return (await Promise.all(ended)).map(({ code }) => code)
  }
  const gateway = new GatewayClient(`${url}/v1`)
  await gateway.purchase()
  expect(await codes()).toEqual([0, 0])
  const blindly = { 'transaction.amount_details.total_amount': '9800503' }
  await gateway.purchase(blindly)
  await gateway.purchase(blindly)
  expect(await codes()).toEqual([0, 4])
})

/** The lines of .gitignore as .dockerignore says them: there, a bare name is one of the top folder. */
function inDockersWords(line: string): string {
  const isAnchored = line.slice(0, -1).includes('/')
  return `${isAnchored ? '' : '**/'}${line.replace(/^\//, '').replace(/\/$/, '')}`
}

test('the image is built from what is in the repository, no less and nothing else', async () => {
  const linesOf = async (name: string) =>
    (await readFile(path.join(root, name), 'utf8')).trim().split('\n')
  const ignored = (await linesOf('.gitignore')).map(inDockersWords)
  expect(await linesOf('.dockerignore')).toEqual(['.git', ...ignored])
})

/** What the files in a folder have together. */
async function megabytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async (one) => (await stat(path.join(one.parentPath, one.name))).size)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  return Math.round(bytes / 1_000_000)
}

test('the steps of the image make a program that starts and is healthy by itself', async () => {
  const text = (await dockerfile()).replaceAll(/ \\\n/g, ' ')
  const [build = '', last = ''] = [...text.matchAll(/^RUN (.*)$/gm)].map(([, run = '']) => run)
  await using folder = await scratchFolder()
  for (const name of ['tmp', 'opt', 'bin']) await mkdir(folder.at(name))
  // `npm ci` has been run here, and there is no user to give the data folder to.
  const steps = `${build} && mv '${folder.at('package')}' '${folder.at('opt/sandgate')}' && ${last}`
    .replace('npm ci && ', '')
    .replaceAll(/ (\/tmp|\/package|\/opt|\/data)\b/g, (_all, place) => ` ${folder.at(place)}`)
    .replaceAll('/usr/local/bin', folder.at('bin'))
    .replace(/ && chown .*$/, '')
  const made = await runProgram(['sh', '-e', '-c', steps], { cwd: root })
  expect(made.code, made.stderr).toBe(0)
  const { text: shown } = page('docs/guides/containers.md')
  const [, layer, packed] = /layer of (\d+) MB.*\((\d+) MB compressed\)/.exec(shown) ?? []
  expect([
    await megabytesIn(folder.at('opt/sandgate')),
    await megabytesIn(folder.at('tmp')),
  ]).toEqual([Number(layer), Number(packed)])

  const env = { SANDGATE_CONTROL_TOKEN: 'my-secret-token', PATH: `${folder.at('bin')}:${PATH}` }
  const args = words(text, 'CMD').map((word) => (word === '/data' ? folder.at('data') : word))
  const place = { cwd: folder.at('data'), env }
  await using started = new BinaryProcess([...args, '--port', '0', '--json'], place, ['sandgate'])
  const { url }: { readonly url: string } = JSON.parse(await started.printing(/^{.*}$/m))
  const [health = '', ...rest] = words(text, 'HEALTHCHECK.* CMD')
  const asked = { cwd: folder.at('data'), env: { ...env, SANDGATE_URL: localOf(url) } }
  expect((await new BinaryProcess(rest, asked, [health]).ended).code).toBe(0)
})

test('with HTTPS it is healthy by the variables that the page gives it', async () => {
  const [, options = ''] =
    /also give the health check .*`(.*)`/.exec(page('docs/guides/containers.md').text) ?? []
  const given = [...options.matchAll(/-e (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  await using folder = await scratchFolder()
  const text = await dockerfile()
  const args = words(text, 'CMD').map((word) => (word === '/data' ? folder.path : word))
  const token = { SANDGATE_CONTROL_TOKEN: 'my-secret-token' }
  await using started = new Command([...args, '--port', '0', '--tls', '--json'], {
    env: token,
  })
  const { url }: { readonly url: string } = JSON.parse(await started.printing(/^{.*}$/m))
  const moved = given.map(([name = '', value = '']) => [
    name,
    value.replace('/data', folder.path).replace(':7263', `:${new URL(url).port}`),
  ])
  const health = words(text, 'HEALTHCHECK.* CMD').slice(1)
  const { code, stderr } = await runBinary(health, { env: Object.fromEntries(moved) })
  expect({ code, stderr, names: moved.map(([name]) => name) }).toEqual({
    code: 0,
    stderr: '',
    names: ['SANDGATE_URL', 'NODE_EXTRA_CA_CERTS'],
  })
})

const { PATH = '' } = process.env

function localOf(url: string): string {
  return `http://127.0.0.1:${new URL(url).port}`
}
