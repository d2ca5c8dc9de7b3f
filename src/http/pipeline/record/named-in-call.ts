import { hasDigits } from '../../../domain/card/hidden-number.ts'
import { isIdentifier } from '../../../domain/identifier.ts'
import type { Call } from '../../call.ts'
import type { Operation } from '../../operation.ts'
import { ownNumbers } from './own-numbers.ts'

/** The number of the card that a call names, where it stands in its correlation id too. */
export function ownPanIn({ body, world, correlation: { id = '' } }: Call): string | undefined {
  const { pans } = ownNumbers(body, world.environment.assumptions)
  return pans.find((pan) => hasDigits(id, pan))
}

/**
 * Only what can be a merchant: where a number is asked for, a client may put its card's. An
 * operation that names none is for its user's own; what is no operation is for none.
 */
export function merchantIn(
  { query, body, user }: Call,
  operation: Operation['name'] | undefined,
): number | undefined {
  const named = (body as { merchant?: { id?: unknown } } | null | undefined)?.merchant?.id
  if (isIdentifier(named)) return named
  const asked = Number(query.merchant_id)
  if (isIdentifier(asked)) return asked
  return operation === undefined ? undefined : user?.merchant
}
