import type { Fault } from '../../../base/documents/complaint.ts'
import { startsLikeCard } from '../../../base/redaction/card-number.ts'
import { didYouMean } from '../../../base/text/nearest-word.ts'
import { type Assumptions, defaultAssumptions } from '../../../domain/assumptions/assumptions.ts'
import { CARD_ACCOUNT } from '../../../domain/vault.ts'
import { fixedPaths, placeholders } from '../../../gateway/wire/paths.ts'
import type { ConfigDocument, UserPart } from '../options.ts'
import { allSettings } from '../settings-table.ts'
import { halfPairs } from './check-options.ts'

/** Faults of a config whose parts are each valid but contradict each other. */
export function configFaults(config: ConfigDocument): readonly Fault[] {
  const { users = [], merchants, assumptions } = config
  const listed = merchants && new Set(merchants.map(({ id }) => id))
  return [
    ...halfPairFaults(config),
    ...authFaults(config),
    ...repeated(merchants ?? [], 'merchants', 'id'),
    ...repeated(users, 'users', 'name'),
    ...users.flatMap((user, i) => userFaults(user, i, listed)),
    ...sharedTokens(users),
    ...pathFaults(assumptions?.paths ?? {}),
    ...groupsOfNames.flatMap((group) => twins(group, assumptions?.[group] ?? {})),
    ...kvpFaults(assumptions?.kvps ?? {}),
    ...cardTwins.flatMap(([key, card]) => cardTwin(key, card, assumptions?.[key])),
    ...virtualPanFaults(assumptions?.virtual_pan?.first_digit),
  ]
}

function halfPairFaults(config: ConfigDocument): readonly Fault[] {
  const keyOf = (name: string) => allSettings[name]?.config?.split('.') ?? []
  const isGiven = (name: string) => {
    const value = keyOf(name).reduce<unknown>((group, key) => Object(group)[key], config)
    return value !== undefined && value !== null
  }
  return halfPairs(isGiven).map(({ name, missing, what }) => ({
    path: keyOf(name),
    message: `it needs ${keyOf(missing).at(-1)}, ${what}`,
    atKey: true,
  }))
}

function authFaults({ auth, users = [] }: ConfigDocument): readonly Fault[] {
  if (auth === 'required' && users.length === 0) {
    return [{ path: ['auth'], message: "'required' needs users, and none is listed" }]
  }
  if (auth === undefined && users.length > 0) {
    const message = "users are asked for their credentials only with 'auth: required'"
    return [{ path: ['users'], message: `${message}; add it, or 'auth: open'`, atKey: true }]
  }
  return []
}

function userFaults(
  { password, token, merchant, merchants = [merchant] }: UserPart,
  i: number,
  listed: ReadonlySet<number> | undefined,
): readonly Fault[] {
  const faults: Fault[] = []
  if (password === undefined && token === undefined) {
    faults.push({ path: ['users', i], message: 'expected a password or a token' })
  }
  if (!merchants.includes(merchant)) {
    const message = `${merchant} is not one of this user's merchants: ${merchants.join(', ')}`
    faults.push({ path: ['users', i, 'merchant'], message })
  }
  if (listed === undefined) return faults
  const known = [...listed].join(', ')
  const unlisted = (id: number) => `there is no merchant ${id}; listed: ${known}`
  if (!listed.has(merchant)) {
    faults.push({ path: ['users', i, 'merchant'], message: unlisted(merchant) })
  }
  for (const [j, id] of merchants.entries()) {
    if (listed.has(id) || id === merchant) continue
    faults.push({ path: ['users', i, 'merchants', j], message: unlisted(id) })
  }
  return faults
}

function repeated<K extends string>(
  entries: readonly Readonly<Record<K, string | number>>[],
  part: string,
  key: K,
): readonly Fault[] {
  const first = new Map<string | number, number>()
  return entries.flatMap((entry, i) => {
    const earlier = first.get(entry[key])
    if (earlier === undefined) {
      first.set(entry[key], i)
      return []
    }
    const message = `${entry[key]} is already the ${key} of ${part}[${earlier}]`
    return [{ path: [part, i, key], message }]
  })
}

