import { counted } from '../counted.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Severity } from '../findings/finding.ts'
import { lostSale } from '../findings/payment/lost-sale.ts'
import { type Exercised, lossesIn, type Tally } from '../run/tally.ts'

export type Verdict = 'unsafe' | 'safe' | 'untested'

/** `untested`: nothing is wrong, but nothing was put to the test either. */
export function verdictOf(
  counts: Readonly<Record<Severity, number>>,
  exercised: Exercised,
): Verdict {
  if (counts.error > 0) return 'unsafe'
  return lossesIn(exercised) === 0 ? 'untested' : 'safe'
}

/** How a report looks at first sight: no sale that was lost is to be overlooked for a pass. */
export function lookOf(report: {
  readonly verdict: Verdict
  readonly findings: readonly { readonly code: string }[]
}): Verdict | 'lost-sale' {
  const { verdict, findings } = report
  if (verdict !== 'safe') return verdict
  return findings.some(({ code }) => code === lostSale.code) ? 'lost-sale' : verdict
}

/** The line that a report begins with, and what must be said before a pass. */
export function headline(
  verdict: Verdict,
  { requests, own, waiting, found }: Pick<Tally, 'requests' | 'own' | 'waiting' | 'found'>,
): { readonly headline: string; readonly caution: string | undefined } {
  if (requests === 0 && own > 0 && found.size === 0) return ownAlone(own)
  const calls = counted(requests, 'request')
  if (verdict === 'unsafe') return { headline: `UNSAFE: ${errorText(found)}`, caution: undefined }
  const warnings = warningText(found)
  const pass =
    warnings === '' ? `No fault found in ${calls}` : `Nothing unsafe found in ${calls}; ${warnings}`
  const caution = cautionFor(verdict, requests + waiting)
  if (waiting === 0) return { headline: pass, caution }
  const open = `${waiting === 1 ? 'has' : 'have'} no answer yet`
  if (requests === 0) return { headline: `${counted(waiting, 'request')} ${open}`, caution }
  return { headline: `${pass}; ${waiting} more ${open}`, caution }
}

type Found = Tally['found']

/** `1 lost sale, 2 other warnings`: what costs money is told by its name. */
function warningText(found: Found): string {
  const lost = found.get(lostSale.code) ?? 0
  const all = kindsIn(found, 'warning').reduce((sum, { count }) => sum + count, 0)
  const others = all - lost
  if (lost === 0) return others === 0 ? '' : counted(others, 'warning')
  const sales = counted(lost, lostSale.one, lostSale.many)
  return others === 0 ? sales : `${sales}, ${counted(others, 'other warning')}`
}

/** What the dashboard sends says nothing about a client. */
function ownAlone(own: number) {
  const sent = own === 1 ? '1 request of the dashboard is' : `${own} requests of the dashboard are`
  return {
    headline: 'Nothing was judged',
    caution: `${sent} not judged, and no other reached the sandbox, so nothing was tested.`,
  }
}

/** Instead of both, where nobody judges. */
export const unjudged = {
  headline: 'Nothing was judged',
  caution:
    'Judging is switched off (`report.judge: false` in the config), so this report says nothing about the client.',
} as const

/** What a pass does not prove. `command`: what to sweep, as typed in a shell. */
export function cautionFor(
  verdict: Verdict,
  requests: number,
  command = 'npm test',
): string | undefined {
  if (verdict !== 'untested') return undefined
  if (requests === 0) return 'No request reached the sandbox, so nothing was tested.'
  return `No answer was lost in this run, so recovery was never exercised: \`npx sandgate sweep -- ${command}\` does that.`
}

/** `1 double charge, 2 unresolved` */
function errorText(found: Found): string {
  return kindsIn(found, 'error')
    .map(({ count, one, many }) => counted(count, one, many))
    .join(', ')
}

/** What was found of one severity, the worst first. */
function kindsIn(found: Found, severity: Severity) {
  return allFindings.flatMap((kind) => {
    const count = found.get(kind.code) ?? 0
    return kind.severity !== severity || count === 0 ? [] : [{ ...kind, count }]
  })
}
