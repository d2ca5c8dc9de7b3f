import { isOk, partAt } from '../lab/answer.ts'
import { CannotTell } from '../lab/exchange.ts'
import { fact } from '../lab/lab.ts'
import { purchasing } from '../lab/openings.ts'
import {
  cardToken,
  firstCustomer,
  ownTokenPath,
  postCustomer,
  spareToken,
  vaultPath,
} from '../lab/vault.ts'
import { type GroupKey, type Probes, probe, seen } from './probe.ts'

export const statusProbes: Probes<GroupKey<'status'>> = {
  'status.transaction': probe('The status of the answer to a purchase.', async (lab) => {
    const { created } = await purchasing(lab)
    return seen(created.status, created)
  }),
  'status.customer_created': probe('The status of the answer to a new customer.', async (lab) => {
    const { created } = await firstCustomer(lab)
    return seen(created.status, created)
  }),
  'status.customer_existing': probe('A customer is created a second time.', async (lab) => {
    const { id, reference, created } = await firstCustomer(lab)
    const again = await postCustomer(lab, reference)
    if (isOk(again) && partAt(again.body, 'id') === id) return seen(again.status, created, again)
    const reason = 'the same reference did not give the same customer'
    throw new CannotTell(reason, [created, again])
  }),
  'status.token_created': probe('The status of the answer to a new token.', async (lab) => {
    const { created } = await cardToken(lab)
    return seen(created.status, created)
  }),
  'status.deleted': probe('A token is deleted.', async (lab) => {
    const gone = await deletedToken(lab)
    if (isOk(gone)) return seen(gone.status, gone)
    throw new CannotTell(`a token cannot be deleted (${gone.status})`, [gone])
  }),
}

const deletedToken = fact(async (lab) => {
  const path = ownTokenPath(await spareToken(lab))
  return await lab.send({ method: 'DELETE', path: vaultPath(lab, path) })
})
