import * as z from 'zod'
import { didYouMean } from '../../document/nearest-word.ts'
import { isRestrictedText } from '../../domain/restricted-text.ts'
import { afterForms, parseAfter } from '../moments.ts'
import type { OutcomeDocument } from '../scenario-document.ts'
import { elapsed, faultSchema } from './fault-schema.ts'

/** Where a bank's code is taken from the request instead of being given. */
const derivedCodes = ['from-amount', 'from-pan', 'from-bsb'] as const

const responseCode = z
  .string()
  .regex(new RegExp(`^([0-9A-Za-z]{0,3}|${derivedCodes.join('|')})$`), {
    error: ({ input }) =>
      `expected a bank's code such as "05", or ${derivedCodes.join(', ')}` +
      didYouMean(String(input), derivedCodes),
  })
  .meta({
    description:
      'The code that the bank answers, in quotes; or from-amount, from-pan (the last two digits), from-bsb (the last one).',
    examples: ['00', '05', '51', '54', ...derivedCodes],
  })

const restricted = z.string().max(255).refine(isRestrictedText, {
  error: 'expected ASCII letters, digits, spaces and punctuation but for quotes and backslash',
})

const kvpKey = z.string().regex(/^[A-Za-z0-9_.]{1,64}$/, {
  error: 'expected a key of up to 64 letters, digits, underscores and dots',
})

const resolve = z.strictObject({
  after: z
    .string()
    .refine((text) => parseAfter(text) !== undefined, { error: `expected ${afterForms}` })
    .describe(
      'Sandbox time since the creation (30s, 3d, "2 banking days"), or for a direct debit clearance, return or "5 banking days after lodging".',
    ),
  status: z.enum(['approved', 'declined', 'error']).describe('What it becomes.'),
  response_code: responseCode.exactOptional(),
})

const resolves = z
  .union([resolve, z.array(resolve)], { error: 'expected one later move or a list of them' })
  .describe('Later moves on the sandbox clock; an empty list: it stays as it is for ever.')

export const outcomeSchema = z.strictObject({
  status: z
    .enum(['approved', 'declined', 'pending', 'error', 'unknown'])
    .describe('What comes of the transaction. Left out, it follows from the codes.')
    .exactOptional(),
  response_code: responseCode.exactOptional(),
  response_message: restricted.describe("The bank's message.").exactOptional(),
  gateway_status_code: z
    .int()
    .min(-2_147_483_648)
    .max(2_147_483_647)
    .describe('0 processed, -99 unknown; any other is a failure of the gateway.')
    .exactOptional(),
  kvps: z
    .record(kvpKey, restricted)
    .describe('KVPs that the answer carries besides its own.')
    .exactOptional(),
  resolves: resolves.exactOptional(),
  expires: z
    .literal('at-once')
    .describe('The preauthorisation is expired as soon as it is made.')
    .exactOptional(),
  drift: z
    .boolean()
    .describe('Valid values that no client has heard of, extra members and links.')
    .exactOptional(),
  delay: elapsed.describe('Real time before the answer.').exactOptional(),
  fault: faultSchema.exactOptional(),
}) satisfies z.ZodType<OutcomeDocument>
