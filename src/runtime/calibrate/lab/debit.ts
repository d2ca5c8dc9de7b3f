import { currencies } from '../../../domain/money.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'
import { type AccountForm, accountIn, findAccountForm } from './account-form.ts'
import { complainsOf, isOk, partAt, statusWord } from './answer.ts'
import { NO_AMOUNT, paymentBody } from './bodies.ts'
import { CannotTell, type Exchange } from './exchange.ts'
import { fact } from './lab.ts'
import { lookedUp, type Made, purchasing, standaloneRefunding } from './openings.ts'
import { tellsAll, tryPurchase } from './trial.ts'
import { type MadeToken, newToken, postToken } from './vault.ts'

/** What the gateway calls a bank account that pays. */
export const debitForm = fact(async (lab): Promise<AccountForm> => {
  const { path } = await purchasing(lab)
  const { direct_debit_payment_method: key, direct_debit_members: members } = lab.ours
  return await findAccountForm({
    ours: { key, members },
    container: 'payment_method',
    card: 'creditcard',
    usual: ['directdebit', 'direct_debit', 'bankaccount', 'bank_account', 'becs'],
    send: (method) => {
      const body = paymentBody(lab, { method, amount: NO_AMOUNT })
      return lab.send({ method: 'POST', path, body })
    },
  })
})

/** Currencies in which an account can be debited, with one request that shows each side. */
export interface AcceptedCurrencies {
  readonly accepted: readonly string[]
  readonly by: readonly Exchange[]
}

export const debitCurrencies = fact(async (lab) => {
  const method = accountIn(await debitForm(lab))
  return await acceptedCurrencies((currency) =>
    tryPurchase(lab, {
      about: `a debit in ${currency}`,
      payment: { method, currency },
      isRefusal: (exchange) => complainsOf(exchange, 'currency'),
    }),
  )
})

export async function acceptedCurrencies(
  attempt: (currency: string) => ReturnType<typeof tryPurchase>,
): Promise<AcceptedCurrencies> {
  const accepted: string[] = []
  const shown = new Map<boolean, Exchange>()
  for (const currency of currencies) {
    const { isAccepted, exchange } = await attempt(currency)
    if (isAccepted) accepted.push(currency)
    if (!shown.has(isAccepted)) shown.set(isAccepted, exchange)
  }
  return { accepted, by: [...shown.values()] }
}

/** A debit of the test account. */
export const debit = fact(async (lab): Promise<Made> => {
  const { path } = await purchasing(lab)
  return await madeByAccount(path, 'debit')(lab)
})

/** Money to the test account. */
export const credit = fact(async (lab): Promise<Made> => {
  const { path } = await standaloneRefunding(lab)
  return await madeByAccount(path, 'credit')(lab)
})

/** One in which the test account can be debited. */
export const debitCurrency = fact(async (lab): Promise<string> => {
  if (!(await tellsAll(lab))) return lab.manner.currency
  const { accepted, by } = await debitCurrencies(lab)
  const usual = accepted.includes(lab.manner.currency) ? lab.manner.currency : accepted[0]
  if (usual === undefined) throw new CannotTell('no currency is accepted for direct debits', by)
  return usual
})

function madeByAccount(path: string, noun: string) {
  return async (lab: Parameters<typeof debitForm>[0]): Promise<Made> => {
    const method = accountIn(await debitForm(lab))
    const body = paymentBody(lab, { method, currency: await debitCurrency(lab) })
    const created = await lab.send({ method: 'POST', path, body })
    const made = await lookedUp(lab, created)
    if (made !== undefined && statusWord(created) !== 'declined') return made
    const said = isOk(created) ? String(statusWord(created)) : String(created.status)
    throw new CannotTell(`needs a ${noun} of a bank account, and POST ${path} answered ${said}`, [
      created,
    ])
  }
}

/** The payment method of a lookup that is no card: what it is called, and its members. */
export function debitShown({ lookup }: Made): readonly [string, Readonly<Record<string, unknown>>] {
  const method = partAt(lookup.body, 'transaction', 'payment_method')
  const [key = '', members] = Object.entries(isPlainObject(method) ? method : {})[0] ?? []
  return [key, isPlainObject(members) ? members : {}]
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
