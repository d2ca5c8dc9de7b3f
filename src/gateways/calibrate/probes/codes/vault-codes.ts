import { luhnDigit } from '../../../../domain/card/card.ts'
import { CannotTell, isOk, type LabExchange } from '../../lab/exchange.ts'
import type { Lab } from '../../lab/lab.ts'
import { sendPurchase } from '../../lab/openings.ts'
import {
  cardAccount,
  cardToken,
  customerAddress,
  firstCustomer,
  newToken,
  ownTokenPath,
  postToken,
  secondCustomer,
  vaultPath,
} from '../../lab/vault.ts'
import { type ProbeTable, refusalProbe } from '../probe.ts'

/** Requests that the vault forbids. */
export const vaultCodes = {
  'error_codes.token_not_found': refusalProbe(
    'A purchase by a virtual PAN of nobody.',
    async (lab) => {
      const { virtualPan } = await cardToken(lab)
      return await payByToken(lab, neverIssued(virtualPan))
    },
  ),
  'error_codes.token_inactive': refusalProbe('A purchase by an inactive token.', async (lab) => {
    const account = { general_creditcard: cardAccount(lab) }
    const token = await newToken(lab, 'inactive card', account)
    const path = vaultPath(lab, ownTokenPath(token))
    const changed = await lab.send({ method: 'PATCH', path, body: { active: false } })
    if (isOk(changed)) return await payByToken(lab, token.virtualPan)
    throw new CannotTell(`a token cannot be deactivated (${changed.status})`, [changed])
  }),
  'error_codes.preferred_name_in_use': refusalProbe('Two tokens of one name.', async (lab) => {
    await cardToken(lab)
    return await postToken(lab, 'first card', { general_creditcard: cardAccount(lab) })
  }),
  'error_codes.reference_in_use': refusalProbe(
    'A customer is given the reference of another.',
    async (lab) => {
      const path = vaultPath(lab, customerAddress(lab, await firstCustomer(lab)))
      const { reference } = await secondCustomer(lab)
      return await lab.send({ method: 'PATCH', path, body: { reference } })
    },
  ),
} satisfies ProbeTable

async function payByToken(lab: Lab, pan: string): Promise<LabExchange> {
  return await sendPurchase(lab, { method: { creditcard: { pan } } })
}

/** As long and with the same first digit, and a check digit that fits. */
function neverIssued(virtualPan: string): string {
  const middle = virtualPan
    .slice(1, -1)
    .replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10))
  const front = virtualPan.charAt(0) + middle
  return front + luhnDigit(front)
}
