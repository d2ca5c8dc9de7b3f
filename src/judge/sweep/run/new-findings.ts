import { testKey } from '../../../record/test-ref.ts'
import { booksFindings } from '../../books/books-findings.ts'
import type { Advice } from '../../findings/finding.ts'
import type { FindingDocument } from '../../findings/finding-document.ts'

/** Findings that the baseline run does not have, by its keys; its own are reported once, with it. */
export function newFindings(
  found: readonly FindingDocument[],
  baseline: readonly string[],
): readonly FindingDocument[] {
  const known = new Map<string, number>()
  for (const key of baseline) known.set(key, (known.get(key) ?? 0) + 1)
  return found.filter((finding) => {
    const key = findingKey(finding)
    const left = known.get(key) ?? 0
    known.set(key, left - 1)
    return left <= 0 && finding.severity !== 'note'
  })
}

/**
 * Equal for the same problem with the same order in the same test; worlds may have random names. Of
 * the books, the amounts count as well, which their message has.
 */
export function findingKey(finding: FindingDocument): string {
  const { code, test, subject, message } = finding
  const isOfBooks = booksFindings.some((kind) => kind.code === code)
  return JSON.stringify([code, testKey(test), subject, ...(isOfBooks ? [message] : [])])
}

const saveId: Advice = {
  cause: 'no-saved-id',
  advice:
    'Before you send the request, save the correlation id where it survives a crash. Search for it when your client starts again.',
}

/** After a crash, nobody stopped waiting: the client was killed. */
export function afterCrash(finding: FindingDocument): FindingDocument {
  const steps = finding.steps.map(({ left, ...step }) =>
    left === undefined ? step : { ...step, text: left.if_killed },
  )
  return { ...finding, steps, ...(finding.severity === 'error' && saveId) }
}
