import { capitalised, counted } from '../../base/text/counted.ts'
import { testKey } from '../../record/test-ref.ts'
import { findingName } from '../findings/all-findings.ts'
import { type Severity, severities } from '../findings/finding.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import { recoveryChange } from '../run/recovery.ts'
import { isShown, resultTraits } from '../sweep/cells/result.ts'
import type { CellOutcome, Swept } from '../sweep/document/sweep-schema.ts'
import { verdictLine } from '../sweep/shown/sweep-lines.ts'
import { badness, hasFailed, sweepVerdict } from '../sweep/shown/sweep-verdict.ts'
import { notProvoked, unprovedReason } from './provoked.ts'
import { commitText, shortCommit } from './ran-text.ts'
import type { ReportDocument } from './report-document.ts'
import { testText } from './test-name.ts'

/** A finding, or a cell of a sweep that is not safe. */
export interface ComparedItem {
  /** The same in every run of the same tests: the key of a finding, the name of a cell. */
  readonly key: string
  readonly severity: Severity
  /** `Double charge`. */
  readonly what: string
  /** Where it is: `order A-1, AUD 1.00, test "checkout"`; the name of a cell. */
  readonly where: string
  /** The result that the cell had before, or why a finding is no longer reported. */
  readonly note?: string
  /** Whether it is gone only because the config accepts it. */
  readonly isAccepted?: true
}

/** How a report or a sweep was made, as far as its file has it. */
export interface MadeHow {
  /** `1a2b3c… with changes` if some were not committed. */
  readonly commit?: string | undefined
  readonly date?: string | undefined
  readonly command?: string | undefined
}

interface ComparedSide extends MadeHow {
  readonly verdict: string
  readonly headline: string
}

/** The difference between an earlier report or sweep and a later one. */
export interface Comparison {
  readonly kind: 'report' | 'sweep'
  readonly headline: string
  /** What the later one shows to be fixed, in a sentence; null if nothing is. */
  readonly proved: string | null
  /** Why the later one proves nothing, in a sentence; null if it does. */
  readonly unproved: string | null
  readonly old: ComparedSide
  readonly new: ComparedSide
  readonly items: {
    readonly new: readonly ComparedItem[]
    readonly gone: readonly ComparedItem[]
    readonly same: readonly ComparedItem[]
    /**
     * Those whose test or cell the later run did not try, and those that nothing provoked in it: it is
     * not known whether they are gone.
     */
    readonly not_tried: readonly ComparedItem[]
  }
  /** How long the client did not know the outcome of lost responses, before and now; null if it is not known of both. */
  readonly recovery: string | null
  /** How many findings the two reports do not have, because there were too many to keep. */
  readonly not_compared: number
}

/** What is new, gone and the same in a later report. */
export function compareReports(
  old: ReportDocument,
  later: ReportDocument,
  made: readonly [MadeHow, MadeHow] = [{}, {}],
): Comparison {
  const [before, now] = [byKey(old.findings), byKey(later.findings)]
  const tests = new Set(later.all_tests.map(testKey))
  const missing = [...before].flatMap(([key, all]) => all.slice(now.get(key)?.length ?? 0))
  const accepts = (one: FindingDocument) =>
    later.accepted.find(
      ({ code, test }) => code === one.code && testKey(test) === testKey(one.test),
    )
  const open = new Map<FindingDocument, string | undefined>(
    missing.flatMap((one): readonly (readonly [FindingDocument, string | undefined])[] => {
      if (one.test !== null && !tests.has(testKey(one.test))) return [[one, undefined]]
      const reason = accepts(one) === undefined ? notProvoked(one, later) : undefined
      return reason === undefined ? [] : [[one, reason]]
    }),
  )
  const unproved = unprovedReason(later)
  const present = [...now].flatMap(([key, all]) =>
    all.map((one, i) => ({ one, isNew: i >= (before.get(key)?.length ?? 0) })),
  )
  const sides = [
    { ...made[0], verdict: old.verdict, headline: old.headline },
    { ...made[1], verdict: later.verdict, headline: later.headline },
  ] as const
  return comparison('report', ...sides, {
    new: present.filter(({ isNew }) => isNew).map(({ one }) => findingItem(one)),
    same: present.filter(({ isNew }) => !isNew).map(({ one }) => findingItem(one)),
    gone: missing
      .filter((one) => !open.has(one))
      .map((one) => {
        const accepted = accepts(one)
        const item = findingItem(one, accepted && `accepted: ${accepted.because}`)
        return accepted === undefined ? item : { ...item, isAccepted: true }
      }),
    not_tried: [...open].map(([one, reason]) => findingItem(one, reason)),
    dropped: old.dropped_findings + later.dropped_findings,
    recovery: old.recovery && later.recovery ? recoveryChange(old.recovery, later.recovery) : null,
    unproved: unproved === undefined ? null : `Nothing is proved: in the new run, ${unproved}`,
  })
}

