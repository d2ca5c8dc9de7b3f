import type { AssumptionKey } from '../../../domain/assumptions/assumptions.ts'
import { isLuhnValid } from '../../../domain/card/card.ts'
import { CannotTell } from '../lab/exchange.ts'
import { cardToken, spareToken } from '../lab/vault.ts'
import { type GroupKey, type Probes, probe, seen } from './probe.ts'

type Key = GroupKey<'virtual_pan'> | Extract<AssumptionKey, 'virtual_pan_luhn' | 'token_id_type'>

export const tokenProbes: Probes<Key> = {
  token_id_type: probe('The type of a new token’s id.', async (lab) => {
    const { id, created } = await cardToken(lab)
    return seen(typeof id === 'string' ? 'string' : 'integer', created)
  }),
  virtual_pan_luhn: probe('The virtual PANs of two new tokens.', async (lab) => {
    const tokens = [await cardToken(lab), await spareToken(lab)]
    const areValid = tokens.every(({ virtualPan }) => isLuhnValid(virtualPan))
    return seen(areValid ? 'valid' : 'invalid', ...tokens.map(({ created }) => created))
  }),
  'virtual_pan.length': common('The length of both.', (virtualPan) => virtualPan.length),
  'virtual_pan.first_digit': common('The first digit of both.', (virtualPan) =>
    Number(virtualPan.charAt(0)),
  ),
}

/** Something that the virtual PANs of two tokens have in common. */
function common(how: string, look: (virtualPan: string) => number) {
  return probe(`Two new tokens. ${how}`, async (lab) => {
    const tokens = [await cardToken(lab), await spareToken(lab)] as const
    const by = tokens.map(({ created }) => created)
    const [one, other] = tokens.map(({ virtualPan }) => look(virtualPan))
    if (one === other) return seen(one, ...by)
    throw new CannotTell(`it is ${one} for one token and ${other} for another`, by)
  })
}
