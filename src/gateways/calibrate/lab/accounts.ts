import { currencies } from '../../../domain/money.ts'
import { given } from '../../../domain/plain-object.ts'
import { CannotTell, complaintsOf, type LabExchange, wordsOf } from './exchange.ts'
import { fact, type Lab } from './lab.ts'
import {
  type MadeTransaction,
  madeAt,
  type PurchaseAttempt,
  purchasing,
  reportsEveryFault,
  sendPurchase,
  standaloneRefunding,
  tryPurchase,
} from './operations.ts'
import { NO_AMOUNT, testAccount } from './payments.ts'
import { type MadeToken, newToken, postToken } from './vault.ts'

/** What the gateway calls a bank account that pays. */
export const debitForm = fact(async (lab): Promise<AccountForm> => {
  const { direct_debit_payment_method: key, direct_debit_members: members } = lab.ours
  return await findAccountForm({
    ours: { key, members },
    container: 'payment_method',
    card: 'creditcard',
    usual: ['directdebit', 'direct_debit', 'bankaccount', 'bank_account', 'becs'],
    send: (method) => sendPurchase(lab, { method, amount: NO_AMOUNT }),
  })
})

/** Currencies in which an account can be debited, with one request that shows each side. */
export interface AcceptedCurrencies {
  readonly accepted: readonly string[]
  readonly by: readonly LabExchange[]
}

export const debitCurrencies = fact(async (lab) => {
  const method = accountIn(await debitForm(lab))
  return await acceptedCurrencies(lab, (currency) => ({
    about: `a debit in ${currency}`,
    payment: { method, currency },
  }))
})

export async function acceptedCurrencies(
  lab: Lab,
  attempt: (currency: string) => Omit<PurchaseAttempt, 'refusal'>,
): Promise<AcceptedCurrencies> {
  const accepted: string[] = []
  const shown = new Map<boolean, LabExchange>()
  for (const currency of currencies) {
    const trial = { ...attempt(currency), refusal: 'currency' }
    const { isAccepted, exchange } = await tryPurchase(lab, trial)
    if (isAccepted) accepted.push(currency)
    if (!shown.has(isAccepted)) shown.set(isAccepted, exchange)
  }
  return { accepted, by: [...shown.values()] }
}

/** A debit of the test account. */
export const debit = fact(async (lab): Promise<MadeTransaction> => {
  const { path } = await purchasing(lab)
  return await madeByAccount(lab, path, 'debit')
})

/** Money to the test account. */
export const credit = fact(async (lab): Promise<MadeTransaction> => {
  const { path } = await standaloneRefunding(lab)
  return await madeByAccount(lab, path, 'credit')
})

/** One in which the test account can be debited. */
export const debitCurrency = fact(async (lab): Promise<string> => {
  if (!(await reportsEveryFault(lab))) return lab.paymentDefaults.currency
  const { accepted, by } = await debitCurrencies(lab)
  const usual = accepted.includes(lab.paymentDefaults.currency)
    ? lab.paymentDefaults.currency
    : accepted[0]
  if (usual === undefined) throw new CannotTell('no currency is accepted for direct debits', by)
  return usual
})

async function madeByAccount(lab: Lab, path: string, noun: string): Promise<MadeTransaction> {
  const method = accountIn(await debitForm(lab))
  const payment = { method, currency: await debitCurrency(lab) }
  const need = `a ${noun} of a bank account`
  return await madeAt(lab, path, payment, need, ['approved', 'pending', 'unknown'])
}

/** What the vault calls a bank account. */
export const bankForm = fact(async (lab): Promise<AccountForm> => {
  const { bank_account_type: key, bank_account_members: members } = lab.ours
  return await findAccountForm({
    ours: { key, members },
    container: 'account',
    card: 'general_creditcard',
    usual: ['general_bankaccount', 'general_directdebit', 'general_bank_account', 'bankaccount'],
    send: (account) => postToken(lab, '', account),
  })
})

