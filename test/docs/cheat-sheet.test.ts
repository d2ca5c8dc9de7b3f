import { expect, test } from 'vitest'
import { call, GatewayClient } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'
import { page } from './pages.ts'

const { text } = page('docs/start/cheat-sheet.md')

/** The rows of the table with this heading, each as its cells without code marks. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const body = text.split(`${heading}\n`)[1]?.split('\n\n')[0] ?? ''
  const rows = body.split('\n').slice(1)
  return rows.map((row) => row.replaceAll('`', '').slice(2, -2).split(' | '))
}

const amounts = rowsBelow('| amount in cents | status | what happened |')

test.each(amounts)('an amount of %s gives %s: %s', async (amount, status, what) => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const paid = gateway.purchase({ 'transaction.amount_details.total_amount': amount })
  const seen = await paid.then(
    (answer) =>
      answer.body.status?.transaction_status_code?.toLowerCase() ?? `HTTP ${answer.status}`,
    () => 'connection reset',
  )
  expect(seen).toBe(status)
  const listed = await call(`${sandbox.url}/_sandbox/transactions`)
  const { transactions } = JSON.parse(listed.text)
  const charged = transactions.filter((one: Listed) => one.status === 'approved').length
  expect(charged).toBe(/^charged/.test(what ?? '') ? 1 : 0)
})

interface Listed {
  readonly status: string
}

test('the undecided amount is decided when the page says, and direct debits end as it says', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  const method = (bsb: string) => ({
    'transaction.payment_method': {
      directdebit: { bsb, account_number: '123456', account_name: 'J Citizen' },
    },
  })
  const [, cleared = '', returned = ''] =
    /BSB `([\d-]+)` is `approved` and BSB `([\d-]+)` is `declined`/.exec(text) ?? []
  const debits = [await gateway.purchase(method(cleared)), await gateway.purchase(method(returned))]
  expect(debits.map(({ body }) => body.status.transaction_status_code)).toEqual([
    'pending',
    'pending',
  ])
  const undecided = await gateway.purchase({ 'transaction.amount_details.total_amount': '9700099' })
  const advance = (by: string) =>
    call(`${sandbox.url}/_sandbox/clock/advance`, { method: 'POST', body: { by } })
  const statusOf = async (audit: number) =>
    (await gateway.lookup(audit)).body.status.transaction_status_code
  await advance('30s')
  expect(await statusOf(undecided.body.audit)).toBe('approved')
  await advance('3 banking days')
  const ended = await Promise.all(debits.map(({ body }) => statusOf(body.audit)))
  expect(ended).toEqual(['approved', 'declined'])
})

test('it fits on one screen', () => {
  expect(text.split('\n').length).toBeLessThanOrEqual(50)
  expect(amounts.length).toBeGreaterThan(5)
})
