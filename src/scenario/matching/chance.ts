import { hash32 } from '../../domain/generated-codes.ts'
import type { WeightedOutcome } from '../rule.ts'

/** Draws of one rule: the same seed, rule and turn give the same draw. */
export type Draws = (turn: number, what: Drawn) => number

type Drawn = 'chance' | 'choice' | 'delay'

const salts: Readonly<Record<Drawn, number>> = { chance: 11, choice: 12, delay: 13 }

/** From 0 up to, not including, 1. */
export function drawsFor(seed: number, rule: string): Draws {
  const own = textHash(rule)
  return (turn, what) => hash32(salts[what], seed, own, turn) / 2 ** 32
}

/** The outcome that a draw falls on. */
export function chosen(outcomes: readonly WeightedOutcome[], draw: number): WeightedOutcome {
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0)
  let left = draw * total
  const found = outcomes.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  const last = found ?? outcomes.at(-1)
  if (last === undefined) throw new Error('There is no outcome to choose')
  return last
}

/** FNV-1a: spreads similar names well enough for chance. */
function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
