import { METHODS } from 'node:http'
import * as z from 'zod'
import { transactionStatuses } from '../../domain/transaction/kinds-and-statuses.ts'
import { reconciliationSchema } from '../../insight/books/books-document.ts'
import { exchangeSchema } from '../../insight/exchange-schema.ts'
import { reportSchema } from '../../insight/report/report-document.ts'
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
  seed: z.number().int(),
  /** Null: real time. */
  clock: z.string().nullable(),
  /** The config, with made-up credentials. */
  config: z.record(z.string(), z.unknown()),
  holidays: z.array(z.string()),
  /** Names of shipped scenarios, or whole documents. */
  scenarios: z.array(z.union([scenarioName, scenarioDocument])),
  /** Whether the user named the scenarios; else they are the default ones. */
  explicit: z.object({ scenarios: z.boolean() }),
  /** How many requests were no longer kept when the run was saved. */
  dropped: z.number().int().optional(),
})

const world = z.string().regex(/^[a-z0-9-]{1,40}$/, 'Must be the name of a world')
/** A smaller number happened earlier. */
const order = z.number().int().nonnegative()
const instant = z.number().min(-8.64e15).max(8.64e15)
const ids = z.array(z.string())

/**
 * Not the control API, and no other host: a recorded call may be copied and sent again. A line break
 * would hide what follows it.
 */
const apiPath = /^\/(?!\/|_sandbox(?:\/|$))(?!.*\/\.\.?(?:\/|$))\P{Cc}*$/u

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
  isResponse: z.boolean(),
  isExpiry: z.boolean(),
})

const entries = [
  z.object({ record: z.literal('exchange'), world, exchange }),
  z.object({ record: z.literal('begun'), world, exchange }),
  z.object({ record: z.literal('left'), world, arrived: order, at: instant }),
  z.object({ record: z.literal('moved'), world, moved }),
  z.object({
    record: z.literal('test'),
    world,
    name: z.string().nullable(),
    unmatched: ids,
    isReset: z.boolean(),
    isStored: z.boolean(),
  }),
  z.object({ record: z.literal('ended'), world, unmatched: ids }),
  z.object({ record: z.literal('cleared'), world: world.nullable() }),
  z.object({ record: z.literal('books'), world, result: reconciliationSchema }),
] as const

export const runRecord = z.discriminatedUnion('record', [
  run,
  ...entries,
  z.object({ record: z.literal('state'), world, state: z.looseObject({}) }),
  z.object({ record: z.literal('end'), at: z.iso.datetime(), report: reportSchema }),
])

export type RunHeader = z.output<typeof run>
