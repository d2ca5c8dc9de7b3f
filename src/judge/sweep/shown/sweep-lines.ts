import { capitalised, counted, lowerFirst, numberText, someOf } from '../../../base/text/counted.ts'
import { moneyText } from '../../../domain/money.ts'
import { allFindings, findingName } from '../../findings/all-findings.ts'
import { ignoredPending } from '../../findings/payment/overlooked.ts'
import { type PaidMore, paidMoreLines, paidMoreText } from '../../report/limits.ts'
import { ladderWords, type ReportVerdict } from '../../report-verdict.ts'
import { type CellResult, isBooksError, isUnsafe, resultTraits } from '../cells/result.ts'
import { sweepFindings } from '../cells/sweep-findings.ts'
import { repeatedOptions, sweepLine } from '../document/made-with.ts'
import { partText } from '../document/shards.ts'
import type { BaselineFinding, CellOutcome, Swept } from '../document/sweep-schema.ts'
import { reportedCells } from './examples.ts'
import {
  countedIn,
  countsOf,
  furtherWarnings,
  hasFailed,
  hungAfterMs,
  isDoubtful,
  isProof,
  isWarned,
  lostSales,
  sweepVerdict,
  wrongInBaseline,
} from './sweep-verdict.ts'

/** `safe by giving up: 6 sales lost`; undefined unless that is all that is wrong. */
export function givenUpText(swept: Swept): string | undefined {
  const lost = lostSales(swept)
  if (lost === 0 || sweepVerdict(swept) !== 'warnings') return undefined
  return `safe by giving up: ${counted(lost, 'sale')} lost`
}

/** What a result means, where its name does not say it. */
export function meaningOf(swept: Pick<Swept, 'baseline'>, cell: CellOutcome): string {
  const { result } = cell
  const { means, one } = resultTraits[result]
  if (result === 'failed_safe' && cell.sale_lost) return GIVEN_UP
  if (result === 'failed_safe' || result === 'blind_retry') return `${one}: ${means}`
  return result === 'hung' ? hungText(swept, cell) : one
}

const GIVEN_UP =
  'failed safe, sale lost: nothing was charged twice, because your client gave up and never charged the order'

function hungText({ baseline }: Pick<Swept, 'baseline'>, { fault, recovery }: CellOutcome): string {
  const seconds = Math.round(hungAfterMs(baseline.duration_ms) / 1000)
  const isWaiting = [fault, recovery?.fault].some((one) => one === 'hang' || one === 'late')
  return isWaiting
    ? `hung: your client waited longer than ${seconds} s for a response that never comes; give it a timeout`
    : `hung: your command was still running ${seconds} s after it began; give it a time limit`
}

/** After a crash a suite begins again from nothing, which no shop does. */
const RECOVER_HINT =
  "After a crash the whole command was run again. If your shop does something else when it starts, such as asking for what was left open, pass it: --recover '<command>'."

const LATER_HINT =
  "Unresolved: when the command ended, your client still did not know what had happened. If a job of your shop settles such payments later, include it: --advance 2h --recover '<command>'."

/** What the results of a sweep say beyond what each means. */
export function notesOn(swept: Swept): readonly string[] {
  const { recover, idempotent } = swept.options
  const isRerun = recover === undefined && idempotent === undefined
  const crashed = reportedCells(swept).some(({ fault }) => fault === 'crash')
  const hung = swept.cells.filter(({ result }) => result === 'hung')
  const isOpen = swept.cells.some(({ result }) => result === 'unresolved')
  return [
    ...new Set(hung.map((cell) => hungText(swept, cell))),
    ...givenUpLine(swept),
    ...booksLine(swept),
    ...pendingLine(swept),
    ...(isOpen && isRerun ? [LATER_HINT] : []),
    ...paidMoreLines(paidMoreIn(swept), ' in the baseline run'),
    ...flakyLine(swept),
    ...(crashed && isRerun ? [RECOVER_HINT] : []),
  ]
}

function paidMoreIn({ baseline }: Pick<Swept, 'baseline'>): PaidMore {
  return { references: baseline.paid_more ?? 0, first: baseline.paid_twice }
}

/** Cells that look safe, in which the order was never charged. */
function givenUpLine({ cells }: Swept): readonly string[] {
  const own = cells.filter(({ result, sale_lost }) => sale_lost && result === 'failed_safe')
  if (own.length === 0) return []
  return [
    GIVEN_UP,
    `Sale lost in ${counted(own.length, 'cell')}: ${someOf(own.map(({ name }) => name))}`,
  ]
}

