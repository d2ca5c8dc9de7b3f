import type * as z from 'zod'
import { settle } from '../../../world/commands/settle.ts'
import type { Call } from '../../call.ts'
import type { SettleAnswer } from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { settleBody } from '../../contract/control/control-requests.ts'
import { type ControlCall, controlCall } from '../control-call.ts'

const contract = controlContract({ body: settleBody })

export const settleCalls: readonly ControlCall[] = [
  controlCall({
    method: 'POST',
    path: '/settle',
    does: 'Let banks report on pending direct debits now',
    contract,
    handle: settleNow,
  }),
]

function settleNow({ world }: Call, { body }: z.output<typeof contract>): SettleAnswer {
  const { audits = [], all, response_code: responseCode } = body
  const status = body.status ?? statusOf(responseCode)
  return { settled: settle(world, { audits: all === true ? 'all' : audits, status, responseCode }) }
}

function statusOf(code: string | undefined): 'approved' | 'declined' {
  return code === undefined || code === '00' ? 'approved' : 'declined'
}
