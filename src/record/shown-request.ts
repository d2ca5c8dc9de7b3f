import * as z from 'zod'
import { inCents } from '../base/cents.ts'
import { operations } from '../scenario/operations.ts'
import { faultSchema } from '../scenario/reading/schema/fault-schema.ts'

const headers = z.record(z.string(), z.string())

export const requestSchema = z
  .object({
    id: z.int().describe('Counts the requests of the world.'),
    at: z.iso.datetime().describe('Sandbox time.'),
    real_at: z.iso.datetime().describe('Real time.'),
    operation: z.enum(operations).nullable().describe('Null if the path is not an operation.'),
    merchant: z.int().nullable().describe('Null if the request names none.'),
    request: z
      .object({
        method: z.string().describe('The HTTP method.'),
        path: z.string().describe('The path, with card numbers masked.'),
        query: z.record(z.string(), z.string()).describe('The query parameters.'),
        correlation_id: z.string().nullable().describe('Its `X-Correlation-Id`, if it has one.'),
        origin: z.string().nullable().describe('The web page that sent it, if a browser did.'),
        body: z.unknown().describe('As sent, with secrets masked; null if there was none.'),
        unknown_fields: z.array(z.string()).describe('Fields that the API does not have.'),
        headers: headers.describe(
          'As sent, without the correlation id; the values of credentials are hidden.',
        ),
      })
      .describe('What the client sent.'),
    asked: z
      .object({
        reference: z.string().exactOptional().describe('The reference of the order or customer.'),
        name: z
          .string()
          .exactOptional()
          .describe('The name of the customer or token that was to be stored.'),
        amount: inCents(z.number().describe('Cents.')).exactOptional(),
        currency: z.string().exactOptional().describe('The currency of the amount.'),
        account: z
          .string()
          .exactOptional()
          .describe('The masked number of the card or account that was to pay.'),
        target: z
          .int()
          .exactOptional()
          .describe('The transaction that a completion, refund or void acts on.'),
        audit: z.int().exactOptional().describe('The transaction that a lookup asks for.'),
        correlation_id: z
          .string()
          .exactOptional()
          .describe('The correlation id that a search asks for.'),
      })
      .describe('What it asked for, as far as it could be read; other fields are omitted.'),
    response: z
      .object({
        status: z.int().nullable().describe('Null if the client did not get a whole response.'),
        body: z.unknown().describe('Parsed if it is JSON, else text; null if there was none.'),
        headers: headers.describe('As the client got them.'),
        lost_response: z
          .object({
            status: z.int().describe('Its HTTP status.'),
            body: z.unknown().describe('Its body.'),
          })
          .exactOptional()
          .describe("The gateway's own response, if the client got another or none."),
      })
      .describe('What the client got.'),
    shown: z
      .object({
        reference: z.string().describe('Its reference.'),
        amount: inCents(z.int().describe('Cents, as submitted.')),
        currency: z.string().describe('The currency of the amount.'),
      })
      .exactOptional()
      .describe('The transaction that a lookup or search returned to the client.'),
    rule: z.string().nullable().describe('The first of `rules`.'),
    rules: z.array(z.string()).describe('The rules that applied, highest priority first.'),
    nearest: z
      .array(
        z.object({
          rule: z.string().describe('`<scenario>/<rule>`.'),
          reason: z.string().describe('Why it did not apply.'),
        }),
      )
      .exactOptional()
      .describe(
        'In the details of a request or payment: the active rules that nearly applied, kept when the request was made.',
      ),
    fault: faultSchema
      .meta({ id: 'FaultDocument' })
      .nullable()
      .describe('What went wrong on the wire, if a rule said so.'),
    audit: z.int().nullable().describe('The transaction that it created or showed.'),
    outcome: z.string().nullable().describe("The transaction's status."),
    bank: z
      .object({
        code: z.string().describe('Its code; empty if it has not responded.'),
        message: z.string().describe('The same in words.'),
      })
      .nullable()
      .describe("The bank's response about the transaction, even if your client did not get it."),
    refusals: z
      .array(
        z.object({
          code: z.string().describe('The error code.'),
          field: z
            .string()
            .exactOptional()
            .describe('The field of the body or the query that it is about.'),
        }),
      )
      .describe('Why the request was refused; empty if it was not.'),
    sender: z
      .literal('dashboard')
      .exactOptional()
      .describe('Set if the dashboard sent it; such requests do not count in the report.'),
    sandbox_failure: z
      .string()
      .exactOptional()
      .describe('Why the sandbox itself failed, if it did; such requests are not judged.'),
    duration: z.number().describe('Milliseconds of real time.'),
  })
  .meta({
    id: 'RequestResponse',
    description: 'One request to the gateway or the vault, with its response; secrets are masked.',
  })
