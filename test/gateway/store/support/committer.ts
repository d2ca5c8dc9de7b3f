import { writeSync } from 'node:fs'
import { openDataFolder } from '../../../../src/gateway/store/data-folder.ts'
import { committedRow } from './committed-row.ts'
import { Rows } from './rows.ts'

/*
 * Commits rows until it is killed, and says which are acknowledged: its first argument is the
 * folder, the second the first key. Eight at a time, so that batches have more than one.
 */
const [path = '', first = ''] = process.argv.slice(2)
const folder = await openDataFolder(path)
const rows = new Rows()
const { medium } = await folder.openWorld('default', rows, { renewAfter: 50_000 })
let next = Number(first)

async function commitForEver(): Promise<never> {
  for (;;) {
    const key = next++
    const line = committedRow(key)
    rows.load('transactions', line)
    medium.commit([{ table: 'transactions', key, line }], () => rows.remove('transactions', key))
    await medium.durable()
    writeSync(1, `${key}\n`)
  }
}

await Promise.all(Array.from({ length: 8 }, commitForEver))
