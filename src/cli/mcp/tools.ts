import * as z from 'zod'
import type { ControlClient } from '../../client/control-client.ts'
import type { RuleDocument } from '../../scenario/scenario-document.ts'

/** Gives the tools a sandbox. */
export interface SandboxAccess {
  /** The running sandbox, or a new one. */
  use(): Promise<FoundSandbox>
}

export interface FoundSandbox {
  readonly client: ControlClient
  readonly url: string
  readonly api: string
  readonly dashboard: string
  /** Whether this process started it and will stop it. */
  readonly isOwn: boolean
}

/** One thing that an agent can do with a sandbox. */
export interface Tool<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Shape
  /** Whether it only reads. */
  readonly isReading: boolean
  /** Text for a person, or a value that is shown as JSON. */
  readonly run: (input: z.infer<z.ZodObject<Shape>>, access: SandboxAccess) => Promise<unknown>
}

function tool<Shape extends z.ZodRawShape>(one: Tool<Shape>): Tool {
  return one as unknown as Tool
}

const outcomes = {
  decline: { status: 'declined', response_code: '51' },
  lose_the_answer: { fault: { at: 'after', reset: true } },
  http_503_before: { fault: { at: 'before', http: 503 } },
  slow: { delay: '10s' },
  // An agent can only advance the clock to decide it.
  pending: { status: 'pending', resolves: { after: '1h', status: 'approved' } },
} as const satisfies Readonly<Record<string, RuleDocument['outcome']>>

type Break = keyof typeof outcomes

/** The ways to make the next payment fail. */
const breaks = {
  names: Object.keys(outcomes) as [Break, ...Break[]],
  rule(how: Break, reference: string | undefined): RuleDocument {
    return {
      when: {
        operation: ['purchase', 'preauthorisation', 'completion', 'refund', 'standalone_refund'],
        ...(reference !== undefined && { reference }),
      },
      outcome: outcomes[how],
    }
  },
}

const limit = z.int().min(1).max(200).default(20).describe('How many to list, newest last')

/** The tools of the agent server. */
export const tools: readonly Tool[] = [
  tool({
    name: 'sandbox',
    title: 'Start or find the sandbox',
    description:
      'Gives the base address of a local payment gateway to test against. Uses the one that runs, else starts one in memory. Call this first and set the app’s gateway address to `api`.',
    input: {},
    isReading: false,
    async run(_input, access) {
      const { client, url, api, dashboard, isOwn } = await access.use()
      const { version, now } = await client.health()
      return { url, api, dashboard, version, now, started_here: isOwn }
    },
  }),
  tool({
    name: 'magic_values',
    title: 'Magic values',
    description:
      'Lists the card numbers, amounts and BSBs that make the sandbox decline, fail, hang or return a debit.',
    input: {},
    isReading: true,
    async run(_input, access) {
      return await (await access.use()).client.cards()
    },
  }),
  tool({
    name: 'break_next_payment',
    title: 'Break the next payment',
    description:
      'Arms one fault for the next matching call only. `lose_the_answer` takes the money and resets the connection: a correct client then searches by correlation id before it tries again. `pending` leaves the payment undecided for an hour of sandbox time, then approves it: `move_clock` by "next" gets there.',
    input: {
      how: z.enum(breaks.names).describe('What is to happen'),
      reference: z.string().optional().describe('Only for payments with this reference'),
    },
    isReading: false,
    async run({ how, reference }, access) {
      const rule = await (await access.use()).client.addRule(breaks.rule(how, reference))
      return `Armed: ${rule.effect}. It waits for the next matching call.`
    },
  }),
  tool({
    name: 'move_clock',
    title: 'Move the clock',
    description:
      'Lets sandbox time pass: "2 banking days", "1h", or "next" for the next scheduled event. Lists what happened, such as debits that cleared or came back, or a pending payment that was approved.',
    input: { by: z.string().describe('A duration, or "next"') },
    isReading: false,
    async run({ by }, access) {
      const { client } = await access.use()
      if (by !== 'next') return await client.advance({ by })
      const { scheduled } = await client.next()
      const [first] = scheduled
      return first === undefined ? 'Nothing is scheduled.' : await client.advance({ to: first.at })
    },
  }),
  tool({
    name: 'requests',
    title: 'Requests',
    description:
      'Lists what the app sent and what it got, masked, newest last. A fault says whether it came before or after processing.',
    input: {
      limit,
      operation: z.string().optional().describe('Only this operation, such as purchase'),
      correlation_id: z.string().optional(),
    },
    isReading: true,
    async run(filter, access) {
      return await (await access.use()).client.requests(filter as never)
    },
  }),
  tool({
    name: 'story',
    title: 'One payment’s story',
    description:
      'Tells what happened to one payment, by its reference: attempts, lookups, refunds, and the money that moved.',
    input: { reference: z.string() },
    isReading: true,
    async run({ reference }, access) {
      const { stories } = await (await access.use()).client.stories({ limit: 1000 })
      const found = stories.filter((story) => story.reference === reference)
      return found.length === 0 ? `There is no payment with the reference '${reference}'.` : found
    },
  }),
  tool({
    name: 'report',
    title: 'Report',
    description:
      'The verdict on the client: whether it can charge twice, lose a sale or lose track of money, with the stories that prove it and what to do instead. Ask `requests` for a request in full, by its correlation id.',
    input: {},
    isReading: true,
    async run(_input, access) {
      const { findings, coverage, ...verdict } = await (await access.use()).client.report()
      // An agent reads every word, so details that other tools show are left out.
      const brief = findings.map(({ evidence: _evidence, ...finding }) => finding)
      return { ...verdict, findings: brief, coverage: { percent: coverage.percent } }
    },
  }),
  tool({
    name: 'reset',
    title: 'Reset',
    description:
      'Back to the start: no transactions, no customers, the clock as it began. Begins a new chapter of the report; name the test in `label`.',
    input: { label: z.string().optional().describe('The name of the test that begins') },
    isReading: false,
    async run({ label }, access) {
      await (await access.use()).client.reset(label === undefined ? {} : { label })
      return 'The sandbox is as it was at the start.'
    },
  }),
]
