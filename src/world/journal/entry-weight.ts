import type { Exchange } from '../../insight/exchange.ts'

/** What an entry takes besides its texts. */
const OVERHEAD = 1000
/** What a member of an object takes besides its name and its value. */
const MEMBER = 40

/** About how many bytes of memory an entry takes. */
export function entryWeight({ request, answer }: Exchange): number {
  return (
    OVERHEAD +
    request.path.length +
    (answer.body?.length ?? 0) +
    weightOf(request.query) +
    weightOf(request.body) +
    weightOf(request.unknownMembers)
  )
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let weight = 0
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) weight += MEMBER + name.length + weightOf(members[name])
  return weight
}
