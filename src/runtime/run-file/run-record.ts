import * as z from 'zod'
import { forms, moments, sweptOperations } from '../../insight/sweep/cell.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'

/** A run file has one JSON value per line: a header, the steps, and the findings at the end. */
export const RUN_FORMAT = 1

/** No name leads to a file: a run file may come from anybody. */
const scenarioName = z
  .string()
  .refine((name) => !isScenarioFile(name), 'Must be the name of a scenario, not a file')

const scenarioDocument = z
  .record(z.string(), z.unknown())
  .refine(
    ({ extends: bases }) =>
      [bases].flat().every((one) => scenarioName.safeParse(one ?? '').success),
    { path: ['extends'], message: 'Must be names of scenarios, not files' },
  )

const header = z.object({
  record: z.literal('header'),
  format: z.literal(RUN_FORMAT),
  version: z.string(),
  started_at: z.string(),
  /** The command that was run, if any. */
  command: z.string().nullable(),
  /** The fault that a sweep injected. */
  cell: z
    .object({
      call: z.string(),
      operation: z.enum(sweptOperations),
      at: z.enum(moments),
      form: z.enum(forms),
      /** The second fault, at a call of the recovery. */
      recovery: z
        .object({ call: z.string(), at: z.enum(moments), form: z.enum(forms) })
        .exactOptional(),
      /** The calls of its place and operation in the clean runs, by which it is recognised. */
      known: z
        .array(
          z.object({
            name: z.string(),
            place: z.string(),
            operation: z.enum(sweptOperations),
            reference: z.string().optional(),
            nth: z.number().int().optional(),
          }),
        )
        .exactOptional(),
    })
    .nullable(),
  seed: z.number().int(),
  /** Null: real time. */
  clock: z.string().nullable(),
  public_url: z.url({ protocol: /^https?$/, error: 'Must be an http or https URL' }).nullable(),
  scheme: z.enum(['http', 'https']),
  /** The config, with substitutes for credentials. */
  config: z.record(z.string(), z.unknown()),
  holidays: z.array(z.string()),
  /** Names of shipped scenarios, or whole documents. */
  scenarios: z.array(z.union([scenarioName, scenarioDocument])),
  /** A rule may treat a card or account and its substitute differently, so a replay may differ. */
  rules_see_numbers: z.boolean().exactOptional(),
  /** Which of these the user set; the others are defaults. */
  explicit: z.object({ seed: z.boolean(), scenarios: z.boolean() }).optional(),
  /** The export that every world started with. */
  baseline: z.unknown().optional(),
})

/** Sequence numbers within a run: a smaller number happened earlier. */
const order = z.number().int().nonnegative()
const instant = z.number().int()

/** A path, never a full URL: a replay sends nothing to other hosts. */
const path = z
  .string()
  .regex(/^\//, 'Must begin with /')
  .regex(/^[\u0021-\u00FF]*$/, 'Must have no spaces and no control characters')

const token = /^[\w!#$%&'*+.^`|~-]+$/
const method = z.string().regex(token, 'Must be a method of HTTP')
const headers = z.record(
  z.string().regex(token, 'Must be the name of a header'),
  z.string().regex(/^[\t\u0020-\u007E\u0080-\u00FF]*$/, 'Must have no control characters'),
)

const call = z.object({
  record: z.literal('call'),
  world: z.string(),
  /** When the request arrived; missing in files of older versions. */
  arrived: order.optional(),
  /** When processing began, when the bank had answered, when the call ended. */
  begin: order,
  through: order.optional(),
  /** When the client disconnected, if it did not wait for the answer. */
  left: order.optional(),
  end: order,
  /** The real times of these events, in milliseconds. */
  began_at: instant,
  through_at: instant.optional(),
  left_at: instant.optional(),
  ended_at: instant,
  request: z.object({
    method,
    /** With the world prefix and the query. */
    path,
    headers,
    /** The JSON body; left out if there was none. */
    body: z.unknown().optional(),
    /** A body that is not JSON, with its digits replaced by zeros. */
    text: z.string().optional(),
    /** The length of a body that was too long to read. */
    length: z.number().int().optional(),
    /** The chunked encoding was invalid. */
    broken_chunks: z.literal(true).optional(),
  }),
  answer: z.object({
    status: z.number().nullable(),
    body: z.unknown(),
    /** The gateway's own answer, if the client got another or none. */
    undelivered: z.object({ status: z.number(), body: z.unknown() }).exactOptional(),
  }),
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
  method,
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

/** Whether the client left before its answer was sent. */
export function hasLeftEarly({ answer, fault }: Pick<CallRecord, 'answer' | 'fault'>): boolean {
  return answer.status === null && (fault === null || fault === 'dribble')
}