/** Cells whose command ended before the bank had decided. */
function pendingLine({ cells }: Swept): readonly string[] {
  const own = cells.filter(({ findings }) =>
    findings.some(({ code, severity }) => code === ignoredPending.code && severity === 'note'),
  )
  if (own.length === 0) return []
  return [
    `Still pending when the command ended: ${someOf(own.map(({ name }) => name))}. If a job of your shop looks such payments up later, include it: --advance 2h --recover '<command>'.`,
  ]
}

/** Cells with a worse result in which the books differ too. */
function booksLine({ cells }: Swept): readonly string[] {
  const own = cells.filter(
    ({ result, findings }) => result !== 'books_differ' && findings.some(isBooksError),
  )
  if (own.length === 0) return []
  const names = someOf(own.map(({ name }) => name))
  return [`The books differ as well in ${counted(own.length, 'cell')}: ${names}`]
}

/** `flaky: 1 cell ended differently when it was run again: purchase-1/after/hang (failed safe, then safe)` */
function flakyLine({ cells }: Swept): readonly string[] {
  const flaky = cells.flatMap(({ name, flaky: both }) =>
    both === null ? [] : [`${name} (${both.map((one) => resultTraits[one].one).join(', then ')})`],
  )
  if (flaky.length === 0) return []
  const count = counted(flaky.length, 'cell')
  return [`flaky: ${count} ended differently when run again: ${someOf(flaky)}`]
}

/** The warnings that only cells have, by code: `ignored-pending: purchase-1/after/pending`. */
export function warningLines({ cells }: Pick<Swept, 'cells'>): readonly string[] {
  const names = new Map<string, Set<string>>()
  for (const cell of cells) {
    for (const { code } of furtherWarnings(cell)) {
      names.set(code, (names.get(code) ?? new Set()).add(cell.name))
    }
  }
  const codes = [...names].sort(([one], [other]) => (one < other ? -1 : 1))
  return codes.map(
    ([code, own]) => `${findingName(code)} (${counted(own.size, 'cell')}): ${someOf([...own])}`,
  )
}

/** What the config accepts, by result and reason: `Accepted in 11 cells: unresolved (unresolved: known): purchase-1/after/late …` */
export function acceptedLines({ cells }: Pick<Swept, 'cells'>): readonly string[] {
  const names = new Map<string, string[]>()
  for (const { name, result, accepted } of cells) {
    if (accepted === null) continue
    const reasons = accepted.map(({ code, because }) => `${code}: ${because.replace(/\.$/, '')}`)
    const what = `${resultTraits[result].one} (${reasons.join('; ')})`
    names.set(what, [...(names.get(what) ?? []), name])
  }
  return [...names].map(
    ([what, own]) => `Accepted in ${counted(own.length, 'cell')}: ${what}: ${someOf(own.sort())}`,
  )
}

/**
 * `Unsafe: 22 of 28 cells. 6 double charges, 2 unresolved, up to AUD 49.95 overcharged in one cell; 6 safe`.
 * @param isBrief Whether a grid beside it says how many there are of each.
 */
