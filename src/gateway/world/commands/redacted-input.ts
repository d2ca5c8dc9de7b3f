import { cardType, maskPan } from '../../../base/redaction/card-number.ts'
import { type Redacted, redactText } from '../../../base/redaction/redacted.ts'
import { maskAccountNumber } from '../../../domain/bank-account.ts'
import type { Expiry } from '../../../domain/card/expiry.ts'
import type { StoredAccount, StoredCard } from '../../../domain/transaction/transaction.ts'
import type { World } from '../world.ts'

/** A card as sent. Holds a secret: never store or log it. */
interface CardInput {
  readonly pan: string
  readonly expiry: Expiry
}

/** A bank account as sent. Holds a secret: never store or log it. */
interface BankInput {
  readonly bsb: string
  readonly accountNumber: string
  readonly accountName: string
}

/** The redacted card, as stored. */
export function storedCard({ environment }: World, { pan, expiry }: CardInput): StoredCard {
  return {
    pan: maskPan(pan),
    type: cardType(pan),
    fingerprint: environment.fingerprint(pan),
    expiry,
  }
}

/** The redacted bank account, as stored. */
export function storedAccount({ environment }: World, input: BankInput): StoredAccount {
  const { bsb, accountNumber, accountName } = input
  return {
    bsb,
    accountNumber: maskAccountNumber(accountNumber),
    accountName: redactText(accountName),
    fingerprint: environment.fingerprint(`${bsb} ${accountNumber}`),
  }
}

/** A redacted text, and a key that identifies the original. */
export interface KeyedText {
  readonly text: Redacted
  /** The text itself; if a card number in it is masked, with a keyed hash of the original appended. */
  readonly key: Redacted
}

/** What the keys of a world's texts depend on. */
export interface KeyedWorld {
  readonly environment: { readonly fingerprint: (text: string) => string }
}

export function keyedText(world: KeyedWorld, sent: string): KeyedText {
  const text = redactText(sent)
  return { text, key: text === sent ? text : keyed(world, sent, text) }
}

export function textKey(world: KeyedWorld, sent: string): Redacted {
  return keyedText(world, sent).key
}

function keyed({ environment }: KeyedWorld, sent: string, text: Redacted): Redacted {
  return `${text}#${environment.fingerprint(sent)}` as Redacted
}
