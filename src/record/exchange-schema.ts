import * as z from 'zod'
import { inCents } from '../base/cents.ts'
import { cardTypes } from '../base/redaction/card-number.ts'
import type { Redacted, RedactedValue } from '../base/redaction/redacted.ts'
import type { ValueOf } from '../base/value-of.ts'
import { transactionKinds, transactionStatuses } from '../domain/transaction/kinds-and-statuses.ts'
import { allLayerNames } from '../scenario/matching/layers.ts'
import { operations } from '../scenario/operations.ts'
import { recordedFaultSchema } from '../scenario/reading/schema/fault-schema.ts'

// The casts are safe: only redacted exchanges are written to files and shown.
const redacted = (description: string) =>
  z.string().describe(description) as unknown as z.ZodType<Redacted>
const redactedOrNull = (description: string) =>
  z.string().nullable().describe(description) as unknown as z.ZodType<Redacted | null>
const redactedValue = (description: string) =>
  z.unknown().describe(description) as unknown as z.ZodType<RedactedValue>

const time = z.iso.datetime()
const status = z.enum(transactionStatuses)
const text = z.string()
const number = z.number()
const headers = z.record(z.string(), redacted('A value.'))

const asked = z.object({
  reference: redacted('The reference of the order or customer.').optional(),
  name: redacted('The name of the customer or token that was to be stored.').optional(),
  amount: inCents(z.number().describe('Cents.')).optional(),
  currency: redacted('The currency of the amount.').optional(),
  account: redacted('The masked number of the card or account that was to pay.').optional(),
  method: z.enum(['card', 'direct_debit']).optional().describe('How it was to be paid.'),
  target: z.int().optional().describe('The transaction that a completion, refund or void acts on.'),
  audit: z.int().optional().describe('The transaction that a lookup asks for.'),
  correlation_id: redacted('The correlation id that a search asks for.').optional(),
  correlation_key: redacted('The key of that id.').optional(),
})

const refusals = z.array(
  z.object({
    code: text.describe('The error code.'),
    field: redacted('The field of the body or the query that it is about.').exactOptional(),
  }),
)

const made = z.object({
  audit: number,
  kind: z.enum(transactionKinds),
  status,
  gateway_status_code: number,
  response_code: text,
  response_message: text.optional(),
  /** The rule that decided so, unless it takes the code from the request. */
  rule: text.optional(),
  /** What it takes the code from: `the amount's cents are 14`. */
  reason: text.optional(),
  amount: number,
  total: number,
  currency: text,
  method: z.enum(['card', 'direct_debit']),
  card_type: z.enum(cardTypes).optional(),
  /** Year and month. */
  expiry: text.optional(),
  /** Whether it was paid with a virtual PAN. */
  by_token: z.boolean(),
  surcharged: z.boolean(),
  /** When a hold expires. */
  expires_at: time.optional(),
  /** Whether the answer had values that the API does not document. */
  drifting: z.boolean(),
})

const cardInText = z.object({
  /** The field: `transaction.reference`. */
  place: redacted('The field.'),
  /** The fingerprint of the number. */
  card: text,
  /** Whether it is a published test number. */
  published: z.boolean(),
})

const facts = z.object({
  made: made.optional(),
  /** The transaction that a lookup or search showed; null if it found none. */
  shown: z
    .object({
      audit: number,
      status,
      reference: redacted('Its reference.'),
      amount: number,
      currency: text,
      response_code: text.optional(),
      response_message: text.optional(),
      drifting: z.boolean(),
    })
    .nullish(),
  /** Whether a rule hid what a lookup or search would have found. */
  hidden: z.boolean().optional(),
  /** The reasons of a refusal. */
  refusals: refusals.optional(),
  /** Equal for equal requests; only of refused requests and possible retries. */
  fingerprint: text.optional(),
  /** Numbers in free texts that look like those of cards. */
  card_number_in: z.array(cardInText).optional(),
  /** The masked number, if it is not a published test number. */
  foreign_card: text.optional(),
  /** Whether a card that was sent in full is stored in the vault. */
  stored_card: z.boolean().optional(),
  /** The URL of the next page that the answer offered. */
  next: text.optional(),
  vault: z.array(z.enum(['found-again', 'renewed', 'deactivated'])).optional(),
  /** How long a refusal asked its client to wait (`Retry-After`). */
  retry_after_ms: number.optional(),
  /** How long the client waited for its answer, in real milliseconds. */
  waited_ms: number,
  /** Whether the client closed the connection before it had an answer. */
  left: z.boolean().optional(),
})

const request = z.object({
  method: text.describe('The HTTP method.'),
  path: redacted('The path, with card numbers masked.'),
  query: z.record(text, redacted('A value.')).describe('The query parameters.'),
  correlation_id: redactedOrNull('Its `X-Correlation-Id`, if it has one.'),
  correlation_key: redacted('Equal for equal ids, even if they are masked.').optional(),
  origin: redactedOrNull('The web page that sent it, if a browser did.'),
  body: redactedValue('As sent, with secrets masked; null if there was none.'),
  unknown_fields: z.array(redacted('A field.')).describe('Fields that the API does not have.'),
  headers: headers.describe(
    'As sent, without the correlation id; the values of credentials are hidden.',
  ),
})

const considered = z.object({
  decided: z.array(
    z.object({
      id: text,
      layers: z.array(z.enum(allLayerNames)),
      next: text.exactOptional(),
    }),
  ),
  /** The rules that had no effect, and why. A file has the nearest ones only. */
  tried: z.array(z.object({ id: text, reason: text, failed: number, held: number })),
})

