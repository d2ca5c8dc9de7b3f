import type {
  NotMovedAnswer,
  TransactionDetailAnswer,
} from '../../http/contract/control/calls/transactions.ts'
import { asked } from '../asked.ts'
import { type Action, done, refusedBy } from './action.ts'

interface Move {
  readonly path: string
  readonly body: Readonly<Record<string, string>>
}

/** What the sandbox can do to a transaction by hand. */
const moves: Readonly<Record<string, Move>> = {
  'settle-approved': { path: '/settle', body: { status: 'approved' } },
  'settle-returned': { path: '/settle', body: { status: 'declined' } },
  'resolve-approved': { path: '/resolve', body: { status: 'approved' } },
  'resolve-declined': { path: '/resolve', body: { status: 'declined' } },
  return: { path: '/return', body: {} },
}

interface Moving {
  readonly refused?: readonly NotMovedAnswer[]
}

export const moveTransaction: Action = async (visit, { move = '', audit = '' }) => {
  const found = Object.hasOwn(moves, move) ? moves[move] : undefined
  if (found === undefined) return refusedBy('There is no such move.')
  const body = { audits: [Number(audit)], ...found.body }
  const { refused = [] } = await asked<Moving>(visit, { method: 'POST', path: found.path, body })
  const [first] = refused
  if (first !== undefined) return refusedBy(`Transaction ${audit} stays as it is: ${first.reason}.`)
  const path = `/transactions/${Number(audit)}`
  const { status } = await asked<TransactionDetailAnswer>(visit, { path })
  return done(`Transaction ${audit} is ${status} now.`)
}