/** Several tests may have the same label, so a key may occur more than once. */
function byKey(findings: readonly FindingDocument[]): ReadonlyMap<string, FindingDocument[]> {
  const found = new Map<string, FindingDocument[]>()
  for (const finding of findings) {
    // A test without a name may have the same words in its key as one with a name.
    const key = `${testKey(finding.test)} ${finding.key}`
    const same = found.get(key)
    if (same === undefined) found.set(key, [finding])
    else same.push(finding)
  }
  return found
}

function findingItem(finding: FindingDocument, note?: string): ComparedItem {
  const { key, severity, code, subject } = finding
  const place = testText(finding.test)
  const where = place === '' ? subject : `${subject}, ${place}`
  return { key, severity, what: findingName(code), where, ...(note !== undefined && { note }) }
}

/** The same for the cells of two sweeps; a cell with a worse result than before is new. */
export function compareSweeps(old: Swept, later: Swept): Comparison {
  const [before, now] = [byName(old), byName(later)]
  const items = { new: [], same: [], gone: [], not_tried: [] } as {
    readonly [name in keyof Comparison['items']]: ComparedItem[]
  }
  for (const [name, outcome] of now) {
    const severity = severityOf(outcome, later)
    if (severity === undefined) continue
    const earlier = before.get(name)
    const isKnown = earlier !== undefined && severityOf(earlier, later) !== undefined
    const isNew = !isKnown || badness(outcome) < badness(earlier)
    const note = earlier && earlier.result !== outcome.result && nameOf(earlier)
    items[isNew ? 'new' : 'same'].push(cellItem(outcome, severity, note && `was ${note}`))
  }
  for (const [name, outcome] of before) {
    const severity = severityOf(outcome, later)
    const next = now.get(name)
    if (severity === undefined || (next && severityOf(next, later) !== undefined)) continue
    const isTried = next !== undefined && next.result !== 'not_run'
    const known = next?.accepted ? ', accepted' : ''
    const note = isTried ? `now ${nameOf(next)}${known}` : undefined
    const item = cellItem(outcome, severity, note)
    items[isTried ? 'gone' : 'not_tried'].push(
      next?.accepted ? { ...item, isAccepted: true } : item,
    )
  }
  compareBaselines(old, later, items)
  return comparison('sweep', sweepSide(old), sweepSide(later), {
    ...items,
    dropped: 0,
    recovery: null,
    unproved: null,
  })
}

/** What is wrong without any fault, before and now. */
function compareBaselines(
  old: Swept,
  later: Swept,
  items: { readonly [name in 'new' | 'same' | 'gone']: ComparedItem[] },
): void {
  const itemsOf = ({ baseline }: Swept) =>
    baseline.findings
      .filter(({ accepted }) => accepted === null)
      .map(({ code, severity, subject, test }) => ({
        key: `baseline/${code}/${testKey(test)}/${subject}`,
        severity,
        what: findingName(code),
        where: `${subject}, without any fault`,
      }))
  const [before, now] = [itemsOf(old), itemsOf(later)]
  const isIn = (all: readonly ComparedItem[], { key }: ComparedItem) =>
    all.some((one) => one.key === key)
  for (const one of now) items[isIn(before, one) ? 'same' : 'new'].push(one)
  items.gone.push(...before.filter((one) => !isIn(now, one)))
}

function byName({ cells }: Swept): ReadonlyMap<string, CellOutcome> {
  return new Map(cells.map((cell) => [cell.name, cell]))
}

function severityOf(cell: CellOutcome, swept: Swept): Severity | undefined {
  const { result, accepted } = cell
  if (accepted !== null) return undefined
  if (hasFailed(cell, swept)) return 'error'
  return isShown(result) ? 'warning' : undefined
}

