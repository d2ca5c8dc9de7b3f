import { maskAccountNumber } from '../../domain/bank-account.ts'
import { cardType, maskPan } from '../../domain/card/card.ts'
import type { Expiry } from '../../domain/card/expiry.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import type { StoredAccount, StoredCard } from '../../domain/transaction/transaction.ts'
import type { World } from '../world.ts'

/** A card as a request gives it. Holds a secret: never keep or log it. */
interface CardInput {
  readonly pan: string
  readonly expiry: Expiry
}

/** A bank account as a request gives it. Holds a secret: never keep or log it. */
interface BankInput {
  readonly bsb: string
  readonly accountNumber: string
  readonly accountName: string
}

/** A card as it may be kept. */
export function storedCard({ environment }: World, { pan, expiry }: CardInput): StoredCard {
  return {
    pan: maskPan(pan),
    type: cardType(pan),
    fingerprint: environment.fingerprint(pan),
    expiry,
  }
}

/** A bank account as it may be kept. */
export function storedAccount({ environment }: World, input: BankInput): StoredAccount {
  const { bsb, accountNumber, accountName } = input
  return {
    bsb,
    accountNumber: maskAccountNumber(accountNumber),
    accountName: redactText(accountName),
    fingerprint: environment.fingerprint(`${bsb} ${accountNumber}`),
  }
}
