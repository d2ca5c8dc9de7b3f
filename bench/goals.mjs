/**
 * A figure's goals: at least (`>=`) or at most (`<=`) so much.
 * @typedef {{ is: '>=' | '<=', must: number, aim: number }} Goal
 */

/** @type {Readonly<Record<string, Goal>>} */
export const goals = {
  'purchase, sync': { is: '>=', must: 0.45, aim: 0.6 },
  'purchase, in memory': { is: '>=', must: 0.5, aim: 0.65 },
  'purchase, sync, against the fastest peer': { is: '>=', must: 1.3, aim: 2 },
  'purchase, in memory, against the fastest peer': { is: '>=', must: 2, aim: 3 },
  'purchase, judging on against off': { is: '>=', must: 0.95, aim: 0.97 },
  'lookup by audit': { is: '>=', must: 0.6, aim: 0.8 },
  'purchase at 1 000 000 stored against 1 000': { is: '>=', must: 0.85, aim: 0.95 },
  'search by correlation id at 100 000 against 1 000': { is: '>=', must: 0.8, aim: 0.95 },
  'customer page at 100 000 against 1 000': { is: '>=', must: 0.8, aim: 0.95 },
  'p99 of a purchase against its p50, sync': { is: '<=', must: 4, aim: 3 },
  'start to first purchase, empty store': { is: '<=', must: 1.5, aim: 1.25 },
  'start to first purchase against the fastest peer': { is: '<=', must: 1, aim: 0.9 },
  'start with 100 000 stored, on top of empty': { is: '<=', must: 2, aim: 1 },
  'memory per stored transaction': { is: '<=', must: 2048, aim: 1024 },
  'reset at 100 000 stored': { is: '<=', must: 20, aim: 5 },
  'advance over 10 000 pending debits': { is: '<=', must: 1, aim: 0.2 },
  '100 scenario rules against 0': { is: '>=', must: 0.9, aim: 0.97 },
}

/** @param {string} name @param {number} value @returns {'aim' | 'must' | 'missed' | ''} */
export function verdictOn(name, value) {
  const goal = goals[name]
  if (goal === undefined || Number.isNaN(value)) return ''
  const reaches = (/** @type {number} */ mark) => (goal.is === '>=' ? value >= mark : value <= mark)
  if (reaches(goal.aim)) return 'aim'
  return reaches(goal.must) ? 'must' : 'missed'
}
