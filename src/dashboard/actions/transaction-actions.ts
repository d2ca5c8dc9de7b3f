import { asked } from '../asked.ts'
import { type Action, done, refusedBy } from './action.ts'

interface Move {
  readonly path: string
  readonly body: Readonly<Record<string, string>>
  readonly text: string
}

/** What the sandbox can do to a transaction by hand. */
const moves: Readonly<Record<string, Move>> = {
  'settle-approved': { path: '/settle', body: { status: 'approved' }, text: 'cleared' },
  'settle-returned': { path: '/settle', body: { status: 'declined' }, text: 'came back' },
  'resolve-approved': { path: '/resolve', body: { status: 'approved' }, text: 'was approved' },
  'resolve-declined': { path: '/resolve', body: { status: 'declined' }, text: 'was declined' },
  return: { path: '/return', body: {}, text: 'came back late' },
}

export const moveTransaction: Action = async (visit, { move = '', audit = '' }) => {
  const found = Object.hasOwn(moves, move) ? moves[move] : undefined
  if (found === undefined) return refusedBy('There is no such move.')
  const body = { audits: [Number(audit)], ...found.body }
  await asked(visit, { method: 'POST', path: found.path, body })
  return done(`Transaction ${audit} ${found.text}.`)
}
