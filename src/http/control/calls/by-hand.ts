import * as z from 'zod'
import { forgetCorrelations } from '../../../world/commands/transactions/forget-correlations.ts'
import { resolve, returnLate, settle } from '../../../world/commands/transactions/settle.ts'
import type { Call } from '../../call.ts'
import type {
  byHandCalls,
  ExpireAnswer,
  ResolveAnswer,
  ReturnAnswer,
  SettleAnswer,
} from '../../contract/control/calls/by-hand.ts'
import {
  controlContract,
  needsOneOf,
  oneOf,
  onObjects,
  strict,
  text,
} from '../../contract/control/control-field.ts'
import { boolean, identifier } from '../../contract/field.ts'
import { coded, complaint } from '../../contract/objection.ts'
import { type Handlers, handler } from '../control-handler.ts'

const settleContract = controlContract({
  body: strict({
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
    }),
})

const audits = z.array(identifier, complaint('invalid_type', 'Must be a list')).min(1)

const resolveContract = controlContract({
  body: strict({
    audits,
    status: oneOf(['approved', 'declined', 'error']),
    response_code: text
      .regex(/^[0-9A-Za-z]{1,3}$/, coded('invalid_format', "Must be a bank's code such as 51"))
      .exactOptional(),
  }),
})

const returnContract = controlContract({
  body: strict({
    audits,
    response_code: text
      .regex(/^[1-9]$/, coded('invalid_format', 'Must be a return code, 1 to 9'))
      .exactOptional(),
  }),
})

/** What is forgotten is forgotten at once, and holds up other calls. */
const MOST_IDS = 10_000

const expireContract = controlContract({
  body: strict({
    ids: z
      .array(text, complaint('invalid_type', 'Must be a list'))
      .max(
        MOST_IDS,
        coded(
          'out_of_range',
          `Must have at most ${MOST_IDS} ids; send the others with another call`,
        ),
      )
      .exactOptional(),
    all: boolean.exactOptional(),
  }).refine(...needsOneOf(['ids', 'all'])),
})

export const byHand: Handlers<typeof byHandCalls> = {
  settle: handler(settleContract, settleNow),
  resolve: handler(resolveContract, resolveNow),
  return: handler(returnContract, returnNow),
  expire: handler(expireContract, expire),
}

function settleNow({ world }: Call, { body }: z.output<typeof settleContract>): SettleAnswer {
  const { audits = [], all, response_code: responseCode } = body
  const status = body.status ?? statusOf(responseCode)
  const asked = { audits: all === true ? ('all' as const) : audits, status, responseCode }
  const { moved, refused } = world.run((context) => settle(world, context, asked))
  return { settled: moved, ...(refused.length > 0 && { refused }) }
}

function resolveNow({ world }: Call, { body }: z.output<typeof resolveContract>): ResolveAnswer {
  const { audits, status, response_code: responseCode } = body
  const asked = { audits, status, responseCode }
  const { moved, refused } = world.run((context) => resolve(world, context, asked))
  return { resolved: moved, refused }
}

function returnNow({ world }: Call, { body }: z.output<typeof returnContract>): ReturnAnswer {
  const asked = { audits: body.audits, responseCode: body.response_code }
  const { moved, refused } = world.run((context) => returnLate(world, context, asked))
  return { returned: moved, refused }
}

function isOfOneMind(status: string | undefined, code: string | undefined): boolean {
  return status === undefined || code === undefined || (status === 'approved') === (code === '00')
}

function statusOf(code: string | undefined): 'approved' | 'declined' {
  return code === undefined || code === '00' ? 'approved' : 'declined'
}

async function expire(
  { world }: Call,
  { body }: z.output<typeof expireContract>,
): Promise<ExpireAnswer> {
  const { ids = [], all } = body
  return { expired: await forgetCorrelations(world, all === true ? 'all' : ids) }
}
