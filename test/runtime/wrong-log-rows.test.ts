import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { ControlClient } from '../support/control-client.ts'
import { firstRenewal } from '../support/first-renewal.ts'
import { GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'
import { VaultClient } from '../support/vault-client.ts'
import { scratchFolder } from './scratch.ts'

const LOG = 'data/worlds/default/log.2.jsonl'

/** A folder as a killed sandbox leaves it: what came after the first renewal is in the log. */
async function killed() {
  const folder = await scratchFolder({})
  await using sandbox = await startTestSandbox({ data: folder.at('running') })
  const control = new ControlClient(sandbox.url)
  await control.post('/clock/advance', { by: '1s' })
  await firstRenewal(folder.at('running'))
  await new GatewayClient(sandbox.api).purchase()
  await new VaultClient(sandbox.api).createCustomer()
  await control.post('/clock/advance', { by: '1s' })
  await cp(folder.at('running'), folder.at('data'), { recursive: true })
  await rm(folder.at('data/lock'), { force: true })
  return folder
}

/** Writes a changed row with the length and the checksum that it needs. */
function edited(log: string, wanted: string, instead: string): string {
  expect(log.split(wanted)).toHaveLength(2)
  const lines = log.split('\n').map((line) => {
    if (!line.includes(wanted)) return line
    const changed = line
      .slice(9)
      .replace(/(\["\+\w+",)(\d+)(,.*?)(?=\],\["|\]\]$)/g, (whole, start, length, text) => {
        if (!text.includes(wanted)) return whole
        const grown = Number(length) + Buffer.byteLength(instead) - Buffer.byteLength(wanted)
        return `${start}${grown}${text.replace(wanted, instead)}`
      })
    return `${crc32(changed).toString(16).padStart(8, '0')} ${changed}`
  })
  return lines.join('\n')
}

test.each([
  ['an amount that is no number', '"amount":1000', '"amount":"1000"', 'transactions', 'amount'],
  ['an unknown status', '"status":"approved"', '"status":"paid"', 'transactions', 'status'],
  ['an unknown field', '"amount":1000', '"amount":1000,"tip":5', 'transactions', 'tip'],
  [
    'a customer without a merchant',
    '"merchant":1,"name"',
    '"merchant":0,"name"',
    'customers',
    'merchant',
  ],
  ['a clock that tells no time', '"mode":"frozen"', '"mode":"broken"', 'meta', 'mode'],
])('a row of a log with %s is refused although its checksum is right', async (_what, ...edit) => {
  const [wanted, instead, table, field] = edit
  await using folder = await killed()
  const log = await readFile(folder.at(LOG), 'utf8')
  await writeFile(folder.at(LOG), edited(log, wanted, instead))
  const line = log.slice(0, log.indexOf(wanted)).split('\n').length
  const refused = startTestSandbox({ data: folder.at('data') })
  await expect(refused).rejects.toThrow(
    new RegExp(`log\\.2\\.jsonl is damaged: line ${line}: a row of ${table} is wrong: .*${field}`),
  )
})

test('a log whose rows are as they were written opens', async () => {
  await using folder = await killed()
  await using sandbox = await startTestSandbox({ data: folder.at('data') })
  expect(sandbox.world.records.size('transactions')).toBe(1)
})
