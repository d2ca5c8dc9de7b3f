import { jsonOrText, memberOf } from '../../base/plain-object.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Counts, FindingCounts } from '../run/tally.ts'
import { errorsText, kindsIn } from './counted-kinds.ts'

/** The errors of a run, by their code, as the next sandbox with its data reads them; empty if there are none. */
export function errorsToSave(counts: FindingCounts): string {
  const errors = kindsIn(counts, 'error').map(({ code, count }) => [code, count] as const)
  return errors.length === 0 ? '' : `${JSON.stringify({ errors: Object.fromEntries(errors) })}\n`
}

/** The errors that an earlier sandbox left; none if the text cannot be read, which is only news. */
export function savedErrors(text = ''): Counts {
  const saved = memberOf(jsonOrText(text), 'errors')
  const known = allFindings.flatMap(({ code }) => {
    const count = memberOf(saved, code)
    return Number.isSafeInteger(count) && Number(count) > 0 ? [[code, Number(count)] as const] : []
  })
  return Object.fromEntries(known)
}

/** `Before the restart: 1 unresolved.` */
export function earlierText(errors: Readonly<Counts>): string | undefined {
  const found = errorsText(errors)
  return found === '' ? undefined : `Before the restart: ${found}.`
}
