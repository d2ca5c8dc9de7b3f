import type { Change } from './medium.ts'
import type { Records } from './records.ts'

/** What was asked, as a hash, and what was answered: an unchanged repetition gets it again. */
export interface KeptAnswer {
  readonly request: string
  readonly status: number
  readonly body: string
}

export function keptAnswer(records: Records, audit: number): KeptAnswer | undefined {
  const line = records.line('kept_answers', audit)
  // Lines are ours: made below, and checked when they came from a file.
  return line === undefined ? undefined : (JSON.parse(line) as KeptAnswer)
}

export function keptAnswerChange(audit: number, answer: KeptAnswer): Change {
  return { table: 'kept_answers', key: audit, line: JSON.stringify({ id: audit, ...answer }) }
}
