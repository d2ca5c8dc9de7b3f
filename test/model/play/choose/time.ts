import { countedDay } from '../../law/time/banking-days.ts'
import { nextDue } from '../../law/time/falling-due.ts'
import { instantOf, wallAt } from '../../law/time/sydney.ts'
import type { Request } from '../../law/wire/request.ts'
import { type Choosing, control } from './choosing.ts'

/** The holidays that the sandbox has end with 2030, and so do the cards. */
const LAST = Date.parse('2030-06-01T00:00:00Z')

export function clockMove(choosing: Choosing): Request {
  const { chance, state } = choosing
  if (state.now > LAST) return control('POST', '/reset', {})
  const by = (text: string) => () => control('POST', '/clock/advance', { by: text })
  const to = (instant: number) => () =>
    control('POST', '/clock/advance', { to: new Date(Math.max(instant, state.now)).toISOString() })
  const due = nextDue(state)?.at ?? state.now
  return chance.weighed(
    [3, by(`${1 + chance.below(90)}s`)],
    [3, by(`${1 + chance.below(12)}h`)],
    [2, by(`${1 + chance.below(4)}d`)],
    [2, businessDays(choosing)],
    [3, to(due - 1)],
    [4, to(due)],
    [2, to(cutOffToday(state.now, 16) - chance.below(2))],
    [2, to(cutOffToday(state.now, 18) - chance.below(2))],
    [0.5, to(state.now + chance.below(200) * 86_400_000 + 123)],
    [0.5, () => control('PUT', '/clock', { now: new Date(state.now - 1).toISOString() })],
    [0.5, () => control('GET', '/clock')],
    [2, () => control('GET', '/clock/upcoming')],
  )()
}

function cutOffToday(now: number, hour: number): number {
  return instantOf(countedDay(now, hour * 60), hour * 60)
}

/** Not around the hour that may come twice or never. */
function businessDays({ chance, state }: Choosing): () => Request {
  const { minutes } = wallAt(state.now)
  const isPlain = minutes < 60 || minutes >= 240
  const count = 1 + chance.below(4)
  const by = isPlain ? `${count} banking day${count > 1 ? 's' : ''}` : '5h'
  return () => control('POST', '/clock/advance', { by })
}

export function settle({ chance, state }: Choosing): Request {
  const some = chance.some([...state.transactions.values()].slice(-20))
  const which = some && chance.often(0.7) ? { audits: [some.audit] } : { all: true }
  const declined = { status: 'declined', ...(chance.often(0.5) && { response_code: '4' }) }
  return control('POST', '/settle', { ...which, ...(chance.often(0.4) && declined) })
}

export function expire({ chance, state }: Choosing): Request {
  const some = chance.some([...state.transactions.values()].slice(-20))
  const ids = some && chance.often(0.8) ? { ids: [some.correlation] } : { all: true }
  return control('POST', '/expire', ids)
}

export function putAside({ chance }: Choosing): Request {
  const name = chance.one(['s1', 's2'])
  return chance.weighed(
    [4, () => control('PUT', `/snapshots/${name}`)],
    [3, () => control('POST', `/snapshots/${name}/restore`)],
    [1, () => control('POST', '/reset', {})],
  )()
}

const broken = ['purchase', 'completion', 'refund', 'void', 'customer_create'] as const
const answered = ['purchase', 'preauthorisation', 'completion', 'refund', 'void'] as const

/** A temporary rule: an answer that gets lost, or another word of the bank. */
export function rule({ chance }: Choosing): Request {
  const at = chance.one(['before', 'after'])
  const lost = { operation: chance.one(broken), outcome: { fault: { at, http: 502 } } }
  const code = chance.one(['00', '51', '96', '05'])
  const said = { operation: chance.one(answered), method: 'card', outcome: { response_code: code } }
  const { outcome, ...when } = chance.often(0.5) ? lost : said
  return control('POST', '/rules', { when, outcome })
}

/** A decision by hand. */
export function byHand({ chance, state }: Choosing): Request {
  const all = [...state.transactions.values()]
  const undecided = all.filter(({ status }) => status === 'unknown')
  const cleared = all.filter(
    ({ status, method }) => status === 'approved' && method.kind === 'debit',
  )
  const isReturn = chance.often(0.5)
  const fitting = chance.some(isReturn ? cleared : undecided)
  const audit = (chance.often(0.9) ? fitting : chance.some(all))?.audit ?? 999
  if (isReturn) return control('POST', '/return', { audits: [audit], response_code: '3' })
  const isCard = state.transactions.get(audit)?.method.kind === 'card'
  const [status, code] = chance.one([
    ['approved', '00'],
    ['declined', isCard ? '05' : '5'],
  ] as const)
  return control('POST', '/resolve', { audits: [audit], status, response_code: code })
}
