import * as z from 'zod'
import { sweptOperations } from './cell.ts'
import { faults, moments } from './fault.ts'
import { cellResults } from './result.ts'

const text = z.string()
const number = z.number()
const step = z.object({ call: text, at: z.enum(moments), fault: z.enum(faults) })
const result = z.enum(cellResults)

/** A finding as a sweep shows it, with its story, readable by itself. */
const finding = z.object({ code: text, severity: z.enum(['error', 'warning', 'note']), text })

export const baselineFindingSchema = finding.extend({
  subject: text,
  /** The name of the test. */
  test: text,
  /** Why the config accepts it; null: it does not. */
  accepted: text.nullable(),
})

const request = z.object({
  /** `purchase`, or the method and the path. */
  operation: text,
  /** What it was for: its reference, or the id that it asked for. */
  about: text,
  /** `200 approved`, `no answer (connection reset)`. */
  response: text,
  took_ms: number,
})

const cell = z.object({
  name: text,
  ...step.shape,
  recovery: step.nullable(),
  result,
  /** Both results, if a second run of the cell ended otherwise; the worse one counts. */
  flaky: z.tuple([result, result]).readonly().nullable(),
  exit_code: number.nullable(),
  duration_ms: number.nullable(),
  /** What was taken, held or refunded beyond the baseline run. */
  overcharged: z.object({ cents: number, currency: text }).nullable(),
  /** Whether the order was not charged because the client gave up. */
  sale_lost: z.boolean(),
  /** Why the config accepts its result, so that it does not fail the sweep; null: it does not. */
  accepted: z
    .array(z.object({ code: text, because: text }))
    .readonly()
    .nullable(),
  findings: z.array(finding).readonly(),
  /** The broken request and those that followed. */
  requests: z.array(request).readonly(),
})

export const selfCheckSchema = z.object({
  naive: z.object({ cells: number, found: number }),
  careful: z.object({ cells: number, blamed: number }),
  /** When it was made, if that was with an earlier sweep. */
  made_at: z.iso.datetime().optional(),
})

/** Which shards a sweep is made of, counted from 1, and how many cells each shard began with. */
const shards = z.object({
  of: number,
  given: z.array(number).readonly(),
  sizes: z.array(number).readonly(),
})

/** What was left out, and the option that includes it. */
const notTried = z.object({ what: text, how: text })

/** A finished sweep, as its JSON has it. */
export const sweptSchema = z.object({
  version: text,
  /** As it was typed. */
  command: text,
  /** The options that every cell needs when it is run again, as they are typed. */
  options: text,
  strict: z.boolean(),
  /** What the command does without any fault. */
  baseline: z.object({
    /** The longest run. */
    ms: number,
    /** Its errors and warnings, for which no cell is blamed. */
    findings: z.array(baselineFindingSchema).readonly(),
    /** When the runs were made, if that was for an earlier sweep. */
    made_at: z.iso.datetime().optional(),
  }),
  calls: z.array(z.object({ name: text, operation: z.enum(sweptOperations) })).readonly(),
  cells: z.array(cell).readonly(),
  /** How the shops that ship with Sandgate fared in the same cells. */
  self_check: selfCheckSchema.nullable(),
  /** Null if it was not divided. */
  shards: shards.nullable(),
  not_tried: z.array(notTried).readonly(),
})

export type Swept = Readonly<z.infer<typeof sweptSchema>>
export type CellOutcome = Readonly<z.infer<typeof cell>>
export type BaselineFinding = Readonly<z.infer<typeof baselineFindingSchema>>
export type CellFinding = Readonly<z.infer<typeof finding>>
export type CellRequest = Readonly<z.infer<typeof request>>
export type SelfCheck = Readonly<z.infer<typeof selfCheckSchema>>
export type Shards = Readonly<z.infer<typeof shards>>
export type NotTried = Readonly<z.infer<typeof notTried>>
