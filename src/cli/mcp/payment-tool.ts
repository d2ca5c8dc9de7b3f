import * as z from 'zod'
import { redactText } from '../../base/redaction/redacted.ts'
import { paymentFilters } from '../../control/lists/lists.ts'
import { filterInput } from './filter-input.ts'
import { commandWords, format, optionWords, type Tool, tool, world } from './tool.ts'

export const paymentTool: Tool = tool({
  name: 'payment',
  title: 'Payments, step by step',
  description:
    'Shows what happened to a payment: attempts, lookups, refunds, the money that moved, and what the report found. Find it by its id, or list the payments that match all of the other fields, newest first.',
  input: {
    id: z
      .string()
      .optional()
      .describe('The id of one payment, as a finding of the report names it'),
    ...filterInput(paymentFilters),
    limit: z.int().min(1).max(200).default(10).describe('How many to show, newest first'),
    world,
    format,
  },
  isReading: true,
  async run({ id, world, format, limit, ...filter }, access) {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined)
    if ((id === undefined) === (given.length === 0)) {
      throw new Error(
        `Give the id of a payment, or some of ${Object.keys(paymentFilters).join(', ')}`,
      )
    }
    const { client, url } = await access.use(world, true)
    const common = { url, world, json: format === 'json' }
    const shown = (one: string) => access.command(commandWords(['payments', one], common))
    if (id !== undefined) return await shown(id)
    const wanted = { ...Object.fromEntries(given), limit }
    if (common.json) {
      return await access.command(commandWords(['payments', ...optionWords(wanted)], common))
    }
    const answer = await client.payments(wanted)
    if (answer.payments.length === 0) return `There is no payment with ${wordsOf(given)}.`
    const texts: string[] = []
    for (const one of answer.payments) texts.push(await shown(one.id))
    if (answer.next !== null) texts.push('There are more payments: raise `limit`.')
    return texts.join('\n\n')
  },
})

function wordsOf(given: readonly (readonly [name: string, value: unknown])[]): string {
  return given.map(([name, value]) => `${name} '${redactText(String(value))}'`).join(' and ')
}
