import type * as z from 'zod'
import { seedWorld } from '../../../world/commands/seed-commands.ts'
import type { Call } from '../../call.ts'
import type { SeedAnswer } from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { seedBody } from '../../contract/control/control-requests.ts'
import { type ControlCall, controlCall } from '../control-call.ts'
import type { ControlParts } from '../parts.ts'

const contract = controlContract({ body: seedBody })

export const seedCalls: readonly ControlCall[] = [
  controlCall({
    method: 'POST',
    path: '/seed',
    does: 'Make believable data; the same seed gives the same data',
    contract,
    handle: seed,
  }),
]

function seed(
  { world }: Call,
  { body }: z.output<typeof contract>,
  { stopping }: ControlParts,
): Promise<SeedAnswer> {
  return seedWorld(world, body, { stopping })
}
