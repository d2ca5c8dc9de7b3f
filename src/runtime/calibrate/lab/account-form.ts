import { complaintsOf, wordsOf } from './answer.ts'
import { testAccount } from './bodies.ts'
import { CannotTell, type Exchange } from './exchange.ts'

/** What a gateway calls a bank account in a request, and its members. */
export interface AccountForm {
  readonly key: string
  readonly members: AccountMembers
  readonly by: readonly Exchange[]
}

export interface AccountMembers {
  readonly bsb: string
  readonly account_number: string
  readonly account_name: string
}

interface Question {
  readonly ours: Omit<AccountForm, 'by'>
  /** The member that holds it. */
  readonly container: string
  /** What a card is called there. */
  readonly card: string
  /** What else it may be called. */
  readonly usual: readonly string[]
  /** Sends a request with this in the account's place that is refused whatever it is. */
  readonly send: (content: Readonly<Record<string, unknown>>) => Promise<Exchange>
}

/** Finds the names of an account by what the gateway says it misses. */
export async function findAccountForm(question: Question): Promise<AccountForm> {
  const { ours, usual, send, container, card } = question
  const without = await send({})
  const tried = [without]
  const words = wordsOf(without).filter((word) => word !== card)
  for (const key of new Set([ours.key, ...usual, ...words])) {
    const empty = await send({ [key]: {} })
    const names = missedIn(empty, container, key)
    if (names.length === 0) continue
    const { members, by } = await tellApart(key, names, question)
    return { key, members, by: [empty, ...by] }
  }
  // Perhaps it says less than what it knows.
  if (tried.every((one) => complaintsOf(one).every(({ location }) => location.length === 0))) {
    return { ...ours, by: tried }
  }
  throw new CannotTell('the gateway knows a bank account by none of the names tried', tried)
}

/** Members of an account that a refusal names. */
function missedIn(exchange: Exchange, container: string, key: string): readonly string[] {
  const names = complaintsOf(exchange).flatMap(({ location }) => {
    const at = location.indexOf(container) + 1
    return at > 0 && location[at] === key ? location.slice(at + 1, at + 2) : []
  })
  return [...new Set(names)]
}

/** A BSB is no account number and the other way round; a name may be either. */
async function tellApart(key: string, names: readonly string[], { send, container }: Question) {
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

/** The names in an answer, by the values that stand under them. */
export function membersIn(shown: Readonly<Record<string, unknown>>): Partial<AccountMembers> {
  const names = Object.keys(shown)
  const digits = testAccount.bsb.replace('-', '')
  const bsb = names.find((name) => String(shown[name]).replace('-', '') === digits)
  const account_name = names.find((name) => shown[name] === testAccount.name)
  const account_number = names.find((name) => /^\D*(?:\d{8}|\D\d{1,4})$/.test(String(shown[name])))
  return {
    ...(bsb !== undefined && { bsb }),
    ...(account_number !== undefined && { account_number }),
    ...(account_name !== undefined && { account_name }),
  }
}
