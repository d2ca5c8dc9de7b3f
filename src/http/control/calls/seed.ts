import type * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { maxSeeded } from '../../../seed/most-seeded.ts'
import { seedWorld } from '../../../world/commands/seed-commands.ts'
import type { Call } from '../../call.ts'
import type { SeedAnswer, seedCalls } from '../../contract/control/calls/seed.ts'
import { controlContract, integer, strict } from '../../contract/control/control-field.ts'
import { type Handlers, handler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'

const contract = controlContract({
  body: strict({
    customers: integer(0, maxSeeded.customers).exactOptional(),
    tokens: integer(0, maxSeeded.tokens).exactOptional(),
    transactions: integer(0, maxSeeded.transactions).exactOptional(),
    seed: integer(0, MAX_ID).exactOptional(),
  }),
})

export const seed: Handlers<typeof seedCalls> = { seed: handler(contract, makeData) }

function makeData(
  { world }: Call,
  { body }: z.output<typeof contract>,
  { stopping }: HandlerParts,
): Promise<SeedAnswer> {
  return seedWorld(world, body, { stopping })
}
