import { listAssumptions } from '../../../domain/assumptions.ts'
import type { Call } from '../../call.ts'
import type { AssumptionsAnswer } from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { type ControlCall, controlCall } from '../control-call.ts'
import type { ControlParts } from '../parts.ts'

export const assumptionCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/assumptions',
    does: 'List every guess about the gateway, its value and why it has it',
    contract: controlContract({}),
    handle: (_call: Call, _input: unknown, parts: ControlParts): AssumptionsAnswer => ({
      assumptions: listAssumptions(parts.assumptions),
    }),
  }),
]
