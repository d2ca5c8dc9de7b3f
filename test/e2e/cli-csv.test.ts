import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRows } from '../../src/judge/books/csv.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { CommandSandbox } from '../support/command.ts'
import { GatewayClient } from '../support/gateway-client.ts'

let sandbox: CommandSandbox
beforeAll(async () => {
  sandbox = await CommandSandbox.start(['--quiet', '--clock', '2026-03-10T01:00:00Z'])
})
afterAll(() => sandbox[Symbol.asyncDispose]())

/** A world of its own, and its lists as rows by their columns. */
async function worldOf(name: string) {
  await sandbox.run(['world', 'create', name])
  const csv = async (...words: readonly string[]) => {
    const printed = await sandbox.run([...words, '--csv', '--world', name])
    const limits = { rows: 10_000, fields: 100, fieldLength: 10_000 }
    const [header, ...rows] = csvRows(printed.stdout, limits)
    const columns = header?.fields ?? []
    const cells = rows.map(({ fields }) =>
      Object.fromEntries(columns.map((column, i) => [column, fields[i]])),
    )
    return { ...printed, columns, rows: cells }
  }
  const run = (...words: readonly string[]) => sandbox.run([...words, '--world', name])
  return { csv, run, client: new GatewayClient(`${sandbox.url}/w/${name}/v1`) }
}

test('transactions are printed as CSV with the JSON names, decimals and masked cards', async () => {
  const { csv, client } = await worldOf('decimals')
  await client.purchase({ 'transaction.amount_details.total_amount': '104995' })
  await client.purchase({
    'transaction.amount_details.currency': 'JPY',
    'transaction.amount_details.total_amount': '104995',
  })
  const { code, stdout, columns, rows } = await csv('transactions')
  expect(code).toBe(0)
  expect(columns.slice(0, 5)).toEqual([
    'audit',
    'merchant',
    'operation',
    'status',
    'gateway_status_code',
  ])
  expect(columns).toContain('token.virtual_pan')
  expect(columns).not.toContain('moves')
  expect(stdout.endsWith('\r\n')).toBe(true)
  expect(rows.map(({ audit, total, currency }) => [audit, total, currency])).toEqual([
    ['1000002', '104995', 'JPY'],
    ['1000001', '1049.95', 'AUD'],
  ])
  expect(rows[0]).toMatchObject({ account: '411111xxxxxx1111' })
})

test('control sequences of books are not printed', async () => {
  await using folder = await scratchFolder({
    'books.json': JSON.stringify([{ reference: 'A\u202ed\u200e', paid: 100 }]),
  })
  const { stdout } = await sandbox.run(['reconcile', folder.at('books.json'), '--csv'])
  expect(stdout).toContain('A?d?')
  expect(stdout).not.toMatch(/[^\P{C}\r\n]/u)
})

test.each(['=1+1', '+61 2', '-5', '@SUM(A1)'])(
  'a reference %j is no formula for a spreadsheet',
  async (reference) => {
    const { csv, client } = await worldOf(`formula-${reference.charCodeAt(0)}`)
    await client.purchase({ 'transaction.reference': reference })
    for (const list of ['transactions', 'payments']) {
      expect((await csv(list)).rows).toMatchObject([{ reference: `'${reference}` }])
    }
    expect((await csv('requests')).rows).toMatchObject([{ 'asked.reference': `'${reference}` }])
  },
)

test('all differences between books and gateway are printed, beyond one response', async () => {
  await using folder = await scratchFolder({
    'books.csv': `reference,paid\n${Array.from({ length: 1200 }, (_, i) => `o${i},4995\n`).join('')}`,
  })
  const { csv, client } = await worldOf('books')
  await client.purchase({ 'transaction.reference': '=cmd()' })
  const { code, rows } = await csv('reconcile', join(folder.path, 'books.csv'))
  expect(code).toBe(4)
  expect(rows).toHaveLength(1201)
  expect(new Set(rows.map(({ order }) => order)).size).toBe(1201)
  expect(rows).toContainEqual(
    expect.objectContaining({
      reference: "'=cmd()",
      code: 'not-in-books',
      'gateway.paid': '10.00',
    }),
  )
  expect(rows).toContainEqual(
    expect.objectContaining({ reference: 'o7', 'books.paid': '49.95', 'gateway.paid': '0.00' }),
  )
})