export function verdictLine(swept: Swept, isBrief = false): string {
  const verdict = sweepVerdict(swept)
  const paidMore = paidMoreIn(swept)
  const wrong = kindsText(
    verdict === 'unsafe' ? wrongInBaseline(swept) : countedIn(swept, 'warning'),
  )
  const also = swept.cells.some(isBehind(swept, verdict)) ? 'also ' : ''
  const without = wrong === '' ? '' : `, ${also}without any fault (${wrong})`
  const part = swept.shards && partText(swept.shards)
  const known = [...swept.cells, ...swept.baseline.findings].filter(
    ({ accepted }) => accepted !== null,
  ).length
  const reason = part ?? (verdict === 'untested' ? untestedText(swept) : undefined)
  const [failure] = swept.incomplete ?? []
  const givenUp = givenUpText(swept)
  const given = givenUp === undefined ? '' : `${givenUp}; `
  const soFar = verdict === 'safe' ? soFarText(swept) : ''
  return [
    `${ladderWords[verdict]}${without}${soFar}${soFar === '' ? ':' : ';'} ${given}${cellsText(swept, verdict, isBrief)}`,
    known > 0 ? `${numberText(known)} accepted` : undefined,
    narrowText(swept, verdict),
    paidMore.references > 0 && `${paidMoreText(paidMore)} without any fault`,
    reason,
    failure && `incomplete: ${lowerFirst(failure)}`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** ` so far: 104 of 1,100 calls were tried`, as long as `--quick` left some out. */
function soFarText({ options, cells, calls }: Swept): string {
  const tried = new Set(cells.map(({ call }) => call)).size
  if (!options.quick || tried >= calls.length) return ''
  return ` so far: ${numberText(tried)} of ${counted(calls.length, 'call')} were tried`
}

/** `not tried: the recovery from 1 more call (add --full)`; what is wrong anyway is no less wrong for it. */
function narrowText({ not_tried }: Swept, verdict: ReportVerdict): string | undefined {
  const left = not_tried.filter(({ narrows }) => narrows)
  if (verdict === 'unsafe' || left.length === 0) return undefined
  return `not tried: ${left.map(({ what, how }) => `${what} (${how})`).join(', ')}`
}

/** Which results of a cell are behind a verdict. */
function isBehind({ strict }: Swept, verdict: ReportVerdict): (cell: CellOutcome) => boolean {
  if (verdict === 'unsafe') return (cell) => hasFailed(cell, { strict })
  if (verdict === 'warnings') return isWarned
  return ({ result }) => isProof(result) === (verdict === 'safe')
}

/** `22 of 28 cells. 6 double charges, 2 unresolved; 6 safe` */
function cellsText(swept: Swept, verdict: ReportVerdict, isBrief: boolean): string {
  const behind = swept.cells.filter(isBehind(swept, verdict))
  const others = swept.cells.filter((cell) => !behind.includes(cell))
  const wrong = verdict === 'warnings' ? behind.filter(isDoubtful) : behind
  const warned = kindsText(behind.filter((cell) => !wrong.includes(cell)).flatMap(furtherWarnings))
  const most = overchargedText(swept)
  const texts = [
    [isBrief ? '' : resultsText(wrong), warned, most].filter(Boolean).join(', '),
    isBrief ? '' : resultsText(others),
  ].filter(Boolean)
  const all = counted(swept.cells.length, 'cell')
  const isPart = behind.length > 0 && others.length > 0
  const cells = isPart ? `${numberText(behind.length)} of ${all}` : all
  // "Safe: 44 cells" says it already.
  const isAllSafe = verdict === 'safe' && swept.cells.every(({ result }) => result === 'safe')
  return texts.length === 0 || isAllSafe ? cells : `${cells}. ${capitalised(texts.join('; '))}`
}

/** `6 double charges, 2 unresolved` */
function resultsText(cells: readonly CellOutcome[]): string {
  return countsOf({ cells })
    .map(([result, count]) => {
      const { one, many } = resultTraits[result]
      return counted(count, one, many)
    })
    .join(', ')
}

/** `up to AUD 49.95 overcharged, up to AUD 20.00 refunded too much in one cell` */
function overchargedText({ cells }: Swept): string {
  const texts = [
    ...mostText(cells, 'double_charge', 'overcharged'),
    ...mostText(cells, 'double_refund', 'refunded too much'),
  ]
  return texts.length === 0 ? '' : `${texts.join(', ')} in one cell`
}

function mostText(cells: Swept['cells'], wanted: CellResult, word: string): readonly string[] {
  const [most] = cells
    .flatMap(({ result, overcharged }) => (result === wanted && overcharged) || [])
    .sort((one, other) => other.cents - one.cents)
  return most === undefined ? [] : [`up to ${moneyText(most.cents, most.currency)} ${word}`]
}

/** `2 double charges, 1 payment not booked` */
function kindsText(findings: readonly Pick<BaselineFinding, 'code'>[]): string {
  const kinds = [...allFindings, ...sweepFindings].flatMap(({ code, one, ...kind }) => {
    const count = findings.filter((finding) => finding.code === code).length
    return count === 0 ? [] : [counted(count, one, 'many' in kind ? kind.many : undefined)]
  })
  return kinds.join(', ')
}

/** What is wrong without any fault, to be read before everything else. */
export function baselineLines(swept: Pick<Swept, 'baseline'>): readonly string[] {
  const [errors, warnings] = [countedIn(swept, 'error'), countedIn(swept, 'warning')]
  const accepted = swept.baseline.findings.filter((one) => one.accepted !== null)
  return [
    ...(errors.length === 0
      ? []
      : [
          `Unsafe without any fault: ${kindsText(errors)} in the baseline run. Fix this first: no cell is blamed for it.`,
        ]),
    ...(warnings.length === 0
      ? []
      : [`Warnings without any fault: ${kindsText(warnings)} in the baseline run.`]),
    ...accepted.map(
      ({ code, subject, accepted: because }) =>
        `Accepted in the baseline run: ${lowerFirst(findingName(code))}, ${subject} (${code}: ${because?.replace(/\.$/, '')})`,
    ),
  ]
}

function untestedText({ cells }: Swept): string {
  const isReason = cells.some(({ result }) => isUnsafe(result, true))
  return `not everything is proven${isReason ? ', which fails a sweep only with --strict' : ''}`
}

/** How to run one cell again. */
export function repeatLine(
  { command, options }: Swept,
  { name }: { readonly name: string },
): string {
  return sweepLine(['--only', name, repeatedOptions(options)], command)
}
