import { Recent } from '../../recent.ts'
import type { CallFinding } from '../finding.ts'

const MOST = 5
const WINDOW_MS = 1000

/** When a lookup was made: by the client's clock, and by the sandbox's, which tests move on. */
interface Moment {
  readonly realAt: number
  readonly at: number
}

export const hammering = {
  code: 'hammering',
  severity: 'warning',
  one: 'hammered lookup',
  many: 'hammered lookups',
  seen: 'The same lookup or search was made more than 5 times within one second of real time, and the sandbox clock was not moved on meanwhile.',
  watch: () => {
    const times = new Recent<string, Moment[]>()
    return (exchange) => {
      const { operation, realAt, at, request } = exchange
      if (operation !== 'lookup' && operation !== 'search') return undefined
      const address = addressOf(exchange)
      const before = times.get(address)
      if (before === undefined) {
        times.set(address, [{ realAt, at }])
        return undefined
      }
      before.push({ realAt, at })
      if (before.length > MOST + 1) before.shift()
      const [first] = before
      if (before.length <= MOST || first === undefined) return undefined
      const tookMs = realAt - first.realAt
      if (tookMs >= WINDOW_MS || at - first.at >= WINDOW_MS) return undefined
      const what = request.query.correlation_id_lookup ?? request.path
      return {
        key: address,
        subject: `${operation} ${what}`,
        message: `The same ${operation} was made ${MOST + 1} times within ${(tookMs / 1000).toFixed(2)} s.`,
        advice:
          'Wait between lookups, longer each time: one second, two, four. Direct debits need days, not seconds.',
        exchanges: [exchange],
      }
    }
  },
} as const satisfies CallFinding

function addressOf({ merchant, request, facts }: Parameters<ReturnType<CallFinding['watch']>>[0]) {
  return `${merchant} ${request.path} ${facts.about?.correlationKey ?? ''}`
}
