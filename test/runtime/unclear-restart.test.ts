import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/index.ts'
import { ControlClient } from '../support/control-client.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { scratchFolder } from './scratch.ts'

/** A client of a sandbox that is stopped and started again on the same data. */
class Restarted implements AsyncDisposable {
  readonly #data: string
  #sandbox: Sandbox

  private constructor(data: string, sandbox: Sandbox) {
    this.#data = data
    this.#sandbox = sandbox
  }

  static async on(data: string): Promise<Restarted> {
    return new Restarted(data, await startSandbox({ data }))
  }

  get sandbox(): Sandbox {
    return this.#sandbox
  }

  async restart(options: SandboxOptions = {}): Promise<void> {
    await this.#sandbox.close()
    this.#sandbox = await startSandbox({ ...options, data: this.#data })
  }

  async pay(id: string, outcome?: object): Promise<number> {
    if (outcome) await this.#sandbox.scenarios.rule({ outcome })
    const answer = await new GatewayClient(this.#sandbox.api)
      .purchase({}, { 'x-correlation-id': id })
      .catch(() => undefined)
    return answer?.body.audit ?? 0
  }

  async search(id: string): Promise<void> {
    await new GatewayClient(this.#sandbox.api).search(id)
  }

  async begins(): Promise<string | null> {
    return (await this.#sandbox.report()).begins_at_restart
  }

  async codes(): Promise<readonly string[]> {
    return (await this.#sandbox.report()).findings.map(({ code }) => code)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#sandbox.close()
  }
}

const lost = { fault: { at: 'after', reset: true } } as const

test.each([
  ['reset after processing', lost],
  ['503 after processing', { fault: { at: 'after', http: 503 } }],
])('a restart does not hide a retry that charges twice: %s', async (_what, outcome) => {
  await using folder = await scratchFolder()
  await using client = await Restarted.on(folder.at('data'))
  await client.pay('a', outcome)
  await client.restart()
  expect(await client.codes()).toEqual(['unresolved'])
  await client.pay('b')
  const report = await client.sandbox.report()
  expect(report.findings.map(({ code }) => code)).toEqual(['double-charge', 'blind-retry'])
  expect(report.findings[0]?.steps[0]?.text).toMatch(/ \(before the restart\)$/)
  expect(report.findings[0]?.requests).toEqual([1])
  expect(report.requests).toBe(1)
  await client.restart()
  expect(await client.codes()).toEqual([])
})

test.each([
  ['30d', ['unresolved']],
  ['1h', []],
])(
  'a payment %s later hides a lost answer after a restart only if it was a retry',
  async (by, codes) => {
    await using folder = await scratchFolder()
    await using client = await Restarted.on(folder.at('data'))
    await client.pay('a', lost)
    await client.sandbox.clock.advance(by)
    await client.pay('b')
    await client.restart()
    expect(await client.codes()).toEqual(codes)
  },
)

test('a restart does not hide a 403 that had charged', async () => {
  await using folder = await scratchFolder()
  await using client = await Restarted.on(folder.at('data'))
  await client.pay('a', { fault: { at: 'after', http: 403 } })
  await client.restart()
  expect(await client.codes()).toEqual(['charged-though-refused'])
  await client.pay('b')
  expect(await client.codes()).toEqual(['double-charge'])
  await client.restart()
  expect(await client.codes()).toEqual([])
})

test('a client that asks after the restart is right', async () => {
  await using folder = await scratchFolder()
  await using client = await Restarted.on(folder.at('data'))
  await client.pay('a', lost)
  await client.restart()
  await client.search('a')
  expect(await client.codes()).toEqual([])
  await client.restart()
  await client.pay('b')
  expect(await client.codes()).toEqual([])
})

test('a lookup of a payment from before the restart shows that it was voided', async () => {
  await using folder = await scratchFolder()
  await using client = await Restarted.on(folder.at('data'))
  const audit = await client.pay('a')
  await client.sandbox.scenarios.rule({ outcome: lost })
  await new GatewayClient(client.sandbox.api).void(audit).catch(() => undefined)
  await client.restart()
  expect(await client.codes()).toEqual(['unresolved'])
  await new GatewayClient(client.sandbox.api).lookup(audit)
  expect(await client.codes()).toEqual([])
  await client.restart()
  expect(await client.codes()).toEqual([])
})

test.each([
  ['a search that found it', (client: Restarted) => client.search('a')],
  ['a reset', (client: Restarted) => client.sandbox.reset()],
  [
    'an imported state',
    async ({ sandbox }: Restarted) => {
      const control = new ControlClient(sandbox.url)
      await control.put('/state', (await control.get('/state')).text)
    },
  ],
])('what was settled before the restart by %s stays settled', async (_what, settle) => {
  await using folder = await scratchFolder()
  await using client = await Restarted.on(folder.at('data'))
  await client.pay('a', lost)
  await settle(client)
  await client.restart()
  await client.pay('b')
  expect(await client.codes()).toEqual([])
})

test('an undecided payment is remembered, with what became of it', async () => {
  await using folder = await scratchFolder()
  await using client = await Restarted.on(folder.at('data'))
  await client.pay('a', { status: 'unknown', resolves: { after: '1h', status: 'approved' } })
  await client.restart()
  await client.sandbox.clock.advance('2h')
  await client.restart()
  const { findings } = await client.sandbox.report()
  expect(findings).toMatchObject([
    { code: 'unresolved', message: expect.stringContaining('was charged') },
  ])
})

test('after a run without judging, the report says first that it begins at the restart', async () => {
  await using folder = await scratchFolder()
  const config = folder.at('off.yaml')
  await writeFile(config, 'report: { judge: false }\n')
  await using client = await Restarted.on(folder.at('data'))
  await client.pay('a', lost)
  await client.restart({ config })
  await client.search('a')
  await client.pay('b', lost)
  await client.restart()
  const { caution } = await client.sandbox.report()
  expect(caution).toMatch(
    /^This report begins at the restart of the sandbox: before it, judging was/,
  )
  // What a search may have settled unseen is not held against the client.
  expect(await client.codes()).toEqual([])
  await client.restart()
  expect(await client.begins()).toBeNull()
})

test('nothing is lost by a restart before the first payment, or by a reset', async () => {
  await using folder = await scratchFolder()
  await using client = await Restarted.on(folder.at('data'))
  expect(await client.begins()).toBeNull()
  await client.restart()
  expect(await client.begins()).toBeNull()
  await client.pay('a', lost)
  await client.sandbox.reset()
  await client.pay('b', lost)
  await client.restart()
  expect(await client.begins()).toBeNull()
  expect(await client.codes()).toEqual(['unresolved'])
})

test('an export leaves behind what its clients do not know, and an import gives the same export', async () => {
  await using folder = await scratchFolder()
  await using restarted = await Restarted.on(folder.at('data'))
  await restarted.pay('lost', lost)
  const { url } = restarted.sandbox
  const exported = async (world: string) => {
    const { text } = await new ControlClient(url, world).get('/state')
    return text.replace(/"saved_at":"[^"]*",|"check":.*/g, '')
  }
  const first = await exported('default')
  expect(first).toContain('"audit":1000001')
  expect(first).not.toContain('unclear')
  await restarted.sandbox.clock.freeze()
  const frozen = await exported('default')
  const { status } = await new ControlClient(url, 'copy').put(
    '/state',
    JSON.parse((await new ControlClient(url).get('/state')).text),
  )
  expect(status).toBe(200)
  expect(await exported('copy')).toBe(frozen)
})
