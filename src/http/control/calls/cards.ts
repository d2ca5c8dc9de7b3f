import { magicValues } from '../../../scenario/telling/cards.ts'
import type { Call } from '../../call.ts'
import type { CardsAnswer } from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { type ControlCall, controlCall } from '../control-call.ts'

export const cardCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/cards',
    does: 'List the magic cards, amounts and BSBs of the active scenarios',
    contract: controlContract({}),
    handle: ({ world }: Call): CardsAnswer => ({ cards: magicValues(world.rules.scenarios) }),
  }),
]
