import * as z from 'zod'
import { forgetCorrelations } from '../../../world/commands/correlation.ts'
import { settle } from '../../../world/commands/settle.ts'
import type { Call } from '../../call.ts'
import type {
  byHandCalls,
  ExpireAnswer,
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

const expireContract = controlContract({
  body: strict({
    ids: z.array(text, complaint('invalid_type', 'Must be a list')).exactOptional(),
    all: boolean.exactOptional(),
  }).refine(...needsOneOf(['ids', 'all'])),
})

export const byHand: Handlers<typeof byHandCalls> = {
  settle: handler(settleContract, settleNow),
  expire: handler(expireContract, expire),
}

function settleNow({ world }: Call, { body }: z.output<typeof settleContract>): SettleAnswer {
  const { audits = [], all, response_code: responseCode } = body
  const status = body.status ?? statusOf(responseCode)
  const asked = { audits: all === true ? ('all' as const) : audits, status, responseCode }
  return { settled: world.run((ground) => settle(world, ground, asked)) }
}

function isOfOneMind(status: string | undefined, code: string | undefined): boolean {
  return status === undefined || code === undefined || (status === 'approved') === (code === '00')
}

function statusOf(code: string | undefined): 'approved' | 'declined' {
  return code === undefined || code === '00' ? 'approved' : 'declined'
}

function expire({ world }: Call, { body }: z.output<typeof expireContract>): ExpireAnswer {
  const { ids = [], all } = body
  const which = all === true ? 'all' : ids
  return { expired: world.run((ground) => forgetCorrelations(world, ground, which)) }
}
