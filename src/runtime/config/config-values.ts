import type { Merchant } from '../../domain/merchant.ts'
import type { Credentials } from '../../http/pipeline/auth.ts'
import type { MerchantPart, UserPart } from './config-document.ts'

/** The user that a config describes. */
export function userOf({ merchants, ...user }: UserPart): Credentials {
  return { ...user, merchants: merchants ?? [user.merchant] }
}

/** The merchant that a config describes; what it leaves out is as for an unlisted one. */
export function merchantOf({
  id,
  name = `Merchant ${id}`,
  vault = true,
  standalone_refunds = true,
  surcharge,
}: MerchantPart): Merchant {
  const { card_types, ...plan } = surcharge ?? {}
  return {
    id,
    name,
    vault,
    standaloneRefunds: standalone_refunds,
    surcharge: surcharge && { ...plan, ...(card_types && { cardTypes: card_types }) },
  }
}
