import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { sandgate } from '../support/command.ts'

/** Calls the gateway, and writes its orders. */
const shop = `
  await fetch(process.env.SANDGATE_API + '/transactions/1')
  const { writeFileSync } = await import('node:fs')
  writeFileSync('orders.json', process.argv[2])
`

test('a books file that exists after the command is read, and anything else is run', async () => {
  await using folder = await scratchFolder({ 'shop.mjs': shop })
  const exec = (books: string, orders: string) =>
    sandgate(['exec', '--json', '--books', books, '--', process.execPath, 'shop.mjs', orders], {
      cwd: folder.path,
    })
  const right = await exec('orders.json', '[]')
  expect(JSON.parse(right.stdout).report.books).toMatchObject([{ findings: [] }])
  const wrong = await exec('orders.json', '[{"reference":"A-1","paid":1000}]')
  expect([wrong.code, JSON.parse(wrong.stdout).report.books[0].findings[0].code]).toEqual([
    4,
    'booked-not-paid',
  ])
  const none = await exec('orders.json', 'echo no books')
  expect(none.code).toBe(1)
  expect(none.stderr).toContain('error: orders.json: neither JSON nor CSV')
  expect(none.stderr).toContain("to run it instead, name the program too: --books 'sh orders.json'")
  const missing = await exec('missing.csv', '[]')
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining(
      'error: There is no file missing.csv after your command; --books takes',
    ),
  ])
  const printed = await exec(`${process.execPath} -p 1;[]`, '')
  expect(printed.code).toBe(1)
})
