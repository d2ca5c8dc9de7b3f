import type { CallFinding } from '../finding.ts'

export const unknownField = {
  code: 'unknown-field',
  severity: 'warning',
  one: 'unknown field',
  many: 'unknown fields',
  seen: 'A request had a member that the API does not have. The preauthorisation code of a completion is ignored.',
  watch: () => (exchange) => {
    const { unknownMembers } = exchange.request
    if (unknownMembers.length === 0) return undefined
    const { operation } = exchange
    const members = unknownMembers.filter(
      (path) => operation !== 'completion' || !path.endsWith('preauthorisation_code'),
    )
    if (members.length === 0) return undefined
    const names = firstOf(members)
    return {
      key: `${operation} ${names}`,
      subject: names,
      message: `The API has no ${names} in a ${operation?.replaceAll('_', ' ')}; it was ignored.`,
      advice: 'Remove it, or check its spelling: a misspelt member is ignored as well.',
      exchanges: [exchange],
    }
  },
} as const satisfies CallFinding

const NAMED = 10

/** A body may have thousands. */
function firstOf(members: readonly string[]): string {
  const left = members.length - NAMED
  return left > 0 ? `${members.slice(0, NAMED).join(', ')} and ${left} more` : members.join(', ')
}
