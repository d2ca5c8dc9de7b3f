import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { requestSchema } from '../../../record/exchange-schema.ts'
import { testRefSchema } from '../../../record/test-ref-schema.ts'
import { isOneFault } from '../../../scenario/reading/schema/fault-schema.ts'
import { severities } from '../../findings/finding.ts'
import { moneyAmountSchema, paidTwiceSchema, unnoticedSchema } from '../../findings/money-amount.ts'
import { stepSchema } from '../../payments/payment-document.ts'
import { reportVerdicts } from '../../report-verdict.ts'
import { brokenCallSchema, sweptCallSchema } from '../cells/call-schema.ts'
import { cellResults } from '../cells/result.ts'
import { madeWithSchema } from './made-with-schema.ts'

const text = z.string()
const number = z.number()
const result = z.enum(cellResults)

const finding = z
  .object({
    code: text.describe('What kind of problem it is.'),
    severity: z.enum(severities).describe('How bad it is.'),
    subject: text.describe(
      'What it is about: `order A-1001, AUD 49.95`; empty if that is the cell.',
    ),
    message: text.describe('What happened, in sentences.'),
    advice: text.describe('What to do instead; empty if there is nothing to say.'),
    cause: text.describe(
      'The mistake in a word: findings of one kind with the same cause need the same fix.',
    ),
    steps: z.array(stepSchema).readonly().describe('The steps that show it.'),
    overcharged: moneyAmountSchema
      .exactOptional()
      .describe('The money that moved too often, if it is about that.'),
    unnoticed: unnoticedSchema
      .exactOptional()
      .describe('The money that moved without the client knowing it, if it is about that.'),
    evidence: z
      .array(requestSchema)
      .readonly()
      .exactOptional()
      .describe('The requests that show it; only in examples.'),
  })
  .meta({ id: 'CellFinding' })

const baselineFindingSchema = finding
  .extend({
    test: testRefSchema.nullable().describe('Its test; null if it is about the whole run.'),
    accepted: text.nullable().describe('Why the config accepts it; null if it does not.'),
  })
  .meta({ id: 'BaselineFinding' })

const request = z
  .object({
    operation: requestSchema.shape.operation,
    method: text.describe('The HTTP method.'),
    path: text.describe('The path, with card numbers masked.'),
    reference: text.nullable().describe('The reference that it asked for, if any.'),
    status: number.nullable().describe('Null if the client did not get a whole response.'),
    fault: requestSchema.shape.fault.refine((fault) => fault === null || isOneFault(fault)),
    outcome: text.nullable().describe("The transaction's status."),
    found: z
      .boolean()
      .nullable()
      .describe('Whether a lookup or search found a transaction; null for other requests.'),
    duration_ms: number.describe('How long it took.'),
  })
  .meta({ id: 'CellRequest' })

const cell = z
  .object({
    name: text.describe('`purchase-1/after/reset`, as `--only` takes it.'),
    ...brokenCallSchema.shape,
    recovery: brokenCallSchema
      .nullable()
      .describe('The call of the recovery that fails too; null if none does.'),
    result: result.describe('What happened to the money.'),
    flaky: z
      .tuple([result, result])
      .readonly()
      .nullable()
      .describe(
        'Both results, if a second run of the cell ended differently; the worse one counts.',
      ),
    exit_code: number.nullable().describe('That of the command; null if the cell was not run.'),
    duration_ms: number
      .nullable()
      .describe('How long the command ran; null if the cell was not run.'),
    overcharged: z
      .object({ cents: number.describe('Cents.'), currency: text.describe('Its currency.') })
      .nullable()
      .describe(
        'What was charged, held or refunded beyond the baseline run; null unless it is too much.',
      ),
    sale_lost: z
      .boolean()
      .describe('Whether the order was not charged because the client gave up.'),
    accepted: z
      .array(z.object({ code: text, because: text }))
      .readonly()
      .nullable()
      .describe(
        '`{code, because}` of each reason why the config accepts its result, so that it does not fail the sweep; null if it does not.',
      ),
    findings: z
      .array(finding)
      .readonly()
      .describe('Errors and warnings that the baseline runs do not have.'),
    requests: z.array(request).readonly().describe('The broken request and those that followed.'),
  })
  .meta({ id: 'SweptCell' })

