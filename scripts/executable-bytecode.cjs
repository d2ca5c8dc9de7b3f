const { readFileSync, writeFileSync, existsSync } = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const { Script } = require('node:vm')

/** Runs the program of a single executable for one payment, and writes the bytecode that V8 made. */

const [folder = '', output = ''] = process.argv.slice(2)
const script = new Script(readFileSync(path.join(folder, 'program.cjs'), 'latin1'), {
  filename: 'program.cjs',
})
/** @type {{ exports: { main?: (words: readonly string[]) => void } }} */
const program = { exports: {} }
script.runInThisContext()(program, program.exports, createRequire(path.join(folder, 'program.cjs')))
const ready = path.join(folder, 'ready.json')
const options = ['--port', '0', '--memory', '--quiet', '--ready-file', ready]
program.exports.main?.(['start', ...options])

const polling = setInterval(async () => {
  if (!existsSync(ready)) return
  clearInterval(polling)
  const { url } = JSON.parse(readFileSync(ready, 'utf8'))
  const creditcard = { pan: '4111111111111111', expiry_date: '1230', cvv: '123' }
  const transaction = {
    reference: 'order-1',
    amount_details: { total_amount: '1000', currency: 'AUD' },
    payment_method: { creditcard },
  }
  const answer = await fetch(`${url}/v1/transactions/purchase`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': 'order-1' },
    body: JSON.stringify({ merchant: { id: 1 }, transaction }),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  writeFileSync(output, script.createCachedData())
  process.exit(0)
}, 10)
