import type { FindingDocument } from '../../findings/finding-document.ts'
import type { CellFinding } from './sweep-schema.ts'

/** A finding of a run as a sweep keeps it. */
export function cellFinding(finding: FindingDocument): CellFinding {
  const { code, severity, subject, message, advice, steps, overcharged, unnoticed, evidence } =
    finding
  const shown = { code, severity, subject, message, advice, steps, evidence }
  return { ...shown, ...(overcharged && { overcharged }), ...(unnoticed && { unnoticed }) }
}

/** What a sweep found by itself. */
export function ownFinding(
  code: string,
  severity: CellFinding['severity'],
  message: string,
  advice = '',
): CellFinding {
  return { code, severity, subject: '', message, advice, steps: [] }
}
