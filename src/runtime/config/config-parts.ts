import * as z from 'zod'
import { MAX_ID } from '../../domain/identifier.ts'
import { isPercent } from '../../domain/surcharge.ts'
import { allFindings } from '../../judge/findings/all-findings.ts'
import { acceptableFindings } from '../../judge/sweep/cells/sweep-findings.ts'
import { secret, token } from './kinds.ts'

/** An optional key, with what editors show about it. */
export function key<Schema extends z.ZodType>(schema: Schema, words: string) {
  return z.exactOptional(schema.describe(words))
}

const merchantId = () => z.int().min(1).max(MAX_ID)

/** A user needs a password for Basic or a token for Bearer. */
export function users() {
  const user = z.strictObject({
    name: z
      .string()
      .min(1, { error: 'expected a name, found an empty string' })
      .regex(/^[^:]*$/, { error: 'expected a name without a colon, which Basic cannot carry' })
      .describe('The name for Basic authentication.'),
    password: key(secret('password'), 'The password for Basic authentication.'),
    token: key(token('token'), 'The token for Bearer authentication.'),
    merchant: merchantId().describe('The merchant that the user is assigned to.'),
    merchants: key(
      z.array(merchantId()).min(1),
      'The merchants that the user may use. Default: only its own',
    ),
  })
  return z.array(user)
}

export function merchants() {
  const percent = z
    .string()
    .refine(isPercent, { error: 'expected 0 to 100 with up to four decimals, such as "1.5"' })
  /** Percentages by name, each of them optional. */
  const percentages = (...names: readonly string[]) => {
    const members: Record<string, z.ZodExactOptional<typeof percent>> = {}
    for (const name of names) members[name] = percent.exactOptional()
    return z.strictObject(members)
  }
  const surcharge = z.strictObject({
    default: key(percent, 'For all other payments.'),
    card_types: key(
      percentages('visa', 'mastercard', 'amex', 'diners', 'jcb', 'unionpay', 'discover'),
      'By card type.',
    ),
    methods: key(percentages('card', 'direct_debit'), 'By payment method.'),
  })
  const merchant = z.strictObject({
    id: merchantId().describe('The merchant id in requests.'),
    name: key(z.string().min(1), 'A name for people.'),
    vault: key(z.boolean(), 'Whether it may use customers and tokens. Default: true'),
    standalone_refunds: key(
      z.boolean(),
      'Whether it may refund without an audit number. Default: true',
    ),
    surcharge: key(surcharge, 'Percentages that are added to payments, such as "1.5".'),
  })
  return z.array(merchant).min(1)
}

export function acceptedFindings() {
  const finding = z.strictObject({
    code: z
      .enum([...allFindings, ...acceptableFindings].map(({ code }) => code))
      .describe('The code of the finding.'),
    test: key(z.string().min(1), 'The name of the test. Default: any test'),
    because: z.string().min(1).max(500).describe('Why it is accepted; the report shows it.'),
  })
  return z.array(finding)
}
