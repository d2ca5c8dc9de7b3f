import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Stores } from '../../bench/stores.mjs'
import { startSandbox } from '../../src/index.ts'

test('the sandbox opens the data folders that the benchmarks write', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-bench-stores-'))
  try {
    const data = await new Stores(folder).dataFolder({ transactions: 3, customers: 2 })
    await using sandbox = await startSandbox({ data })
    const transactions = await sandbox.transactions()
    expect(transactions.map(({ audit }) => audit)).toEqual([1_000_003, 1_000_002, 1_000_001])
    expect(await sandbox.customers()).toHaveLength(2)
  } finally {
    await rm(folder, { recursive: true })
  }
})