const shards = z.object({
  of: number.describe('How many shards there are.'),
  given: z.array(number).readonly().describe('Those that this sweep has, counted from 1.'),
  sizes: z.array(number).readonly().describe('How many cells each shard began with.'),
})

const notTried = z.object({ what: text, how: text, narrows: z.boolean() })

/** A finished sweep. */
export const sweptSchema = z.object({
  version: text.describe('The version of Sandgate.'),
  date: z.iso.datetime().exactOptional().describe('When it ended.'),
  commit: text.exactOptional().describe('The commit of the folder; omitted if it has none.'),
  uncommitted: z
    .boolean()
    .exactOptional()
    .describe('Whether tracked files had changes that were not committed; omitted if not.'),
  command: text.describe('The command, as it was typed.'),
  options: madeWithSchema.describe(
    'The options that choose the cells and that each run needs, by name: `--at` is `at`.',
  ),
  strict: z.boolean().describe('Whether it ran with `--strict`.'),
  baseline: z
    .object({
      duration_ms: number.describe('How long the longest run took.'),
      findings: z
        .array(baselineFindingSchema)
        .readonly()
        .describe('Its errors and warnings, for which no cell is blamed.'),
      paid_more: number
        .exactOptional()
        .describe(
          'How many references it paid more than once, which would be errors with `--unique-references`. Omitted if there are none.',
        ),
      paid_twice: paidTwiceSchema
        .exactOptional()
        .describe('The first of them, and the sum of both payments.'),
    })
    .describe('What the command does without any fault.'),
  calls: z
    .array(
      sweptCallSchema.pick({
        ...{ name: true, operation: true, reference: true, amount: true, currency: true },
        ...{ label: true, world: true, nth: true },
      }),
    )
    .readonly()
    .describe(
      '`{name, operation, reference, amount, currency}` of each call that creates something; the last three are omitted if they differ from run to run. The amount is in cents. `label` and `world` are those of its test; `nth` is which call with its reference it is, if not the first.',
    ),
  cells: z.array(cell).readonly().describe('One run of the command with one fault, or two, each.'),
  shards: shards.nullable().describe('Which part of a sweep it is; null if it was not divided.'),
  incomplete: z
    .array(text)
    .readonly()
    .exactOptional()
    .describe(
      'Why the sandbox itself could not continue, so that the cells left were not run. Omitted if it could.',
    ),
  not_tried: z
    .array(notTried)
    .readonly()
    .describe(
      '`{what, how, narrows}`: what was left out, the option that includes it, and whether calls of the command were left out, so that the first line names it.',
    ),
})

/**
 * The same as its JSON has it, with what can be read from the cells. The manual lists its fields.
 * @public
 */
export const sweepDocumentSchema = z
  .object({
    verdict: z.enum(reportVerdicts).describe('The result in one word.'),
    ...sweptSchema.shape,
    cells: z
      .array(
        cell
          .extend({
            warnings: z
              .array(text)
              .readonly()
              .describe('The codes of warnings that the baseline run does not have.'),
            repeat: text.describe('The command that runs this cell again.'),
          })
          .meta({ id: 'SweepCellDocument' }),
      )
      .readonly()
      .describe('One run of the command with one fault, or two, each.'),
    examples: z
      .array(z.object({ cell: text, like: z.array(text).readonly() }))
      .readonly()
      .describe('`{cell, like}`: one cell for each cause, and the others that have it.'),
    counts: z.record(text, number).describe('How many cells have each result, worst first.'),
    sales_lost: number.describe('In how many cells the client gave up its sale.'),
  })
  .meta({ id: 'SweepDocument' })

export type SweepDocument = ValueOf<Schemas['document']>
/** Files of a sweep are no answers, so the library does not ship their types. */
type Schemas = {
  readonly swept: typeof sweptSchema
  readonly cell: typeof cell
  readonly baseline: typeof baselineFindingSchema
  readonly finding: typeof finding
  readonly document: typeof sweepDocumentSchema
}

export type Swept = ValueOf<Schemas['swept']>
export type CellOutcome = ValueOf<Schemas['cell']>
export type BaselineFinding = ValueOf<Schemas['baseline']>
export type CellFinding = ValueOf<Schemas['finding']>
export type CellRequest = Readonly<z.infer<typeof request>>
export type Shards = Readonly<z.infer<typeof shards>>
export type NotTried = Readonly<z.infer<typeof notTried>>
