import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { cents, faultsOf, GatewayClient } from '../support/gateway-client.ts'

const binary = resolve(import.meta.dirname, '../../bin/sandgate.js')
const PAN = '4539148803436467'
const byCard = {
  'transaction.payment_method.creditcard': { pan: PAN, expiry_date: '1230', cvv: '739' },
}

/** The real thing in a process of its own. */
class Sandbox implements AsyncDisposable {
  readonly client: GatewayClient
  readonly #process: ChildProcess
  readonly #printed: readonly string[]

  private constructor(child: ChildProcess, printed: readonly string[], api: string) {
    this.#process = child
    this.#printed = printed
    this.client = new GatewayClient(api)
  }

  static async start(data: string, ...more: readonly string[]): Promise<Sandbox> {
    const options = ['start', '--port', '0', '--data', data, '--json', ...more]
    const child = spawn(process.execPath, [binary, ...options], { cwd: data })
    const printed: string[] = []
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        printed.push(chunk.toString())
        resolve(chunk.toString())
      })
      child.once('exit', () => reject(new Error(`It ended before it was ready: ${printed}`)))
    })
    const ready: { readonly api: string } = JSON.parse(line)
    expect(ready).toMatchObject({ event: 'ready', pid: child.pid })
    return new Sandbox(child, printed, ready.api)
  }

  /** Gives the exit code, and all that was printed. */
  async stop(): Promise<{ readonly code: number | null; readonly printed: string }> {
    const { exitCode } = this.#process
    if (exitCode === null) {
      const ended = new Promise((resolve) => this.#process.once('close', resolve))
      this.#process.kill('SIGTERM')
      await ended
    }
    return { code: this.#process.exitCode, printed: this.#printed.join('') }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }
}

async function textIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'latin1'))
  return (await Promise.all(texts)).join('\n')
}

test('the built binary takes payments, stops when told to, and remembers them when it is back', async () => {
  const data = await mkdtemp(join(tmpdir(), 'sandgate-'))
  try {
    await using first = await Sandbox.start(data, '--clock', '2026-03-10T01:00:00Z')
    const { client } = first
    const id = { 'x-correlation-id': 'order-7' }
    const bought = await client.purchase(byCard, id)
    expect(bought.body).toMatchObject({
      audit: 1000001,
      gateway_timestamp: '2026-03-10T12:00:00+11:00',
      status: { transaction_status_code: 'approved' },
    })
    const held = await client.preauthorise(byCard)
    expect((await client.complete(held.body.audit, cents(500))).status).toBe(200)
    expect((await client.refund(1000001, cents(400))).status).toBe(200)
    expect(faultsOf(await client.void(1000001))).toEqual(['not_voidable at path.audit'])
    const stopped = await first.stop()
    expect(stopped.code).toBe(0)

    await using second = await Sandbox.start(data)
    const found = await second.client.search('order-7')
    expect(found.body.results[0]).toMatchObject({ audit: 1000001 })
    expect((await second.client.purchase({}, id)).status).toBe(409)
    expect((await second.client.refund(1000001, cents(601))).status).toBe(422)
    expect((await second.client.refund(1000001, cents(600))).body.audit).toBe(1000005)
    const again = await second.stop()
    expect(again.code).toBe(0)

    const left = stopped.printed + again.printed + (await textIn(data))
    expect(left).toContain('453914xxxxxx6467')
    expect(left).not.toContain(PAN)
  } finally {
    await rm(data, { recursive: true, maxRetries: 10 })
  }
})

test('the bundle finds the line of the rule that shaped a response', async () => {
  const data = await mkdtemp(join(tmpdir(), 'bundle-'))
  try {
    await using sandbox = await Sandbox.start(data)
    await sandbox.client.purchase(cents(9_800_503))
    const page = async (path: string) => {
      const answer = await fetch(new URL(path, sandbox.client.api), {
        headers: { accept: 'text/html' },
      })
      return await answer.text()
    }
    const [, line] = /\/scenarios\/default#(L\d+)"/.exec(await page('/_sandbox/requests/1')) ?? []
    expect(await page('/_sandbox/scenarios/default')).toContain(`<li id="${line}">  - name: `)
  } finally {
    await rm(data, { recursive: true, maxRetries: 10 })
  }
})
