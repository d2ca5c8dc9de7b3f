import * as z from 'zod'
import { transactionKinds } from '../../domain/transaction/transaction.ts'
import { forms, moments } from '../../insight/sweep/cell.ts'

/** What a run file consists of, one JSON value a line: a header, what happened, and how it ended. */
export const RUN_FORMAT = 1

const header = z.object({
  record: z.literal('header'),
  format: z.literal(RUN_FORMAT),
  version: z.string(),
  started_at: z.string(),
  /** What was run, where a command was. */
  command: z.string().nullable(),
  /** The one fault that a sweep put into it. */
  cell: z
    .object({
      call: z.string(),
      operation: z.enum(transactionKinds),
      at: z.enum(moments),
      form: z.enum(forms),
    })
    .nullable(),
  seed: z.number().int(),
  /** Null: real time, running. */
  clock: z.string().nullable(),
  public_url: z.string().nullable(),
  scheme: z.enum(['http', 'https']),
  /** The config, with stand-ins for credentials. */
  config: z.record(z.string(), z.unknown()),
  holidays: z.array(z.string()),
  /** Names of shipped scenarios, or whole ones. */
  scenarios: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])),
  /** A rule could tell a card or an account from its stand-in, so that a replay may differ. */
  rules_see_numbers: z.boolean().exactOptional(),
  /** Which of these somebody asked for; the others are defaults. */
  explicit: z.object({ seed: z.boolean(), scenarios: z.boolean() }).optional(),
  /** The export that every world began with. */
  baseline: z.unknown().optional(),
})

/** Order numbers of one run: what has a smaller one happened before. */
const order = z.number().int().nonnegative()
const instant = z.number().int()

/** Of the sandbox: a replay sends nothing elsewhere. */
const path = z.string().regex(/^\//, 'Must begin with /')

const call = z.object({
  record: z.literal('call'),
  world: z.string(),
  /** When it was processed, when its bank had answered, when it ended. */
  begin: order,
  through: order.optional(),
  /** When the client left, where it did not wait for the answer. */
  left: order.optional(),
  end: order,
  /** Real time of these, in milliseconds. */
  began_at: instant,
  through_at: instant.optional(),
  left_at: instant.optional(),
  ended_at: instant,
  request: z.object({
    method: z.string(),
    /** With the world in front and the query behind. */
    path,
    headers: z.record(z.string(), z.string()),
    /** JSON; left out where there was none. */
    body: z.unknown().optional(),
    /** What was no JSON, with zeros for digits. */
    text: z.string().optional(),
    /** Of a body that was too long to be read. */
    length: z.number().int().optional(),
    /** It came in chunks that made no sense. */
    broken_chunks: z.literal(true).optional(),
  }),
  answer: z.object({ status: z.number().nullable(), body: z.unknown() }),
  fault: z.string().nullable(),
  /** Whether the fault came before or after the call was processed. */
  fault_at: z.enum(['before', 'after']).optional(),
})

const control = z.object({
  record: z.literal('control'),
  begin: order,
  end: order,
  began_at: instant,
  ended_at: instant,
  method: z.string(),
  path,
  body: z.unknown().optional(),
})

const findings = z.object({
  record: z.literal('findings'),
  findings: z.array(z.record(z.string(), z.unknown())),
})

export const runRecord = z.discriminatedUnion('record', [header, call, control, findings])

export type RunHeader = z.output<typeof header>
export type CallRecord = z.output<typeof call>
export type ControlRecord = z.output<typeof control>
export type FindingsRecord = z.output<typeof findings>
export type RunRecord = z.output<typeof runRecord>

/** Whether the client did not wait for an answer that was on its way. */
export function hasLeftEarly({ answer, fault }: Pick<CallRecord, 'answer' | 'fault'>): boolean {
  return answer.status === null && (fault === null || fault === 'dribble')
}
