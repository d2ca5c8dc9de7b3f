import { randomUUID } from 'node:crypto'

/**
 * A tool as it is offered to a model, with what it does. It throws what the model reads as an error.
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} description
 * @property {readonly string[]} parameters their names, all of them texts
 * @property {(input: Readonly<Record<string, string>>) => Promise<string>} run
 *
 * @typedef {{ text: string, isError: boolean }} Result
 */

const MOST_CALLS = 3

/**
 * The loop of an agent: the model asks for the tool and reads its result, until it is content.
 * Gives whether the payment was approved, as far as the model knows.
 * @param {Tool} tool
 * @param {Readonly<Record<string, string>>} task
 */
export async function runAgent(tool, task) {
  /** @type {Result[]} */
  const results = []
  for (;;) {
    const input = nextCall(tool, task, results)
    if (input === undefined) break
    console.log(`model  ${tool.name} ${JSON.stringify(input)}`)
    const result = await resultOf(tool, input)
    console.log(`tool   ${result.isError ? 'error: ' : ''}${result.text}`)
    results.push(result)
  }
  const { text = '', isError = true } = results.at(-1) ?? {}
  console.log(`model  ${isError ? 'I could not pay for it.' : 'Done.'}`)
  return !isError && text.endsWith('approved')
}

/**
 * Stands for the model, so that everybody can run this without one. Like a model, it fills in what
 * the tool asks for. If the tool fails, it calls it again, and makes up a new idempotency key: to a
 * model, each call is a new one.
 * @param {Tool} tool
 * @param {Readonly<Record<string, string>>} task
 * @param {readonly Result[]} results
 * @returns {Record<string, string> | undefined}
 */
function nextCall({ parameters }, task, results) {
  const last = results.at(-1)
  if (last?.isError === false || results.length === MOST_CALLS) return undefined
  return Object.fromEntries(parameters.map((name) => [name, task[name] ?? randomUUID()]))
}

/**
 * @param {Tool} tool
 * @param {Readonly<Record<string, string>>} input
 * @returns {Promise<Result>}
 */
async function resultOf(tool, input) {
  try {
    return { text: await tool.run(input), isError: false }
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), isError: true }
  }
}
