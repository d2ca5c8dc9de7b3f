import { METHODS } from 'node:http'
import * as z from 'zod'
import { transactionStatuses } from '../../domain/transaction/transaction.ts'
import { exchangeSchema } from '../../insight/exchange-schema.ts'
import { reconciliationSchema, reportSchema } from '../../insight/report/report-schema.ts'
import { sweptOperations } from '../../insight/sweep/cell.ts'
import { forms, moments } from '../../insight/sweep/form.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'

/**
 * A run file has one JSON value per line: how the run was started, what happened, the states of its
 * worlds at the end, and the report.
 */
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

const run = z.object({
  record: z.literal('run'),
  format: z.literal(RUN_FORMAT, 'it was written by another version of Sandgate'),
  version: z.string(),
  started_at: z.iso.datetime(),
  /** The command that was run, if any. */
  command: z.string().nullable(),
  /** The commit of the working folder, if it is known. */
  commit: z.string().optional(),
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
      known: z.array(
        z.object({
          name: z.string(),
          place: z.string(),
          operation: z.enum(sweptOperations),
          reference: z.string().optional(),
          nth: z.number().int().optional(),
        }),
      ),
    })
    .nullable(),
  seed: z.number().int(),
  /** Null: real time. */
  clock: z.string().nullable(),
  public_url: z.url({ protocol: /^https?$/, error: 'Must be an http or https URL' }).nullable(),
  scheme: z.enum(['http', 'https']),
  /** The config, with made-up credentials. */
  config: z.record(z.string(), z.unknown()),
  holidays: z.array(z.string()),
  /** Names of shipped scenarios, or whole documents. */
  scenarios: z.array(z.union([scenarioName, scenarioDocument])),
  /** Which of these the user set; the others are defaults. */
  explicit: z.object({ seed: z.boolean(), scenarios: z.boolean() }),
  /** The export that every world started with. */
  baseline: z.unknown().optional(),
  /** How many requests were no longer kept when the run was saved. */
  dropped: z.number().int().optional(),
  /** Whether a state that the run began with, or that was imported, was not kept. */
  lacks_state: z.boolean().optional(),
})

const world = z.string().regex(/^[a-z0-9-]{1,40}$/, 'Must be the name of a world')
/** A smaller number happened earlier. */
const order = z.number().int().nonnegative()
const instant = z.number().min(-8.64e15).max(8.64e15)
const ids = z.array(z.string())

/** A path, never a full URL: a replay sends nothing to other hosts. */
const path = z
  .string()
  .regex(/^\//, 'Must begin with /')
  .regex(/^[\u0021-\u00FF]*$/, 'Must have no spaces and no control characters')
const method = z.enum(METHODS, 'Must be a method of HTTP')

/** Not the control API, and no other host: a recorded call may be copied and sent again. */
const apiPath = /^\/(?!\/|_sandbox(?:\/|$))(?!.*\/\.\.?(?:\/|$))/

const exchange = exchangeSchema
  .refine(({ request }) => METHODS.includes(request.method), {
    path: ['request', 'method'],
    message: 'Must be a method of HTTP',
  })
  .refine(({ request }) => apiPath.test(request.path), {
    path: ['request', 'path'],
    message: 'Must be a path of the API, such as /v1',
  })

const moved = z.object({
  at: instant,
  audit: z.number(),
  to: z.enum(transactionStatuses),
  bank: z.string().optional(),
  isAnswer: z.boolean(),
  isExpiry: z.boolean(),
})

const entries = [
  z.object({ record: z.literal('exchange'), world, exchange }),
  z.object({ record: z.literal('begun'), world, exchange }),
  z.object({ record: z.literal('left'), world, arrived: order, at: instant }),
  z.object({ record: z.literal('moved'), world, moved }),
  z.object({
    record: z.literal('chapter'),
    world,
    label: z.string().nullable(),
    unmet: ids,
    isReset: z.boolean(),
    isStored: z.boolean(),
  }),
  z.object({ record: z.literal('ended'), world, unmet: ids }),
  z.object({ record: z.literal('cleared'), world: world.nullable() }),
  z.object({ record: z.literal('books'), world, result: reconciliationSchema }),
  z.object({
    record: z.literal('step'),
    world,
    begin: order,
    end: order,
    beganAt: instant,
    method,
    path,
    body: z.unknown().optional(),
  }),
] as const

export const runRecord = z.discriminatedUnion('record', [
  run,
  ...entries,
  z.object({ record: z.literal('state'), world, state: z.looseObject({}) }),
  z.object({ record: z.literal('end'), at: z.iso.datetime(), report: reportSchema }),
])

export type RunHeader = z.output<typeof run>