// The token is a secret, so the message names the other user instead.
function sharedTokens(users: readonly UserPart[]): readonly Fault[] {
  return users.flatMap(({ token }, i) => {
    const earlier = users.findIndex((other) => token !== undefined && other.token === token)
    if (earlier === -1 || earlier === i) return []
    return [{ path: ['users', i, 'token'], message: `users[${earlier}] has the same token` }]
  })
}

/** Faults for paths that lack a required placeholder, or that another operation has. */
function pathFaults(given: Partial<Assumptions['paths']>): readonly Fault[] {
  const paths = { ...defaultAssumptions.paths, ...given }
  return (Object.keys(given) as (keyof typeof paths)[]).flatMap((key) => {
    const wanted = placeholders(defaultAssumptions.paths[key])
    const found = placeholders(paths[key])
    const twin = twinOf(key, paths) ?? fixedTwin(key, paths[key])
    const messages = [
      ...wanted
        .filter((name) => found.filter((one) => one === name).length !== 1)
        .map((name) => `expected {${name}} in it, once`),
      ...found
        .filter((name) => !wanted.includes(name))
        .map((name) => `{${name}} is not known here${didYouMean(name, wanted)}`),
      ...(twin === undefined ? [] : [`this is the path of ${twin}`]),
    ]
    return messages.map((message) => ({ path: ['assumptions', 'paths', key], message }))
  })
}

/** The operations of a fixed path that would get the same requests. */
function fixedTwin(key: keyof Assumptions['paths'], path: string): string | undefined {
  const { customers, tokens } = fixedPaths
  // The others are only posted to.
  const rivals = key === 'customer' || key === 'token' ? fixedPaths : { customers, tokens }
  const form = formOf(path)
  return Object.entries(rivals).find(([, rival]) => formOf(rival) === form)?.[0]
}

/** What requests show of a path: not the names of its placeholders. */
function formOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}')
}

/** Names that are used side by side: two equal ones would hide each other. */
const groupsOfNames = ['rels', 'direct_debit_fields', 'bank_account_fields'] as const

function twins(
  group: (typeof groupsOfNames)[number],
  given: Readonly<Record<string, string>>,
): readonly Fault[] {
  const names = { ...defaultAssumptions[group], ...given }
  return Object.entries(given).flatMap(([key, name]) => {
    const twin = twinOf(key, names)
    if (twin === undefined) return []
    return [{ path: ['assumptions', group, key], message: `${name} is already ${group}.${twin}` }]
  })
}

/** The generated KVPs have one prefix. */
function kvpFaults(given: Partial<Assumptions['kvps']>): readonly Fault[] {
  const { authorisation_code, trace_number } = { ...defaultAssumptions.kvps, ...given }
  if (authorisation_code !== trace_number) return []
  const [key, other] =
    given.trace_number === undefined
      ? ['authorisation_code', 'trace_number']
      : ['trace_number', 'authorisation_code']
  const message = `${trace_number} is already kvps.${other}`
  return [{ path: ['assumptions', 'kvps', key], message }]
}

/** What a bank account is called beside a card. */
const cardTwins = [
  ['direct_debit_payment_method', 'creditcard'],
  ['bank_account_type', CARD_ACCOUNT],
] as const

function cardTwin(key: string, card: string, given: string | undefined): readonly Fault[] {
  if (given !== card) return []
  return [{ path: ['assumptions', key], message: `${card} is already the name of a card` }]
}

/** Another key with the same value. */
function twinOf(key: string, values: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(values).find((other) => other !== key && values[other] === values[key])
}

function virtualPanFaults(digit: number | undefined): readonly Fault[] {
  if (digit === undefined || !startsLikeCard(digit)) return []
  const message = `cards start with ${digit}, so a virtual PAN would look like one; use 0, 1, 7 or 9`
  return [{ path: ['assumptions', 'virtual_pan', 'first_digit'], message }]
}
