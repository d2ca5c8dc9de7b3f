import * as z from 'zod'
import { methods, operations } from '../../scenario/operations.ts'
import type { RuleDocument } from '../../scenario/scenario-document.ts'
import { apiTool } from './api-tool.ts'
import { runTools } from './run-tools.ts'
import { storyTool } from './story-tool.ts'
import { commandTool, scenario, type Tool, tool, world } from './tool.ts'

/** The ways to make the next payment fail. */
const outcomes = {
  decline: { status: 'declined', response_code: '51' },
  lose_the_answer: { fault: { at: 'after', reset: true } },
  http_503_before: { fault: { at: 'before', http: 503 } },
  slow: { delay: '10s' },
  // An agent can only advance the clock to decide it.
  pending: { status: 'pending', resolves: { after: '1h', status: 'approved' } },
} as const satisfies Readonly<Record<string, RuleDocument['outcome']>>

const moving = [
  'purchase',
  'preauthorisation',
  'completion',
  'refund',
  'standalone_refund',
] as const

const sinceReset = z
  .boolean()
  .default(false)
  .describe('Only what happened since the last reset, not the whole run')

/** The tools of the agent server. */
export const tools: readonly Tool[] = [
  tool({
    name: 'sandbox',
    title: 'Start or find the sandbox',
    description:
      'Gives the base address of a local payment gateway to test against. Uses the running sandbox, or else starts one in memory. Call this first and set the app’s gateway address to `api`.',
    input: { world },
    isReading: false,
    async run(input, { access }) {
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
    words: ['cards'],
  }),
  tool({
    name: 'break_next_payment',
    title: 'Break the next payment',
    description:
      'Arms one fault for the next matching call only. `lose_the_answer` takes the money and resets the connection: a correct client then searches by correlation id before it tries again. `pending` leaves the payment undecided for an hour of sandbox time, then approves it: `move_clock` by "next" gets there.',
    input: {
      how: z.enum(Object.keys(outcomes) as (keyof typeof outcomes)[]).describe('The fault'),
      reference: z.string().optional().describe('Only for payments with this reference'),
      world,
    },
    isReading: false,
    async run({ how, reference, world }, { access }) {
      const { client } = await access.use(world)
      const when = { operation: moving, ...(reference !== undefined && { reference }) }
      const rule = await client.addRule({ when, outcome: outcomes[how] })
      return `Armed: ${rule.effect}. It waits for the next matching call.`
    },
  }),
  commandTool({
    name: 'add_rule',
    title: 'Add a one-shot rule',
    description:
      'Adds a rule that takes precedence over all scenarios and applies to one call, or to `times` calls. Use it for what `break_next_payment` cannot do.',
    input: {
      rule: z
        .record(z.string(), z.unknown())
        .describe(
          'As in a scenario file: {"when": {"operation": "purchase", "amount": 4995}, "times": 2, "outcome": {"fault": {"at": "after", "http": 502}}}',
        ),
    },
    isReading: false,
    words: ({ rule }) => ['rule', 'add', JSON.stringify(rule)],
  }),
  commandTool({
    name: 'list_rules',
    title: 'List one-shot rules',
    description: 'Lists the one-shot rules that have not been used yet, highest priority first.',
    input: {},
    isReading: true,
    words: ['rule', 'list'],
  }),
  commandTool({
    name: 'clear_rules',
    title: 'Remove one-shot rules',
    description: 'Removes all one-shot rules. Scenarios stay as they are.',
    input: {},
    isReading: false,
    words: ['rule', 'clear'],
  }),
  commandTool({
    name: 'list_scenarios',
    title: 'List scenarios',
    description:
      'Lists the active scenarios, highest priority first, how often their rules applied, and the shipped ones that `load_scenario` can load: bad days such as lost answers, failing searches, rate limits and returned debits.',
    input: {},
    isReading: true,
    words: ['scenario', 'list'],
  }),
  commandTool({
    name: 'load_scenario',
    title: 'Load a scenario',
    description:
      'Loads a scenario with the highest priority. Its rules apply to the calls that follow. A file is checked first; it must be a YAML or JSON file below the working folder.',
    input: {
      scenario: scenario.describe(
        'The name of a shipped scenario, such as lost-answers, or the path of a file',
      ),
      replace: z.boolean().default(false).describe('Unload all other scenarios'),
    },
    isReading: false,
    words: async ({ scenario, replace }, access) => [
      'scenario',
      'load',
      await access.allowedScenario(scenario),
      ...(replace ? ['--replace'] : []),
    ],
  }),
  tool({
    name: 'check_scenario',
    title: 'Check a scenario file',
    description:
      'Checks a scenario file, and everything that it extends, without loading it. Each error has its line. Needs no sandbox.',
    input: {
      file: z.string().min(1).describe('The path of a YAML or JSON file below the working folder'),
    },
    isReading: true,
    async run({ file }, { access }) {
      return await access.command(['scenario', 'check', '--', await access.allowedFile(file)])
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
    name: 'settle',
    title: 'Settle direct debits',
    description: 'Clears or returns pending direct debits now, without moving the clock.',
    input: {
      audits: z
        .array(z.int().min(1))
        .max(200)
        .optional()
        .describe('The audits of the debits, at most 200. If left out, every pending debit'),
      return_code: z
        .enum(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
        .optional()
        .describe(
          'Return them with this code, such as 6 (refer to customer). If left out, they clear',
        ),
    },
    isReading: false,
    words: ({ audits = [], return_code }) => [
      'settle',
      ...(audits.length === 0 ? ['--all'] : audits.map(String)),
      ...(return_code === undefined ? [] : ['--declined', '--code', return_code]),
    ],
  }),
  commandTool({
    name: 'requests',
    title: 'Requests',
    description:
      'Lists what the app sent and what it received, newest last. JSON has the complete bodies, masked. A fault shows whether it was before or after processing.',
    input: {
      limit: z.int().min(1).max(200).default(20).describe('How many to list, newest last'),
      operation: z.enum(operations).optional().describe('Only this operation, such as purchase'),
      correlation_id: z.string().optional().describe('Only the request with this correlation id'),
      reference: z.string().optional().describe('Only those about a payment with this reference'),
    },
    isReading: true,
    words: ['requests'],
  }),
  storyTool,
  commandTool({
    name: 'explain',
    title: 'Explain an answer',
    description:
      'Shows which rules apply to a call, and why similar rules do not. Name a recorded call by `request`, or describe one by the other arguments. Changes nothing.',
    input: {
      request: z.int().min(1).optional().describe('The number of a call, as `requests` lists it'),
      operation: z.enum(operations).optional().describe('Left out: purchase'),
      method: z.enum(methods).optional().describe('Left out: card'),
      amount: z.string().optional().describe('In cents, such as 1000'),
      pan: z.string().optional().describe('The card number'),
      bsb: z.string().optional().describe('Bank and branch of a direct debit'),
      reference: z.string().optional().describe('The reference of the transaction'),
      correlation_id: z.string().optional().describe('The correlation id of the call'),
      at: z.string().optional().describe('Sandbox time of the call; left out: now'),
    },
    isReading: true,
    words: ['scenario', 'explain'],
  }),
  commandTool({
    name: 'report',
    title: 'Report',
    description:
      'The verdict on the client: whether it can charge twice, lose a sale or lose track of money, with the payments that prove it and what to do instead. A run in which no answer was lost proves nothing, and is marked as such.',
    input: { since_reset: sinceReset },
    isReading: true,
    words: ['report'],
  }),
  commandTool({
    name: 'reconcile',
    title: 'Compare the order book',
    description:
      'Compares the order book of the app with the payments that are stored now: paid but not booked, booked but not paid, refunds and holds that only one side has. Amounts are in cents.',
    input: {
      file: z
        .string()
        .regex(/^[^-]/, 'Must be a path')
        .describe(
          'The path of a JSON, JSON lines or CSV file of orders: reference, paid, refunded, held, pending, state',
        ),
    },
    isReading: false,
    words: ({ file }) => ['reconcile', file],
  }),
  commandTool({
    name: 'coverage',
    title: 'Coverage',
    description:
      'Lists the cases that tests of a payment integration should show, which of them this run has shown, and how to provoke the others.',
    input: { since_reset: sinceReset },
    isReading: true,
    words: ['coverage'],
  }),
  tool({
    name: 'reset',
    title: 'Reset',
    description:
      'Restores the state at the start: no transactions, no customers, and the clock as it began. Begins a new test in the report, with the name in `label`.',
    input: { label: z.string().optional().describe('The name of the test that begins'), world },
    isReading: false,
    async run({ label, world }, { access }) {
      await (await access.use(world)).client.reset(label === undefined ? {} : { label })
      return 'The sandbox is as it was at the start.'
    },
  }),
  apiTool,
  ...runTools,
]
