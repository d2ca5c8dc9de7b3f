import * as z from 'zod'
import { didYouMean } from '../../../base/text/nearest-word.ts'
import { isRestrictedText } from '../../../domain/restricted-text.ts'
import {
  decidedStatuses,
  transactionStatuses,
} from '../../../domain/transaction/kinds-and-statuses.ts'
import { gatewayFailures } from '../../../domain/transaction/outcome.ts'
import { type OutcomeDocument, sequenceEnds } from '../../scenario-document.ts'
import {
  afterForms,
  elapsedForms,
  parseAfter,
  parseWindow,
  windowForms,
} from '../../written-values.ts'
import { elapsed, faultSchema } from './fault-schema.ts'

/** The request fields that a bank's code can be derived from. */
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
      'The code that the bank responds, in quotes; or from-amount, from-pan (the last two digits), from-bsb (the last one).',
    examples: ['00', '05', '51', '54', ...derivedCodes],
  })

const restricted = z.string().max(255).refine(isRestrictedText, {
  error: 'expected ASCII letters, digits, spaces and punctuation, except quotes and backslash',
})

// The namespace is a setting, but the rest of the prefix is not.
const answeredPrefix = /^(?:[\w.]+\.)?RESPONSE\.KVP\./

const kvpKey = z
  .string()
  .regex(/^[A-Za-z0-9_.]{1,64}$/, {
    error: 'expected a key of up to 64 letters, digits, underscores and dots',
  })
  .refine((key) => !answeredPrefix.test(key), {
    error: ({ input }) =>
      `the response adds the prefix itself; write '${String(input).replace(answeredPrefix, '')}'`,
  })

const resolve = z.strictObject({
  after: z
    .string({ error: `expected ${afterForms}` })
    .refine((text) => parseAfter(text) !== undefined, { error: `expected ${afterForms}` })
    .describe(
      'Sandbox time since the creation (30s, 3d, "2 banking days"), or for a direct debit clearance, return or "5 banking days after lodging".',
    ),
  status: z.enum(decidedStatuses).describe('What it becomes.'),
  response_code: responseCode.exactOptional(),
})

const resolves = z
  .union([resolve, z.array(resolve)], { error: 'expected one later change or a list of them' })
  .describe('Later changes of status, in sandbox time. An empty list: the status never changes.')

const duration = z.union(
  [
    elapsed,
    z.strictObject({
      min: elapsed.describe('The shortest wait.'),
      max: elapsed.describe('The longest wait.'),
    }),
  ],
  { error: `expected a duration such as ${elapsedForms}, or { min, max }` },
)

const trueOrTime = z.union([z.literal(true), elapsed], {
  error: `expected true, or a duration such as ${elapsedForms}`,
})

/** Headers that the connection or the sandbox sets itself. */
const ownHeaders = new Set([
  ...['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'upgrade'],
  ...['trailer', 'x-correlation-id', 'x-sandbox-rule', 'x-sandbox-version', 'x-sandbox-world'],
])

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,60}$/, { error: 'expected a header name of letters, digits and dashes' })
  .refine((name) => !ownHeaders.has(name.toLowerCase()), {
    error: 'this header cannot be set by a rule',
  })

const headerValue = z
  .string()
  .max(1000)
  .regex(/^[ -~]*$/, { error: 'expected one line of ASCII' })

const members = {
  status: z
    .enum(transactionStatuses)
    .exclude(['voided'])
    .describe('The status of the transaction. Default: it follows from the codes.')
    .exactOptional(),
  response_code: responseCode.exactOptional(),
  response_message: restricted.describe("The bank's message.").exactOptional(),
  gateway_status_code: z
    .union([z.int().min(-2_147_483_648).max(2_147_483_647), z.enum(gatewayFailures)], {
      error: `expected a number, or the name of a failure: ${gatewayFailures.join(', ')}`,
    })
    .describe(
      '0 processed, -99 unknown; any other is a failure of the gateway. By its name, a failure has the number that the assumptions give it.',
    )
    .exactOptional(),
  kvps: z.record(kvpKey, restricted).describe('Additional KVPs of the response.').exactOptional(),
  resolves: resolves.exactOptional(),
  expires: z
    .literal('at-once')
    .describe('The preauthorisation is expired as soon as it is made.')
    .exactOptional(),
  drift: z
    .boolean()
    .describe('Valid but undocumented values, extra fields and links.')
    .exactOptional(),
  delay: duration
    .describe('Real time before the response; with min and max, chosen by seeded chance.')
    .exactOptional(),
  fault: faultSchema.exactOptional(),
  slow: elapsed
    .describe('Real time before the response; unlike with delay, the bank has decided at once.')
    .exactOptional(),
  late: trueOrTime
    .describe(
      'No response: the bank decides this long after the client has stopped waiting. true: 1s.',
    )
    .exactOptional(),
  delayed: trueOrTime
    .describe(
      'No response: the request is only processed when the client has stopped waiting, this long after that. true: after a search for it.',
    )
    .exactOptional(),
  undecided: z
    .strictObject({
      as: z.enum(['unknown', 'pending']).describe('The status in the response.'),
      for: z
        .string({ error: `expected ${windowForms}` })
        .refine((text) => parseWindow(text) !== undefined, { error: `expected ${windowForms}` })
        .describe('How long it has that status, in sandbox time: 2s.'),
    })
    .describe(
      'The bank responds before it has decided, and then decides as it would have done. Only a card approval is pending first.',
    )
    .exactOptional(),
  found: z
    .literal(false)
    .describe('A lookup or search finds nothing, although the transaction exists.')
    .exactOptional(),
  headers: z
    .record(headerName, headerValue)
    .describe('Additional headers of the response.')
    .exactOptional(),
}

const alternative = z.strictObject({
  weight: z
    .number()
    .positive({ error: 'expected a weight over 0' })
    .max(1_000_000)
    .describe('How often it is chosen, compared with the others; default 1.')
    .exactOptional(),
  ...members,
})

const outcomeShape = {
  ...members,
  one_of: z
    .array(alternative)
    .min(1, { error: 'expected at least one outcome to choose' })
    .max(50)
    .describe(
      'Outcomes from which seeded chance chooses one. Cannot be combined with other fields.',
    )
    .exactOptional(),
  sequence: z
    .array(z.strictObject(members))
    .min(2, { error: 'expected at least two outcomes; write a single one without sequence' })
    .max(50)
    .describe(
      'Outcomes of one matching request after the other, counted by `per`. Can be combined only with then.',
    )
    .exactOptional(),
  // biome-ignore lint/suspicious/noThenProperty: a word of the scenario language, which nobody awaits
  then: z
    .enum(sequenceEnds)
    .describe(
      'After the sequence: what happens without the rule (default), its last outcome again (last), or the first outcome again (repeat). Default: default.',
    )
    .exactOptional(),
}

export const outcomeSchema = z.strictObject(outcomeShape, {
  error: ({ input }) =>
    Array.isArray(input)
      ? 'expected a map of keys, found a list; write one outcome after the other under sequence'
      : undefined,
}) satisfies z.ZodType<OutcomeDocument>
