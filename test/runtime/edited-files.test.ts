import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { scratchFolder } from './scratch.ts'

const clock = '2026-03-10T01:00:00Z'

/** A stopped sandbox with one purchase, a customer with a token, and a snapshot of them. */
async function stopped() {
  const folder = await scratchFolder()
  const data = folder.at('data')
  await using sandbox = await startSandbox({ data, clock, seed: 7 })
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase({}, { 'x-correlation-id': 'mine' })
  await sandbox.seed({ customers: 1, tokens: 1, transactions: 0 })
  await sandbox.snapshot.save('kept')
  return {
    data,
    state: folder.at('data/worlds/default/state.json'),
    snapshot: folder.at('data/worlds/default/snapshots/kept.json'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

type Edit = (text: string) => string

const withoutCheck: Edit = (text) => text.replace(/^,"check":.*\n/m, '')
const formatted: Edit = (text) => JSON.stringify(JSON.parse(withoutCheck(text)), null, 2)

async function edit(path: string, ...edits: readonly Edit[]): Promise<string> {
  const text = edits.reduce((before, change) => change(before), await readFile(path, 'utf8'))
  await writeFile(path, text)
  return text
}

const spoilt: readonly (readonly [string, Edit, string])[] = [
  ['an amount that is no number', (t) => t.replace(/"amount":\d+/, '"amount":"lots"'), 'amount'],
  ['a status that is none', (t) => t.replace('"status":"approved"', '"status":"happy"'), 'status'],
  [
    'a full card number',
    (t) => t.replace(/("card":\{"pan":")[\dx]+/, '$14111111111111111'),
    'card.pan: Must be masked',
  ],
  [
    'a full card number as a fingerprint',
    (t) => t.replace(/("fingerprint":")[\w-]+/, '$14111111111111111'),
    'fingerprint',
  ],
  ['a member that there is not', (t) => t.replace('"status":', '"cvv":"123","status":'), 'cvv'],
  ['a reference that the API refuses', (t) => t.replace('"reference":"', '"reference":"é'), ''],
]

test.each(spoilt)('a state edited to hold %s stops the start with its row', async (_, by, what) => {
  await using folder = await stopped()
  const text = await edit(folder.state, withoutCheck, by)
  const message = await startSandbox({ data: folder.data }).catch((error: Error) => error.message)
  expect(message).toContain(`${folder.state} was edited and cannot be used: `)
  expect(message).toMatch(/: (?:transactions|tokens|customers)\[0\]: /)
  expect(message).toContain(what)
  expect(message).not.toContain('4111111111111111')
  expect(await readFile(folder.state, 'utf8')).toBe(text)
})

test('the row is also named in a file that an editor has formatted', async () => {
  await using folder = await stopped()
  await edit(folder.state, formatted, (t) => t.replace(/"amount": \d+/, '"amount": -1'))
  await expect(startSandbox({ data: folder.data })).rejects.toThrow('transactions[0]: amount: ')
})

test('rows that do not fit together stop the start', async () => {
  await using folder = await stopped()
  await edit(folder.state, withoutCheck, (t) =>
    t.replace('"id":1,"customer":1,', '"id":1,"customer":5,'),
  )
  await expect(startSandbox({ data: folder.data })).rejects.toThrow(
    'tokens[0]: customer: There is no customer 5; correct it, or put a good copy back',
  )
})

test.each([
  ['as it was', withoutCheck],
  ['formatted', formatted],
])('a state without its check, %s, is read, and written again with one', async (_, change) => {
  await using folder = await stopped()
  await edit(folder.state, change, (t) => t.replace(/("name":\s*")[^"]+/, '$1Ann 4111111111111111'))
  {
    await using sandbox = await startSandbox({ data: folder.data })
    const text = await readFile(folder.state, 'utf8')
    expect(text).toMatch(/^,"check":/m)
    expect(text).toContain('Ann 411111xxxxxx1111')
    expect((await new GatewayClient(sandbox.api).search('mine')).body.results).toHaveLength(1)
  }
})

test('a snapshot that was edited is checked when it is loaded', async () => {
  await using folder = await stopped()
  await edit(folder.snapshot, withoutCheck, (t) =>
    t.replace('"status":"approved"', '"status":"happy"'),
  )
  await using sandbox = await startSandbox({ data: folder.data })
  await expect(sandbox.snapshot.load('kept')).rejects.toThrow(
    `${folder.snapshot} is damaged: transactions[0]: status: `,
  )
  expect((await new GatewayClient(sandbox.api).lookup(1_000_001)).status).toBe(200)
})
