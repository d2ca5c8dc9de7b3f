import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Swept } from '../../src/judge/sweep/document/sweep-schema.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { sandgate } from '../support/command.ts'
import { hasWholeSweeps } from '../support/extent.ts'
import { GatewayClient, paidBody } from '../support/gateway-client.ts'
import { inlineScript } from '../support/inline-script.ts'
import { startTestSandbox } from '../support/start.ts'

const order = (reference: string, cents: number) => ({
  'transaction.reference': reference,
  'transaction.amount_details.total_amount': String(cents),
})

async function paid(...references: readonly string[]) {
  const sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  for (const reference of references) await gateway.purchase(order(reference, 4995))
  return { ...sandbox, [Symbol.asyncDispose]: () => sandbox.stop() }
}

test('what a books command prints is read to its end, even if it comes after the exit', async () => {
  const books = "(sleep 0.3; echo '[]') &"
  const { stderr } = await sandgate(['exec', '--books', books, '--', 'true'])
  expect(stderr).not.toContain('printed nothing')
})

describe('reconcile', () => {
  test('shows the differences first and ends with 4', async () => {
    await using sandbox = await paid('A-1', 'A-2')
    const stdin = 'reference,paid,state\nA-1,4995,shipped\nA-2,0,cancelled\n'
    const ended = await sandgate(['reconcile', '-', '--url', sandbox.url], { stdin })
    expect([ended.code, ended.stderr]).toEqual([4, ''])
    const [table, difference] = ended.stdout.trimEnd().split('\n\n')
    expect(table).toBe(
      `difference          order  your books           gateway         audits
Payment not booked  A-2    nothing (cancelled)  AUD 49.95 paid  1000002
Books: 2 orders, 1 agrees, 1 difference.`,
    )
    const [title, step, message, advice] = difference?.split('\n') ?? []
    expect(title).toBe('ERROR   Payment not booked    order A-2  (paid-not-booked)')
    expect(step).toMatch(
      /^ {2}1\. [\d:.]{12} {2}purchase {2}test-\d+ {2}audit 1000002 approved, request 2 {2}approved/,
    )
    expect(message).toMatch(/^ {2}The gateway charged AUD 49\.95, but the books have AUD 0\.00/)
    expect(advice).toMatch(
      /^ {2}Instead: ask GET \S+\?merchant_id=1&correlation_id_lookup=test-\d+,/,
    )
  })

  test('reads a file, and ends with 0 if the books agree', async () => {
    await using sandbox = await paid('A-1')
    await using folder = await scratchFolder({
      'orders.jsonl': '{"reference":"A-1","paid":4995}\n',
    })
    const file = folder.at('orders.jsonl')
    const { code, stdout } = await sandgate(['reconcile', file, '--url', sandbox.url, '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ orders: 1, agreeing: 1, findings: [] })
  })

  test.each([
    ['reference,paid\nA-1,49.95\n', ': line 2: paid: expected cents as a whole number'],
    ['{"reference":"A-1",', ': line 1: not JSON: '],
    [
      'reference,paid\nA-1,-1',
      ": line 2: paid: expected cents, 0 or more, found -1: write refunds as 'refunded'\n",
    ],
    [
      '[{"reference":"A-1","paid":1}]',
      ": order 'A-1': merchant is missing, and there are payments",
    ],
  ])('a file with %j is named by the error', async (content, message) => {
    await using sandbox = await paid('A-1')
    await new GatewayClient(sandbox.api).purchase({ 'merchant.id': 2 })
    await using folder = await scratchFolder({ orders: content })
    const file = folder.at('orders')
    const ended = await sandgate(['reconcile', file, '--url', sandbox.url])
    expect([ended.code, ended.stdout]).toEqual([1, ''])
    expect(ended.stderr).toContain(`error: ${file}${message}`)
  })
})

describe('exec --books', () => {
  const shop = `
    const body = ${JSON.stringify(paidBody(order('A-1', 4995)))}
    const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': 'pay-1' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    await fetch(process.env.SANDGATE_API + '/transactions/purchase', sent)
  `
  const shopping = ['--', ...inlineScript(shop)]

  test('differences are findings of the report', async () => {
    await using folder = await scratchFolder()
    const books = `echo '[{"reference":"A-1","paid":0,"state":"cancelled"}]'`
    const report = ['report.json', 'report.md', 'report.xml', 'report.html', 'report.txt'].map(
      (name) => `--report=${folder.at(name)}`,
    )
    const ended = await sandgate(['exec', ...report, '--books', books, ...shopping])
    expect(ended).toMatchObject({ code: 4, stderr: 'failed: 1 error in the report\n' })
    expect(ended.stdout).toContain('Unsafe: 1 payment not booked')
    expect(ended.stdout).toContain('Books: 1 order, 0 agree, 1 difference.')
    const read = (name: string) => readFile(folder.at(name), 'utf8')
    const table = `difference          order  your books           gateway         audits
Payment not booked  A-1    nothing (cancelled)  AUD 49.95 paid  1000001
Books: 1 order, 0 agree, 1 difference.`
    expect(await read('report.txt')).toContain(table)
    expect(await read('report.txt')).toContain('?merchant_id=1&correlation_id_lookup=pay-1, and')
    expect(await read('report.xml')).toContain(table)
    expect(await read('report.md')).toContain(
      '| Payment not booked | A-1 | nothing (cancelled) | AUD 49.95 paid | 1000001 |',
    )
    expect(await read('report.html')).toContain('<a href="#paid-not-booked-default-1-b1">A-1</a>')
    expect(JSON.parse(await read('report.json'))).toMatchObject({
      books: [{ orders: 1, findings: [{ code: 'paid-not-booked', audits: [1_000_001] }] }],
    })
  })

  test.each([
    ['echo oops >&2; exit 3', [], "--books 'echo oops >&2; exit 3' failed with exit code 3: oops"],
    ['true', [], "--books 'true' printed nothing; without orders, print []"],
    ['yes', [], "--books 'yes': more than 16,000,000 characters"],
    ['sleep 60', ['--books-timeout', '100ms'], "--books 'sleep 60' was stopped after 100ms"],
  ])('%j fails the run', async (books, words, message) => {
    const ended = await sandgate(['exec', '--books', books, ...words, ...shopping])
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain(`error: ${message}`)
    expect(ended.stdout).toMatch(/^Untested: the books were not compared$/m)
  })
})

const clients = path.resolve(import.meta.dirname, '../../examples/clients')
/** No Node starts with it, and so no shop of a sweep's control, which takes longer than the rest. */
const withoutSelfCheck = { NODE_OPTIONS: '--no-such-option' }
const node = ['env', '-u', 'NODE_OPTIONS', process.execPath]
const printed = [...node, path.join(clients, 'books.mjs')].join(' ')
const shopOf = (name: string) => ['--', ...node, path.join(clients, `${name}.mjs`)]

describe('sweep --books', () => {
  const some = ['--quick', '--depth', '1', '--at', 'after', '--faults', 'hang', '--json']
  const sweep = (...words: readonly string[]) =>
    sandgate(['sweep', ...words], { env: withoutSelfCheck })

  test('a timer that cancels paid orders is found', async () => {
    const ended = await sweep(...some, '--books', printed, ...shopOf('timer'))
    const { cells } = JSON.parse(ended.stdout) as Swept
    expect(Object.fromEntries(cells.map(({ name, result }) => [name, result]))).toEqual({
      'purchase-1/after/hang': 'books_differ',
      'refund-1/after/hang': 'safe',
    })
    expect(ended.code).toBe(4)
  })

  const app = path.resolve(clients, '../merchant-app')
  const ofApp = `${node.join(' ')} ${app}/orders.mjs --books "$SANDGATE_SCRATCH/orders.json"`

  test.each([
    ['careful', some, [], printed, shopOf('careful')],
    [
      'example',
      ['--only', 'completion-1/after/reset'],
      ['--crash'],
      ofApp,
      ['--', ...node, path.join(app, 'day.mjs')],
    ],
  ])(
    'the books of the %s shop agree in every cell',
    async (_, short, whole, books, shop) => {
      const ended = await sweep(
        ...(hasWholeSweeps ? whole : short),
        '--json',
        '--books',
        books,
        ...shop,
      )
      const { cells } = JSON.parse(ended.stdout) as Swept
      const unsafe = cells.filter(({ result }) => result !== 'safe')
      expect(unsafe.map(({ name, result }) => [name, result])).toEqual([])
      expect([cells.length > 0, ended.code]).toEqual([true, 0])
    },
    3_600_000,
  )

  test('books that are wrong in the baseline run already are named', async () => {
    const one = ['--only', 'purchase-1/after/reset']
    const ended = await sweep(...one, '--books', 'echo []', ...shopOf('careful'))
    expect(ended.stdout).toMatch(
      /^Unsafe without any fault: 2 payments not in your books in the baseline run\. Fix this first/,
    )
    expect(ended.stdout).toMatch(
      /^Unsafe, without any fault \(2 payments not in your books\): 1 cell\. 1 safe$/m,
    )
    expect(ended.stderr).toMatch(/^Sweep: Unsafe without any fault: 2 payments not in your books/m)
  })

  test('books that differ are shown beside a payment that was left open, and are kept', async () => {
    await using folder = await scratchFolder()
    const failed = folder.at('failed')
    const shop = `
      const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': 'pay-1' }
      const body = ${JSON.stringify(JSON.stringify(paidBody(order('A-1', 4995))))}
      const url = process.env.SANDGATE_API + '/transactions/purchase'
      await fetch(url, { method: 'POST', headers, body })
        .catch(() => appendFileSync(${JSON.stringify(failed)}, 'x'))`
    const books = `test -e '${failed}' && paid=0; echo '[{"reference":"A-1","paid":'\${paid-4995}'}]'`
    const one = ['--only', 'purchase-1/after/reset', '--artifacts', folder.at('kept')]
    const ended = await sweep(...one, '--books', books, '--', ...inlineScript(shop))
    expect(ended.code).toBe(4)
    expect(ended.stdout).toContain('UNRESOLVED  purchase-1/after/reset\nERROR   Unresolved ')
    expect(ended.stdout).toMatch(/\nERROR {3}.*\(paid-not-booked\).*\n(.*\n)*.*AUD 49\.95/)
    expect(ended.stdout).toContain('The books differ as well in 1 cell: purchase-1/after/reset\n')
    expect(ended.stdout).toContain("include it: --advance 2h --recover '<command>'.\n")
    expect(ended.stdout).toContain('\nUnsafe: 1 cell. 1 unresolved\n')
    const kept = await readFile(folder.at('kept/purchase-1/after/reset/books.txt'), 'utf8')
    expect(kept).toMatch(
      /\nPayment not booked +A-1 +nothing +AUD 49\.95 paid +1000001\nBooks: 1 order/,
    )
  })

  test.each([
    ['pending', 'pending: 4995', []],
    ['cancelled', "state: 'cancelled'", ['paid-not-booked']],
  ])(
    'a payment that the bank decides after the command, and that the books have as %s',
    async (_, kept, codes) => {
      const shop = `
        const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': 'pay-1' }
        const body = ${JSON.stringify(JSON.stringify(paidBody(order('A-1', 4995))))}
        const url = process.env.SANDGATE_API + '/transactions/purchase'
        const paying = await fetch(url, { method: 'POST', headers, body })
        const { status } = await paying.json()
        const isPaid = status.transaction_status_code === 'approved'
        const left = { paid: 0, ${kept} }
        const books = [{ reference: 'A-1', ...(isPaid ? { paid: 4995 } : left) }]
        appendFileSync(process.env.SANDGATE_SCRATCH + '/books', JSON.stringify(books))`
      const books = 'cat "$SANDGATE_SCRATCH/books"'
      const one = ['--only', 'purchase-1/after/unknown', '--json', '--books', books]
      const ended = await sweep(...one, '--', ...inlineScript(shop))
      const { cells } = JSON.parse(ended.stdout) as Swept
      expect(cells).toMatchObject([{ name: 'purchase-1/after/unknown', result: 'unresolved' }])
      const found = cells.flatMap(({ findings }) => findings.map(({ code }) => code))
      expect(found.filter((code) => code !== 'unresolved')).toEqual(codes)
    },
  )

  test('books that fail in a cell are a separate result', async () => {
    await using folder = await scratchFolder()
    const failed = folder.at('failed')
    const shop = `
      const headers = { 'Content-Type': 'application/json', 'X-Correlation-Id': 'pay-1' }
      const body = ${JSON.stringify(JSON.stringify(paidBody(order('A-1', 4995))))}
      const api = process.env.SANDGATE_API + '/transactions'
      const paying = fetch(api + '/purchase', { method: 'POST', headers, body })
      await paying.catch(() => appendFileSync(${JSON.stringify(failed)}, 'x'))
      await fetch(api + '?merchant_id=1&correlation_id_lookup=pay-1')`
    const books = `test ! -e '${failed}' && echo '[{"reference":"A-1","paid":4995}]'`
    const one = ['--only', 'purchase-1/after/reset', '--json']
    const ended = await sweep(...one, '--books', books, '--', ...inlineScript(shop))
    expect(ended.code).toBe(4)
    expect(JSON.parse(ended.stdout).cells).toMatchObject([
      { name: 'purchase-1/after/reset', result: 'books_failed', exit_code: 0 },
    ])
  })
})

test.each([
  ['late-decline', 4, 'Unsafe: 2 payments not booked'],
  ['careful', 0, 'Untested: no response was lost, so your recovery code never ran.'],
])('exec --books of the %s shop ends with %i', async (shop, code, headline) => {
  await using folder = await scratchFolder()
  const env = { SANDGATE_SCRATCH: folder.path }
  const ended = await sandgate(['exec', '--books', printed, ...shopOf(shop)], { env })
  expect(ended.code).toBe(code)
  expect(ended.stdout).toContain(headline)
})

test('a run file has the comparison, even if its end is missing', async () => {
  await using folder = await scratchFolder()
  const file = folder.at('run.jsonl')
  const env = { SANDGATE_SCRATCH: folder.path }
  await sandgate(['exec', '--record', file, '--books', printed, ...shopOf('late-decline')], { env })
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  await folder.write('run.jsonl', `${lines.slice(0, -1).join('\n')}\n`)
  const { stdout } = await sandgate(['report', file])
  expect(stdout).toContain('Unsafe: 2 payments not booked')
  expect(stdout).toContain('Books: 2 orders, 0 agree, 2 differences.')
})
