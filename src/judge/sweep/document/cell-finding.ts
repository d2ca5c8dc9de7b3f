import type { Advice, FindingKind } from '../../findings/finding.ts'
import type { FindingDocument } from '../../findings/finding-document.ts'
import type { CellFinding } from './sweep-schema.ts'

/** A finding of a run as a sweep keeps it. */
export function cellFinding(finding: FindingDocument): CellFinding {
  const { code, severity, subject, message, advice, cause, steps } = finding
  const { overcharged, unnoticed, evidence } = finding
  const shown = { code, severity, subject, message, advice, cause, steps, evidence }
  return { ...shown, ...(overcharged && { overcharged }), ...(unnoticed && { unnoticed }) }
}

/** What a sweep found by itself. */
export function ownFinding(
  { code, severity }: Pick<FindingKind, 'code' | 'severity'>,
  message: string,
  { cause, advice }: Advice = { cause: code, advice: '' },
): CellFinding {
  return { code, severity, subject: '', message, advice, cause, steps: [] }
}
