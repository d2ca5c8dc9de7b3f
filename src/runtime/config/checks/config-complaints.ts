import type { Fault } from '../../../document/complaint.ts'
import type { ConfigDocument, UserPart } from '../options.ts'
import { nameFaults, pathFaults } from './assumption-complaints.ts'

/** Faults of a config whose parts are each valid but contradict each other. */
export function configFaults(config: ConfigDocument): readonly Fault[] {
  const { users = [], merchants, assumptions } = config
  const listed = merchants && new Set(merchants.map(({ id }) => id))
  return [
    ...authFaults(config),
    ...repeated(merchants ?? [], 'merchants', 'id'),
    ...repeated(users, 'users', 'name'),
    ...users.flatMap((user, i) => userFaults(user, i, listed)),
    ...sharedTokens(users),
    ...pathFaults(assumptions?.paths ?? {}),
    ...nameFaults(assumptions ?? {}),
  ]
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
