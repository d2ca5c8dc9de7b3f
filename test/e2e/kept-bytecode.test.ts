import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BinaryProcess, binary } from '../support/binary.ts'

test('a start keeps its bytecode, the next one uses it, and a damaged one harms nobody', async () => {
  const installed = await copyOfPackage()
  expect(await keptIn(installed)).toStrictEqual([])
  await whileRunning(installed, () =>
    vi.waitFor(async () => expect(await keptIn(installed)).toHaveLength(1), { timeout: 30_000 }),
  )
  const [kept = ''] = await keptIn(installed)
  await whileRunning(installed, takesPurchasesAndSeeds)
  await writeFile(path.join(installed, 'dist', 'bytecode', kept), 'nonsense')
  await whileRunning(installed, takesPurchasesAndSeeds)
})

async function copyOfPackage(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-installed-'))
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 10 }))
  const root = path.resolve(binary, '../..')
  for (const part of ['bin', 'dist', 'package.json']) {
    const filter = (source: string) => path.basename(source) !== 'bytecode'
    await cp(path.join(root, part), path.join(folder, part), { recursive: true, filter })
  }
  return folder
}

async function keptIn(installed: string): Promise<string[]> {
  return await readdir(path.join(installed, 'dist', 'bytecode')).catch(() => [])
}

async function whileRunning(
  installed: string,
  work: (addresses: { readonly url: string; readonly api: string }) => Promise<unknown>,
): Promise<void> {
  const program = path.join(installed, 'bin', 'sandgate.js')
  const options = ['start', '--port', '0', '--memory', '--json']
  await using running = new BinaryProcess(options, {}, [process.execPath, program])
  await work(JSON.parse(await running.printing(/^{.*}$/m)))
}

/** With what is in the program's own file, and with a package that is loaded when needed. */
async function takesPurchasesAndSeeds({ url, api }: { url: string; api: string }): Promise<void> {
  const answer = await fetch(`${api}/transactions/purchase`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': 'first' },
    body: JSON.stringify({
      merchant: { id: 1 },
      transaction: {
        reference: 'order-1',
        amount_details: { total_amount: '1000', currency: 'AUD' },
        payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230' } },
      },
    }),
  })
  const { status } = (await answer.json()) as { status: { transaction_status_code: string } }
  expect(status.transaction_status_code).toBe('approved')
  const seeded = await fetch(`${url}/_sandbox/seed`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ customers: 2, tokens: 1, transactions: 3 }),
  })
  expect(await seeded.json()).toMatchObject({ customers: 2, tokens: 1, transactions: 3 })
}