function cellItem(cell: CellOutcome, severity: Severity, note?: string | false) {
  const { name } = cell
  return {
    key: name,
    severity,
    what: capitalised(nameOf(cell)),
    where: name,
    ...(note && { note }),
  }
}

function nameOf({ result }: CellOutcome): string {
  return resultTraits[result].one
}

function sweepSide(swept: Swept): ComparedSide {
  const { date, command } = swept
  return {
    verdict: sweepVerdict(swept),
    headline: verdictLine(swept),
    commit: commitText(swept),
    date,
    command,
  }
}

type Items = Comparison['items'] & {
  readonly recovery: string | null
  readonly dropped: number
  readonly unproved: string | null
}

function comparison(
  kind: Comparison['kind'],
  old: ComparedSide,
  later: ComparedSide,
  { dropped, recovery, unproved, ...items }: Items,
): Comparison {
  return {
    kind,
    headline: headlineOf(kind, items),
    proved: provedText(kind, items, [old, later]),
    unproved,
    old,
    new: later,
    items,
    recovery,
    not_compared: dropped,
  }
}

/** `1 new error, 2 new warnings; 3 gone, 4 still there, 1 not tried again`, or `60 of 61 cells fixed, 1 still unsafe` */
function headlineOf(kind: Comparison['kind'], items: Comparison['items']): string {
  const fresh = severities.flatMap((severity) => {
    const count = newOf(items, severity)
    return count === 0 ? [] : [counted(count, `new ${severity}`)]
  })
  const [fixed, left] = [fixedIn(items).length, items.same.filter(isError).length]
  const isBetter = kind === 'sweep' && fresh.length === 0 && fixed > 0 && left > 0
  const all = fixed + left + items.not_tried.filter(isError).length
  const warned = items.same.length - left
  const rest = [
    ...(isBetter
      ? [
          `${fixed} of ${counted(all, 'cell')} fixed`,
          `${left} still unsafe`,
          ...(warned === 0 ? [] : [`${counted(warned, 'warning')} still there`]),
        ]
      : [`${items.gone.length} gone`, `${items.same.length} still there`]),
    ...(items.not_tried.length === 0 ? [] : [`${items.not_tried.length} not tried again`]),
  ]
  if (isBetter) return rest.join(', ')
  return `${fresh.length === 0 ? 'Nothing new' : fresh.join(', ')}; ${rest.join(', ')}`
}

/** The errors that are gone: what the config accepts is not fixed. */
function fixedIn({ gone }: Comparison['items']): readonly ComparedItem[] {
  return gone.filter((one) => isError(one) && !one.isAccepted)
}

function isError({ severity }: ComparedItem): boolean {
  return severity === 'error'
}

/** `6 cells were unsafe at 1a2b3c4d5e and are safe at 4d5e6f7a8b; nothing new` */
function provedText(
  kind: Comparison['kind'],
  items: Comparison['items'],
  [old, later]: readonly [ComparedSide, ComparedSide],
): string | null {
  const fixed = fixedIn(items)
  if (fixed.length === 0) return null
  // Two runs with changes at one commit cannot be told apart by it.
  const isNamed = old.commit !== later.commit
  const [before, now] = [old, later].map(({ commit }) =>
    isNamed && commit !== undefined ? shortCommit(commit) : undefined,
  )
  const [were, are] = fixed.length === 1 ? ['was', 'is'] : ['were', 'are']
  const at = (commit: string | undefined, otherwise: string) =>
    commit === undefined ? otherwise : ` at ${commit}`
  const what =
    kind === 'sweep'
      ? `${counted(fixed.length, 'cell')} ${were} unsafe${at(before, ' before')} and ${are} safe${at(now, ' now')}`
      : `${counted(fixed.length, 'error')}${at(before, '')} ${are} gone${at(now, '')}`
  const fresh = newOf(items, 'error') + newOf(items, 'warning')
  return `${what}; ${fresh === 0 ? 'nothing new' : `${counted(fresh, 'new problem')}`}`
}

/** How many items of one severity are new. */
export function newOf(items: Comparison['items'], severity: Severity): number {
  return items.new.filter((one) => one.severity === severity).length
}
