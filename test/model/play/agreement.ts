import { differences, type Expected } from '../law/wire/expected.ts'
import { refusedWith } from '../law/wire/refusal.ts'
import type { Answer } from './send.ts'

/** What is wrong with an answer. */
export function disagreement(expected: Expected, answer: Answer): readonly string[] {
  if (expected.status !== answer.status) {
    return [`status: ${expected.status} expected, not ${answer.status}`]
  }
  if (expected.status === 'broken') return []
  // The body first: it may tell an id that a header repeats.
  const body = differences(expected.body, answer.body)
  const headers = Object.entries(expected.headers ?? {}).flatMap(([name, pattern]) =>
    differences(pattern, answer.headers[name], `header ${name}`),
  )
  return [...body, ...headers]
}

/**
 * What is wrong with the answers to equal requests that were sent at once. They may come in any
 * order, and a repetition may find the first one still under way.
 */
export function disagreementOfRace(
  expected: readonly Expected[],
  answers: readonly Answer[],
): readonly string[] {
  // An answer that came again looks like the first one, and one that finds it under way like a 409
  // of a rule; not the other way round.
  const isLike = (one: Answer) => isAgain(one) || disagreement(busy, one).length === 0
  const left = answers.toSorted((one, other) => Number(isLike(one)) - Number(isLike(other)))
  for (const one of expected) {
    const mayWait = one.status === 409 || one.headers?.['x-sandbox-replayed'] !== undefined
    const found = left.findIndex((answer) => disagreement(one, answer).length === 0)
    const waiting = mayWait
      ? left.findIndex((answer) => disagreement(busy, answer).length === 0)
      : -1
    if (found < 0 && waiting < 0)
      return [`status: ${one.status} expected, not ${left.map(({ status }) => status)}`]
    left.splice(found < 0 ? waiting : found, 1)
  }
  return []
}

const busy = refusedWith(409, 'correlation_id_in_progress')

function isAgain({ headers }: Answer): boolean {
  return headers['x-sandbox-replayed'] !== undefined
}
