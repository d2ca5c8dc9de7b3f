import { METHODS } from 'node:http'
import * as z from 'zod'
import { reconciliationSchema } from '../../judge/books/books-document.ts'
import { reportSchema } from '../../judge/report/report-document.ts'
import { isRecordedPath } from '../../record/recorded-path.ts'
import { runEntrySchemas, worldInRun } from '../../record/run-entry.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'

/**
 * A run file has one JSON value per line: how the run was started, what happened, the states of its
 * worlds at the end, and the report.
 */
export const RUN_FORMAT = 2

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
  /** Whether the folder had changes that were not committed. */
  uncommitted: z.boolean().optional(),
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

const state = z.object({
  record: z.literal('state'),
  world: worldInRun,
  state: z.looseObject({}),
})

const end = z.object({
  record: z.literal('end'),
  at: z.iso.datetime(),
  /** How many lines come before it. */
  lines: z.number().int().nonnegative(),
  report: reportSchema,
})

const entries = {
  ...runEntrySchemas,
  books: runEntrySchemas.books.extend({ result: reconciliationSchema }),
}

export const runRecord = z
  .discriminatedUnion('record', [run, ...Object.values(entries), state, end])
  .superRefine((record, { addIssue }) => {
    if (!('exchange' in record)) return
    const { method, path } = record.exchange.request
    const refuse = (member: string, message: string) =>
      addIssue({ code: 'custom', path: ['exchange', 'request', member], message })
    if (!METHODS.includes(method)) refuse('method', 'Must be a method of HTTP')
    if (!isRecordedPath(path)) refuse('path', 'Must be a path of the API, such as /v1')
  })

export type RunHeader = z.output<typeof run>
