import type { Customer } from '../../domain/vault.ts'
import type { CustomerAnswer } from '../contract/vault/customer-answer.ts'
import { link } from '../hal.ts'
import { fillPath } from '../paths.ts'
import { merchantQuery, type Viewer } from './vault-call.ts'

/** The path of a customer's tokens. */
export const tokensPath = '/customers/{customer_id}/tokens'

/** How customers look in the answer to a call. */
export function customerView(viewer: Viewer): (customer: Customer) => CustomerAnswer {
  const { base, user, world } = viewer
  const { paths, rels } = world.environment.assumptions
  return ({ id, merchant, name, reference }) => {
    const query = merchantQuery(user, merchant)
    return {
      id,
      name,
      reference,
      _links: {
        [rels.self]: link(base, fillPath(paths.customer, { customer_id: id }), query),
        [rels.tokens]: link(base, fillPath(tokensPath, { customer_id: id }), query),
      },
    }
  }
}