const response = z.object({
  status: z.int().nullable().describe('Null if the client did not get a whole response.'),
  /** As it was sent; a page and the API parse it. */
  body: redacted('Its text.').optional(),
  headers: headers.describe('As the client got them.'),
  lost_response: z
    .object({
      status: z.int().describe('Its HTTP status.'),
      body: redacted('Its text.').optional(),
    })
    .optional()
    .describe("The gateway's own response, if the client got another or none."),
})

/** One call with its response, as a run file has it; the control API shows it without `facts`. */
export const exchangeSchema = z.object({
  id: z.int().describe('Counts the requests of the world.'),
  at: time.describe('Sandbox time.'),
  real_at: time.describe('Real time.'),
  /** Its place in the order of all requests and answers, whatever the clocks say. */
  arrived: number,
  /** The same for when it was processed. */
  processed: number,
  /** The same for its answer, when it was handed over. */
  responded: number,
  operation: z.enum(operations).nullable().describe('Null if the path is not an operation.'),
  merchant: z.int().nullable().describe('Null if the request names none.'),
  request,
  asked,
  response,
  rules: z.array(text).describe('The rules that applied, highest priority first.'),
  /** What the rules that were active made of it; undefined if it was refused before that. */
  considered: considered.optional(),
  fault: recordedFaultSchema
    .meta({ id: 'FaultDocument' })
    .nullable()
    .describe('What went wrong on the wire, if a rule said so.'),
  audit: z.int().nullable().describe('The transaction that it created or showed.'),
  outcome: text.nullable().describe("The transaction's status."),
  /** The fingerprint of the card or bank account, equal for equal ones. */
  card: text.optional(),
  /** The user who called, if known. */
  user: text.optional(),
  sender: z
    .literal('dashboard')
    .optional()
    .describe('Set if the dashboard sent it; such requests do not count in the report.'),
  sandbox_failure: redacted(
    'Why the sandbox itself failed, if it did; such requests are not judged.',
  ).optional(),
  duration: number.describe('Milliseconds of real time.'),
  /** What findings and coverage need to know about it. */
  facts,
})

export type Exchange = Recorded<typeof exchangeSchema>

const { id, at, real_at, operation, merchant, rules, fault, audit, outcome } = exchangeSchema.shape
const { sender, sandbox_failure, duration } = exchangeSchema.shape
const body = z.unknown()

const shownSchema = z
  .object({
    ...{ id, at, real_at, operation, merchant },
    request: request.omit({ correlation_key: true }).describe('What the client sent.'),
    asked: asked
      .omit({ method: true, correlation_key: true })
      .describe('What it asked for, as far as it could be read; other fields are omitted.'),
    response: z
      .object({
        status: response.shape.status,
        body: body.describe('Parsed if it is JSON, else text; null if there was none.'),
        headers: response.shape.headers,
        lost_response: z
          .object({
            status: z.int().describe('Its HTTP status.'),
            body: body.describe('Its body.'),
          })
          .exactOptional()
          .describe("The gateway's own response, if the client got another or none."),
      })
      .describe('What the client got.'),
    shown: z
      .object({
        reference: text.describe('Its reference.'),
        amount: inCents(z.int().describe('Cents, as submitted.')),
        currency: text.describe('The currency of the amount.'),
      })
      .exactOptional()
      .describe('The transaction that a lookup or search returned to the client.'),
    rule: text.nullable().describe('The first of `rules`.'),
    rules,
    nearest: z
      .array(
        z.object({
          rule: text.describe('`<scenario>/<rule>`.'),
          reason: text.describe('Why it did not apply.'),
        }),
      )
      .exactOptional()
      .describe(
        'In the details of a request or payment: the active rules that nearly applied, kept when the request was made.',
      ),
    ...{ fault, audit, outcome },
    bank: z
      .object({
        code: text.describe('Its code; empty if it has not responded.'),
        message: text.describe('The same in words.'),
      })
      .nullable()
      .describe("The bank's response about the transaction, even if your client did not get it."),
    refusals: refusals.describe('Why the request was refused; empty if it was not.'),
    ...{ sender, sandbox_failure, duration },
  })
  .meta({
    id: 'RequestResponse',
    description: 'One request to the gateway or the vault, with its response; secrets are masked.',
  })

/** What the control API shows of it. Its readers need not know which texts are redacted. */
export const requestSchema = shownSchema as unknown as PlainSchema<typeof shownSchema>

type PlainSchema<Schema extends z.ZodObject> = z.ZodObject<{
  readonly [Name in keyof Schema['shape']]: z.ZodType<Plain<z.output<Schema['shape'][Name]>>> & {
    readonly _zod: Pick<Schema['shape'][Name]['_zod'], 'optin' | 'optout'>
  }
}>

type Plain<Value> = Value extends Redacted
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Plain<Value[Name]> }
    : Value

/** A transaction that changed its status without a request. */
export const movedSchema = z.object({
  at: time,
  audit: number,
  to: status,
  /** The bank's code and its words: `3 Account closed`. */
  bank: text.optional(),
  /** It moved because the delay of its answer was over. */
  by_response: z.boolean(),
  /** A hold expired; its status stays the same. */
  expired: z.boolean(),
})

export type Moved = Recorded<typeof movedSchema>

/** Unlike a document of the control API, it is no part of the public types. */
type Recorded<Schema extends z.ZodType> = ValueOf<Schema>
