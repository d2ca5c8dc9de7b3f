import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import { redactText } from '../../base/redaction/redacted.ts'
import type { FilterKind, Filters } from '../../control/lists/filter.ts'
import { paymentFilters, requestFilters } from '../../control/lists/lists.ts'
import { transactionKinds } from '../../domain/transaction/kinds-and-statuses.ts'
import type { RuleDocument } from '../../scenario/scenario-document.ts'
import { commandTool, commandWords, format, optionWords, type Tool, tool, world } from './tool.ts'

/** The ways to make the next payment fail. */
const outcomes = {
  decline: { status: 'declined', response_code: '51' },
  lose_the_response: { fault: { at: 'after', reset: true } },
  http_503_before: { fault: { at: 'before', http: 503 } },
  slow: { delay: '10s' },
  // An agent can only advance the clock to decide it.
  pending: { status: 'pending', resolves: { after: '1h', status: 'approved' } },
} as const satisfies Readonly<Record<string, RuleDocument['outcome']>>

/** What a bank is asked about. */
const moving = transactionKinds.filter((kind) => kind !== 'void')

const paymentTool: Tool = tool({
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

/** The tools of the agent server. */
export const tools: readonly Tool[] = [
  tool({
    name: 'sandbox',
    title: 'Start or find the sandbox',
    description:
      "Gives the base URL of a local payment gateway to test against. Uses the running sandbox, or else starts one in memory. Call this first and set the app's gateway address to `api`.",
    input: { world },
    isReading: false,
    async run(input, access) {
      const { client, url, api, dashboard, isOwn } = await access.open(input.world)
      const { version, now } = await client.health()
      return JSON.stringify({ url, api, dashboard, version, now, started_here: isOwn }, null, 2)
    },
  }),
  commandTool({
    name: 'magic_values',
    title: 'Magic values',
    description:
      'Lists the card numbers, amounts and BSBs that make the sandbox decline, fail, hang or return a debit.',
    input: {},
    isReading: true,
    words: ['magic'],
  }),
  tool({
    name: 'break_next_payment',
    title: 'Break the next payment',
    description:
      'Breaks the next matching call, once. `lose_the_response` charges the customer and resets the connection: a correct client then searches by correlation id before it tries again. `pending` leaves the payment undecided for an hour of sandbox time, then approves it: `move_clock` by "next" gets there.',
    input: {
      how: z.enum(Object.keys(outcomes) as (keyof typeof outcomes)[]).describe('The fault'),
      reference: z.string().optional().describe('Only for payments with this reference'),
      world,
    },
    isReading: false,
    async run({ how, reference, world }, access) {
      const { client } = await access.use(world)
      const when = { operation: moving, ...(reference !== undefined && { reference }) }
      const rule = await client.addRule({ when, outcome: outcomes[how] })
      return `Added: ${rule.effect}. It applies to the next matching call.`
    },
  }),
  commandTool({
    name: 'move_clock',
    title: 'Move the clock',
    description:
      'Lets sandbox time pass. Lists what happened, such as debits that cleared or were returned, or a pending payment that was approved.',
    input: {
      by: z
        .string()
        .min(1)
        .describe('A duration, such as "2 banking days" or "1h", or "next": the next event'),
    },
    isReading: false,
    words: ({ by }) => ['clock', 'advance', by],
  }),
  commandTool({
    name: 'requests',
    title: 'Requests',
    description:
      'Lists what the app sent and what it received, newest last. JSON has the complete bodies, masked. A fault shows whether it was before or after processing.',
    input: {
      limit: z.int().min(1).max(200).default(20).describe('How many to list, newest last'),
      ...filterInput(requestFilters),
    },
    isReading: true,
    words: ['requests'],
  }),
  paymentTool,
  commandTool({
    name: 'report',
    title: 'Report',
    description:
      'The verdict on the client: whether it can charge twice, lose a sale or lose track of money, with the payments that prove it and what to do instead. A run in which no response was lost proves nothing, and is marked as such.',
    input: {
      since_reset: z
        .boolean()
        .default(false)
        .describe('Only what happened since the last reset, not the whole run'),
    },
    isReading: true,
    words: ['report'],
  }),
  commandTool({
    name: 'reconcile',
    title: 'Compare the books',
    description:
      'Compares the books of the app with the payments that are stored now: paid but not booked, booked but not paid, refunds and holds that only one side has. Amounts are in cents.',
    input: {
      file: z
        .string()
        .regex(/^[^-]/, 'Must be a path')
        .describe(
          'The path of a JSON, JSON lines or CSV file of orders: reference, paid, refunded, held, pending, state',
        ),
    },
    isReading: false,
    words: ({ file }) => ['reconcile', bookFile(file)],
  }),
  tool({
    name: 'reset',
    title: 'Reset',
    description:
      'Restores the state at the start: no transactions, no customers, and the clock as it began. Begins a new test in the report, with the name in `label`.',
    input: {
      label: z.string().optional().describe('The name of the test that begins'),
      keep_scenarios: z.boolean().optional().describe('Leave the loaded scenarios as they are'),
      world,
    },
    isReading: false,
    async run({ label, keep_scenarios, world }, access) {
      await (await access.use(world)).client.reset({
        ...(label !== undefined && { label }),
        ...(keep_scenarios !== undefined && { keep_scenarios }),
      })
      return 'The sandbox is as it was at the start.'
    },
  }),
]

/** Errors quote a file, so an agent reads only books below the working folder, wherever links lead. */
function bookFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  const real = found === undefined ? resolve(file) : realpathSync(file)
  const way = relative(realpathSync('.'), real)
  if (!isAbsolute(way) && way.split(sep)[0] !== '..' && /\.(jsonl?|csv)$/i.test(real)) {
    // Opening a pipe would wait for its other end.
    // It is read in the sandbox's own process, so its requests wait meanwhile.
    if (found !== undefined && found.size > 4 * 1024 * 1024) {
      throw new Error(`'${file}' has more than 4 MB; pass a smaller file`)
    }
    if (found === undefined || found.isFile()) return file
    throw new Error(`'${file}' is a folder, a device or a pipe, not a file`)
  }
  throw new Error(
    `Only .json, .jsonl and .csv files below the working folder are read, not '${file}'`,
  )
}

/** The filters of a list as the input of a tool. */
function filterInput(filters: Filters): z.ZodRawShape {
  const fields = Object.entries(filters).map(([name, { kind, help }]) => [
    name,
    fieldOf(kind).optional().describe(`Only those ${help}`),
  ])
  return Object.fromEntries(fields)
}

function fieldOf(kind: FilterKind): z.ZodType {
  switch (kind.is) {
    case 'word':
      return z.enum(kind.words)
    case 'number':
      return z.int().min(kind.min).max(kind.max)
    case 'yes or no':
      // As on the command line, where an option that is not given chooses nothing.
      return z.literal(true)
    case 'last four digits':
      return z.string().regex(/^[0-9]{4}$/)
    case 'text':
    case 'instant':
    case 'instant or id':
      return z.string()
  }
}

function wordsOf(given: readonly (readonly [name: string, value: unknown])[]): string {
  return given.map(([name, value]) => `${name} '${redactText(String(value))}'`).join(' and ')
}
