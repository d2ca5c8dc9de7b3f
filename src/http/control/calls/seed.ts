import * as z from 'zod'
import { MAX_ID } from '../../../domain/identifier.ts'
import { maxSeeded } from '../../../seed/most-seeded.ts'
import { seedWorld } from '../../../world/commands/seed-commands.ts'
import type { Call } from '../../call.ts'
import type { SeedAnswer, seedCalls } from '../../contract/control/calls/seed.ts'
import { controlContract, strict } from '../../contract/control/control-field.ts'
import { coded, complaint } from '../../contract/objection.ts'
import { type Handlers, handler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'

const contract = controlContract({
  body: strict({
    customers: integer(maxSeeded.customers).exactOptional(),
    tokens: integer(maxSeeded.tokens).exactOptional(),
    transactions: integer(maxSeeded.transactions).exactOptional(),
    seed: integer(MAX_ID).exactOptional(),
  }),
})

function integer(max: number) {
  const range = coded('out_of_range', `Must be from 0 to ${max}`)
  return z.int(complaint('invalid_type', 'Must be an integer')).min(0, range).max(max, range)
}

export const seed: Handlers<typeof seedCalls> = { seed: handler(contract, makeData) }

function makeData(
  { world }: Call,
  { body }: z.output<typeof contract>,
  { stopping }: HandlerParts,
): Promise<SeedAnswer> {
  return seedWorld(world, body, { stopping })
}
