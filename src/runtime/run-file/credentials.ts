import type { Credentials } from '../../http/pipeline/auth.ts'
import type { ConfigDocument } from '../config/config-document.ts'

/** The config with made-up passwords and tokens, and without the server's own secrets. */
export function configToRecord(document: ConfigDocument): ConfigDocument {
  const { server: _server, scenarios: _scenarios, holidays: _holidays, users, ...rest } = document
  if (users === undefined) return rest
  return {
    ...rest,
    users: users.map(({ password, token, ...user }, i) => ({
      ...user,
      ...(password !== undefined && { password: standIn('password', i) }),
      ...(token !== undefined && { token: standIn('token', i) }),
    })),
  }
}

function standIn(what: 'password' | 'token', index: number): string {
  return `recorded-${what}-${index + 1}`
}

/**
 * A header that the replay resolves to the same user, or to none if the original resolved to none.
 */
export function authorisationToRecord(
  header: string | undefined,
  users: readonly Credentials[],
): string | undefined {
  if (header === undefined) return undefined
  const [scheme = '', value = ''] = header.split(/\s+/, 2)
  const isBasic = scheme.toLowerCase() === 'basic'
  const given = isBasic ? Buffer.from(value, 'base64').toString('utf8') : value
  const index = users.findIndex(({ name, password, token }) =>
    isBasic
      ? password !== undefined && given === `${name}:${password}`
      : token !== undefined && given === token,
  )
  if (isBasic) return `Basic ${Buffer.from(basicStandIn(users[index], index)).toString('base64')}`
  if (scheme.toLowerCase() !== 'bearer') return 'Unknown recorded'
  return `Bearer ${index === -1 ? 'recorded-stranger' : standIn('token', index)}`
}

function basicStandIn(user: Credentials | undefined, index: number): string {
  return user === undefined ? 'recorded:stranger' : `${user.name}:${standIn('password', index)}`
}
