import type * as z from 'zod'
import { forgetCorrelations } from '../../../world/commands/correlation.ts'
import type { Call } from '../../call.ts'
import type { ExpireAnswer } from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { expireBody } from '../../contract/control/control-requests.ts'
import { type ControlCall, controlCall } from '../control-call.ts'

const contract = controlContract({ body: expireBody })

export const correlationCalls: readonly ControlCall[] = [
  controlCall({
    method: 'POST',
    path: '/correlations/expire',
    does: 'Forget correlation ids now, as time would',
    contract,
    handle: expire,
  }),
]

function expire({ world }: Call, { body }: z.output<typeof contract>): ExpireAnswer {
  const { ids = [], all } = body
  return { expired: forgetCorrelations(world, all === true ? 'all' : ids) }
}