export const bankToken = fact(async (lab): Promise<MadeToken> => {
  const account = accountIn(await bankForm(lab))
  return await newToken(lab, 'account', account)
})

/** What a gateway calls a bank account in a request, and its members. */
export interface AccountForm {
  readonly key: string
  readonly members: AccountMembers
  readonly by: readonly LabExchange[]
}

export interface AccountMembers {
  readonly bsb: string
  readonly account_number: string
  readonly account_name: string
}

interface AccountQuestion {
  readonly ours: Omit<AccountForm, 'by'>
  /** The member that holds it. */
  readonly container: string
  /** What a card is called there. */
  readonly card: string
  /** What else it may be called. */
  readonly usual: readonly string[]
  /** Sends a request with this account that is refused in any case. */
  readonly send: (content: Readonly<Record<string, unknown>>) => Promise<LabExchange>
}

/** Finds the names of an account's members from the gateway's complaints about missing ones. */
async function findAccountForm(question: AccountQuestion): Promise<AccountForm> {
  const { ours, usual, send, container, card } = question
  const without = await send({})
  const tried = [without]
  const words = wordsOf(without).filter((word) => word !== card)
  for (const key of new Set([ours.key, ...usual, ...words])) {
    const empty = await send({ [key]: {} })
    const names = missedIn(empty, container, key)
    if (names.length === 0) continue
    const { members, by } = await distinguishMembers(key, names, question)
    return { key, members, by: [empty, ...by] }
  }
  // The gateway may report less than it checks.
  if (tried.every((one) => complaintsOf(one).every(({ location }) => location.length === 0))) {
    return { ...ours, by: tried }
  }
  throw new CannotTell('the gateway knows a bank account by none of the names tried', tried)
}

/** Members of an account that a refusal names. */
function missedIn(exchange: LabExchange, container: string, key: string): readonly string[] {
  const names = complaintsOf(exchange).flatMap(({ location }) => {
    const at = location.indexOf(container) + 1
    return at > 0 && location[at] === key ? location.slice(at + 1, at + 2) : []
  })
  return [...new Set(names)]
}

/** A BSB is not a valid account number, nor the other way round; a name may be either. */
async function distinguishMembers(
  key: string,
  names: readonly string[],
  { send, container }: AccountQuestion,
) {
  const refusedAs = async (value: string) => {
    const content = Object.fromEntries(names.map((name) => [name, value]))
    const exchange = await send({ [key]: content })
    return { exchange, names: missedIn(exchange, container, key) }
  }
  const asBsb = await refusedAs(testAccount.bsb)
  const asNumber = await refusedAs(testAccount.number)
  const by = [asBsb.exchange, asNumber.exchange]
  const only = (isBsb: boolean, isNumber: boolean) => {
    const [name, ...more] = names.filter(
      (one) => asBsb.names.includes(one) !== isBsb && asNumber.names.includes(one) !== isNumber,
    )
    if (name !== undefined && more.length === 0) return name
    throw new CannotTell(`the members of ${key} cannot be told apart: ${names.join(', ')}`, by)
  }
  const members = {
    bsb: only(true, false),
    account_number: only(false, true),
    account_name: only(true, true),
  }
  return { members, by }
}

/** An account in the gateway's own words. */
export function accountIn({ key, members }: Omit<AccountForm, 'by'>) {
  return {
    [key]: {
      [members.bsb]: testAccount.bsb,
      [members.account_number]: testAccount.number,
      [members.account_name]: testAccount.name,
    },
  }
}

/** The names in an answer, by their values. */
export function membersIn(shown: Readonly<Record<string, unknown>>): Partial<AccountMembers> {
  const names = Object.keys(shown)
  const digits = testAccount.bsb.replace('-', '')
  const bsb = names.find((name) => String(shown[name]).replace('-', '') === digits)
  const account_name = names.find((name) => shown[name] === testAccount.name)
  const account_number = names.find((name) => /^\D*(?:\d{8}|\D\d{1,4})$/.test(String(shown[name])))
  return given({ bsb, account_number, account_name })
}
