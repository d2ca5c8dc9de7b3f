import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { operations } from '../../../scenario/rule.ts'
import { boolean, identifier, integerText } from '../field.ts'
import { coded, complaint } from '../objection.ts'
import {
  durationText,
  instantText,
  limit,
  offset,
  oneOf,
  onObjects,
  strict,
  text,
} from './control-field.ts'

/** For what has to name at least one of its members. */
function needsOneOf(names: readonly string[]) {
  const message = coded('missing_field', `Give ${names.join(' or ')}`)
  const isGiven = (value: object) => names.some((name) => Object.hasOwn(value, name))
  return [isGiven, { error: message, ...onObjects }] as const
}

function needsExactlyOneOf(names: readonly string[]) {
  const message = coded('invalid_format', `Give one of ${names.join(' and ')}, not both`)
  const isSingle = (value: object) => names.filter((name) => Object.hasOwn(value, name)).length < 2
  return [isSingle, { error: message, ...onObjects }] as const
}

/** `PUT /clock` */
export const clockBody = strict({
  mode: oneOf(['running', 'frozen']).exactOptional(),
  now: instantText.exactOptional(),
}).refine(...needsOneOf(['mode', 'now']))

/** `POST /clock/advance` */
export const advanceBody = strict({
  by: durationText.exactOptional(),
  to: instantText.exactOptional(),
})
  .refine(...needsOneOf(['by', 'to']))
  .refine(...needsExactlyOneOf(['by', 'to']))

/** `POST /settle` */
export const settleBody = strict({
  audits: z.array(identifier, complaint('invalid_type', 'Must be a list')).exactOptional(),
  all: boolean.exactOptional(),
  status: oneOf(['approved', 'declined']).exactOptional(),
  response_code: text
    .regex(/^(?:00|[1-9])$/, coded('invalid_format', 'Must be a return code, 1 to 9, or 00'))
    .exactOptional(),
})
  .refine(...needsOneOf(['audits', 'all']))
  .refine(({ status, response_code: code }) => isOfOneMind(status, code), {
    error: coded('invalid_format', 'Code 00 is an approval, 1 to 9 are returns'),
    path: ['response_code'],
    ...onObjects,
  })

function isOfOneMind(status: string | undefined, code: string | undefined): boolean {
  return status === undefined || code === undefined || (status === 'approved') === (code === '00')
}

/** `POST /correlations/expire` */
export const expireBody = strict({
  ids: z.array(text, complaint('invalid_type', 'Must be a list')).exactOptional(),
  all: boolean.exactOptional(),
}).refine(...needsOneOf(['ids', 'all']))

/** `PUT /scenarios`; each is a document or the name of a shipped one, checked where it is read. */
export const scenariosBody = strict({
  scenarios: z.array(z.unknown(), complaint('invalid_type', 'Must be a list')),
})

/** How many of each one call may ask for. */
export const maxSeeded = { customers: 100_000, tokens: 100_000, transactions: 1_000_000 } as const

/** `POST /seed` */
export const seedBody = strict({
  customers: count(maxSeeded.customers).exactOptional(),
  tokens: count(maxSeeded.tokens).exactOptional(),
  transactions: count(maxSeeded.transactions).exactOptional(),
  seed: z
    .int(complaint('invalid_type', 'Must be an integer'))
    .min(0, coded('out_of_range', `Must be from 0 to ${MAX_ID}`))
    .max(MAX_ID, coded('out_of_range', `Must be from 0 to ${MAX_ID}`))
    .exactOptional(),
})

function count(max: number) {
  const range = coded('out_of_range', `Must be from 0 to ${max}`)
  return z.int(complaint('invalid_type', 'Must be an integer')).min(0, range).max(max, range)
}

/** `GET /requests` */
export const requestsQuery = strict({
  since: z
    .union(
      [
        integerText(0, Number.MAX_SAFE_INTEGER).transform(afterId),
        instantText.transform(fromInstant),
      ],
      {
        error: () => coded('invalid_format', 'Must be the id of a request, or an ISO 8601 instant'),
      },
    )
    .exactOptional(),
  limit,
  operation: oneOf(operations).exactOptional(),
  status: integerText(100, 599).exactOptional(),
  correlation_id: text.exactOptional(),
})

function afterId(id: number) {
  return { after: id } as const
}

function fromInstant(at: number) {
  return { from: at } as const
}

const statuses = ['approved', 'declined', 'pending', 'error', 'voided', 'unknown'] as const

/** `GET /transactions` */
export const transactionsQuery = strict({
  status: oneOf(statuses).exactOptional(),
  limit,
  offset,
})

/** `GET /worlds` and `GET /snapshots` */
export const listQuery = strict({ limit })

/** `GET /customers` */
export const customersQuery = strict({ limit, offset })

export const auditPath = strict({ audit: integerText(1, MAX_ID) })
export const idPath = strict({ id: integerText(1, Number.MAX_SAFE_INTEGER) })
export const namePath = strict({ name: text })

/** The bodies as a client writes them. */
export type ClockBody = z.input<typeof clockBody>
export type AdvanceBody = z.input<typeof advanceBody>
export type SettleBody = z.input<typeof settleBody>
export type ExpireBody = z.input<typeof expireBody>
export type SeedBody = z.input<typeof seedBody>
