import * as z from 'zod'
import type { ProblemCode } from '../../../domain/problem.ts'
import {
  correlationId,
  isCorrelationId,
  refusedCharacter,
} from '../../../domain/restricted-text.ts'
import { noted } from './note.ts'
import { coded } from './objection.ts'

const headerForm = 'Must have 1 to 128 characters, each a letter, a digit or one of + - _ : . ,'

export const correlationRules = {
  pattern: correlationId.source,
  minLength: 1,
  maxLength: 128,
}

/**
 * Describes an invalid id and names the offending character. `meant`: what the client wrote, if it
 * arrived differently.
 */
export function correlationComplaint(
  code: ProblemCode,
  words: string,
  meant = (text: string) => text,
) {
  return coded(code, (input) => complaintOf(meant(String(input)), words))
}

function complaintOf(text: string, words: string): string {
  const isTooLong = [...text].every(isCorrelationId)
  return isTooLong ? words : `${refusedCharacter(text, isCorrelationId)}. ${words}`
}

const headerComplaint = correlationComplaint('invalid_correlation_id', headerForm, asSent)

/** Node reads each byte of a header as a character; most clients mean UTF-8. */
function asSent(header: string): string {
  const sent = Buffer.from(header, 'latin1').toString('utf8')
  return sent.includes('\ufffd') ? header : sent
}

/** The header of a call that changes something. */
const requiredCorrelationHeader = z.object({
  'X-Correlation-Id': noted(
    z
      .string(coded('missing_correlation_id', 'The X-Correlation-Id header is required'))
      .refine(isCorrelationId, headerComplaint),
    {
      description:
        'A new value for each request, such as a UUID; the response has it too. If no response comes, you find the transaction by it.',
      example: 'b6f1c2de-7a35-4f0c-9d3a-52f0c7f9e811',
      errors: ['missing_correlation_id', 'invalid_correlation_id'],
      rules: correlationRules,
    },
  ),
})

/** The header of a call that only reads. */
const optionalCorrelationHeader = z.object({
  'X-Correlation-Id': noted(z.string().refine(isCorrelationId, headerComplaint), {
    description: 'Optional on a call that only reads. If you send one, the response has it too.',
    example: 'b6f1c2de-7a35-4f0c-9d3a-52f0c7f9e811',
    errors: ['invalid_correlation_id'],
    rules: correlationRules,
  }).optional(),
})

/** The contract of a call that only reads. */
export function reading<Path extends z.ZodType, Query extends z.ZodType>(path: Path, query: Query) {
  return z.object({ header: optionalCorrelationHeader, path, query, body: z.undefined() })
}

/** The contract of a call that changes something. */
export function changing<
  Path extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
>(path: Path, query: Query, body: Body = z.undefined() as unknown as Body) {
  return z.object({ header: requiredCorrelationHeader, path, query, body })
}
