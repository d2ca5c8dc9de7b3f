/**
 * A figure's goals: at least (`>=`) or at most (`<=`) so much.
 * @typedef {{ is: '>=' | '<=', must: number, aim: number }} Goal
 */

/** @type {Readonly<Record<string, Goal>>} */
export const goals = {
  'purchase, sync, against the fastest peer': { is: '>=', must: 1.8, aim: 2.5 },
  'purchase, in memory, against the fastest peer': { is: '>=', must: 2.8, aim: 4 },
  'processor time of a purchase, against the release before': { is: '<=', must: 0.85, aim: 0.6 },
  'files of src in a purchase': { is: '<=', must: 45, aim: 38 },
  'functions of src in a purchase': { is: '<=', must: 170, aim: 150 },
  'purchase, judging on against off, by processor time': { is: '>=', must: 0.94, aim: 0.97 },
  'purchase at 1 000 000 stored against 1 000': { is: '>=', must: 0.9, aim: 0.97 },
  'p99 of a purchase against its p50, sync': { is: '<=', must: 5, aim: 3 },
  'p99 of a purchase against its p50, in memory': { is: '<=', must: 5, aim: 3 },
  'start to first purchase against the fastest peer': { is: '<=', must: 0.8, aim: 0.7 },
  'start of the executable against npx': { is: '<=', must: 1.1, aim: 0.6 },
  'start with 100 000 stored, on top of empty': { is: '<=', must: 1, aim: 0.5 },
  'memory per stored transaction': { is: '<=', must: 1200, aim: 1000 },
  'reset at 100 000 stored': { is: '<=', must: 15, aim: 5 },
  'advance over 10 000 pending debits': { is: '<=', must: 0.8, aim: 0.3 },
  '101 scenario rules against 1': { is: '>=', must: 0.9, aim: 0.97 },
  'page update after a payment, 250 listed': { is: '<=', must: 0.4, aim: 0.2 },
  'purchases with the home page open against none open': { is: '>=', must: 0.9, aim: 0.97 },
  'idle home page, of a core': { is: '<=', must: 0.01, aim: 0.005 },
  'exec, beyond its command': { is: '<=', must: 0.3, aim: 0.2 },
  'a sweep of one cell, beyond three runs of its command': { is: '<=', must: 0.8, aim: 0.4 },
  'a cell of a sweep, beyond its command': { is: '<=', must: 40, aim: 20 },
  'sweep --quick --each of examples/merchant-app': { is: '<=', must: 80, aim: 50 },
}

/** @param {string} name @param {number} value @returns {'aim' | 'must' | 'missed' | ''} */
export function verdictOn(name, value) {
  const goal = goals[name]
  if (goal === undefined || Number.isNaN(value)) return ''
  const reaches = (/** @type {number} */ mark) => (goal.is === '>=' ? value >= mark : value <= mark)
  if (reaches(goal.aim)) return 'aim'
  return reaches(goal.must) ? 'must' : 'missed'
}
