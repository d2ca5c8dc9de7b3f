import { withMask } from '../../../base/redaction/card-number.ts'
import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { CARD_ACCOUNT } from '../../../domain/vault.ts'
import type { Customer, Token, TokenAccount } from '../../../domain/vault-records.ts'
import { shownAccount } from '../account-members.ts'
import type { VaultCustomerResponse } from '../contract/vault/customer-contract.ts'
import type { TokenResponse } from '../contract/vault/token-contract.ts'
import { fillPath, fixedPaths, link } from '../paths.ts'
import { merchantQuery, type Viewer } from './vault-call.ts'

/** Represents customers in the answer to a call. */
export function customerView(viewer: Viewer): (customer: Customer) => VaultCustomerResponse {
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
        [rels.tokens]: link(base, fillPath(fixedPaths.tokens, { customer_id: id }), query),
      },
    }
  }
}

/** Represents tokens in the answer to a call. */
export function tokenView(viewer: Viewer): (token: Token) => TokenResponse {
  const { base, user, world } = viewer
  const { assumptions } = world.environment
  const { paths, rels } = assumptions
  return ({ id, customer, merchant, virtualPan, preferredName, active, account }) => {
    const query = merchantQuery(user, merchant)
    return {
      id: assumptions.token_id_type === 'integer' ? id : String(id),
      virtual_pan: virtualPan,
      preferred_name: preferredName,
      active,
      account: accountView(account, assumptions),
      _links: {
        [rels.self]: link(
          base,
          fillPath(paths.token, { customer_id: customer, token_id: id }),
          query,
        ),
        [rels.customer]: link(base, fillPath(paths.customer, { customer_id: customer }), query),
      },
    }
  }
}

function accountView(account: TokenAccount, assumptions: Assumptions): TokenResponse['account'] {
  const { mask_character, bank_account_type, bank_account_fields: names } = assumptions
  if (account.type === 'bank') {
    return { [bank_account_type]: shownAccount(account.account, names, mask_character) }
  }
  const { pan, type } = account.card
  return {
    [CARD_ACCOUNT]: {
      'CARD.PAN': withMask(pan, mask_character),
      'CARD.EXPIRY': mask_character.repeat(4),
      'CARD.NAME': account.name,
      'CARD.TYPE': type,
    },
  }
}
