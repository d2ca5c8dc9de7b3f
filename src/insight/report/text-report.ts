import { numberText } from '../../domain/money.ts'
import { parseInstant } from '../../domain/time/instant.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import { booksLines } from '../books/books-table.ts'
import { counted, lowerFirst } from '../counted.ts'
import { tallyOf } from '../coverage/coverage.ts'
import { findingName } from '../findings/all-findings.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import { recipeFor } from '../findings/recipe.ts'
import { byRank } from '../run/kept.ts'
import type { StepDocument } from '../stories/story-document.ts'
import { shortId } from '../stories/story-view.ts'
import {
  type AlikeGroups,
  alikeGroups,
  type FindingGroup,
  repeatText,
  shownParts,
} from './finding-groups.ts'
import { paidMoreLines } from './headline.ts'
import type { ReportDocument } from './report-document.ts'

/** Words that a terminal may show in colours. */
export type Paint = (how: 'error' | 'warning' | 'note' | 'strong' | 'faint', text: string) => string

export const plainPaint: Paint = (_how, text) => text

/**
 * The report for people: the verdict, then one story of each kind of finding. `sandbox`: its URL while it
 * runs.
 */
export function textReport(
  report: ReportDocument,
  paint: Paint = plainPaint,
  sandbox?: string,
): string {
  const { headline, not_tested, findings, dropped_findings, refused_calls = 0, books } = report
  return [
    paint(report.verdict === 'unsafe' ? 'error' : 'strong', headline),
    ...(not_tested === null ? [] : [not_tested]),
    ...paidMoreLines(report),
    ...books.flatMap((one) => ['', ...booksLines(one)]),
    ...alikeGroups(findings).flatMap((alike) => [
      '',
      groupText(alike[0], paint, sandbox),
      ...othersText(alike),
    ]),
    '',
    ...(dropped_findings === 0
      ? []
      : [`Not kept: ${counted(dropped_findings, 'further finding')}.`]),
    // They are not part of the run.
    ...(refused_calls === 0
      ? []
      : [
          `Not judged: ${counted(refused_calls, 'refused call')} from other sites or without valid credentials.`,
        ]),
    ...acceptedLines(report),
    `Coverage: ${coverageText(report)}.`,
  ].join('\n')
}

/** The findings that the config accepts, the worst first, and what it accepts without need. */
export function acceptedLines({
  accepted,
  unused_accepts,
}: Pick<ReportDocument, 'accepted' | 'unused_accepts'>): readonly string[] {
  const times = new Map<string, number>()
  for (const one of [...accepted].sort(byRank)) {
    const test = testText(one)
    const what = `${nameWithCode(one.code)}${test && ` in ${test}`}: ${one.because.replace(/\.$/, '')}`
    times.set(what, (times.get(what) ?? 0) + 1)
  }
  return [
    ...[...times].map(([what, n]) => `Accepted: ${what}${n === 1 ? '' : ` (${n} times)`}.`),
    ...unused_accepts.map(
      ({ code, test }) =>
        `Accepted in the config, but not found in this run: ${nameWithCode(code)}${test ? ` in ${test}` : ''}. Remove it from report.accept.`,
    ),
  ]
}

function nameWithCode(code: string): string {
  return `${findingName(code)} (${code})`
}

/** `5.3 % (3 of 57 cases)` */
export function coverageText({ coverage }: Pick<ReportDocument, 'coverage'>): string {
  const { shown, possible } = tallyOf(coverage.cases)
  return `${coverage.percent} % (${shown} of ${counted(possible, 'case')})`
}

/** One finding with its story, as it is shown alone. */
export function findingText(finding: FindingDocument, paint: Paint = plainPaint): string {
  return groupText([finding], paint)
}

/** A group of findings, each with the steps that show it. */
export function groupText(
  group: FindingGroup,
  paint: Paint = plainPaint,
  sandbox?: string,
): string {
  const [first] = group
  const repeated = repeatText(group)

  return [
    ...shownParts(group).flatMap(({ findings, steps, advice }) => [
      ...findings.map((finding) => heading(finding, paint)),
      ...stepLines(steps, paint),
      ...findings.map(({ message }) => `  ${message}`),
      ...(repeated === undefined ? [] : [`  ${repeated}`]),
      ...advice.map((text) => `  Instead: ${lowerFirst(text)}`),
    ]),
    `  Recipe: ${recipeFor(first.code)}`,
    ...(sandbox === undefined ? [] : [`  See ${sandbox}${findingPage(first)}`]),
  ].join('\n')
}

/** The others of a kind after the first: `And 2 more like it: order A-2, AUD 1.00; order A-3, AUD 1.00.` */
function othersText([, ...others]: AlikeGroups): readonly string[] {
  if (others.length === 0) return []
  const named = others.slice(0, MOST_NAMED).map(([{ subject }]) => subject)
  const rest = others.length > named.length ? '; …' : '.'
  return [`  And ${numberText(others.length)} more like it: ${named.join('; ')}${rest}`]
}

/** The most payments to name after the one that is shown. */
const MOST_NAMED = 3

/** Where the dashboard shows it. */
export function findingPage({
  id,
  world,
  payment,
}: Pick<FindingDocument, 'id' | 'world' | 'payment'>): string {
  if (payment === null) return `/_sandbox/report#${encodeURIComponent(id)}`
  return `${world === 'default' ? '' : `/w/${world}`}/_sandbox/payments/${payment}`
}

function heading(finding: FindingDocument, paint: Paint) {
  const { severity, code, subject } = finding
  const word = paint(severity, severity.toUpperCase().padEnd(7))
  const test = testText(finding)
  const name = paint('strong', findingName(code).padEnd(20))
  const line = `${word} ${name}  ${subject}  ${paint('faint', `(${code})`)}`
  return test === '' ? line : `${line}    ${paint('faint', test)}`
}

export type TestOf = Pick<FindingDocument, 'world' | 'test'>

/** `test "checkout survives a time-out"`; the only chapter of the only world is not mentioned. */
export function testText({ world, test }: TestOf): string {
  if (isNamedTest({ world, test })) return `test "${test}"`
  return test === '' || test === 'default 1' ? '' : testName({ world, test })
}

/** Whether the test was given a name. */
export function isNamedTest(place: TestOf): boolean {
  return place.test !== '' && testName(place) === place.test
}

/** A test by its name; without one, by its world: `world checkout`, `world checkout, reset 1`. */
export function testName({ world, test }: TestOf): string {
  const rest = test.startsWith(`${world} `) ? test.slice(world.length + 1) : ''
  // In a merged report, the file of its run follows.
  const [, number, run = ''] = /^(\d+)( \(.*\))?$/s.exec(rest) ?? []
  if (number === undefined) return test
  const reset = number === '1' ? '' : `, reset ${Number(number) - 1}`
  return `world ${world}${reset}${run}`
}

/** The steps of a payment, one in each line. */
export function stepLines(
  steps: readonly StepDocument[],
  paint: Paint = plainPaint,
): readonly string[] {
  const kinds = width(steps.map(({ kind }) => kindText(kind)))
  const ids = width(steps.map(({ correlation_id }) => shortId(correlation_id ?? '')))
  const texts = width(steps.map(({ text }) => text))
  const requests = width(steps.map(requestText))
  const isOneDay = new Set(steps.map(({ at }) => momentText(at).slice(0, 10))).size < 2
  return steps.map((step) => {
    const { kind, correlation_id, text } = step
    const columns = [
      momentText(step.at).slice(isOneDay ? 11 : 0),
      kindText(kind).padEnd(kinds),
      ...(ids === 0 ? [] : [shortId(correlation_id ?? '').padEnd(ids)]),
      text.padEnd(texts),
      paint('faint', factsText(step, requests)),
    ]
    return `  ${columns.join('  ')}`.trimEnd()
  })
}

/** `#41 audit 1000007 approved`, the audits below each other. */
function factsText(step: StepDocument, widest: number): string {
  const { audit } = step
  return [
    ...(widest === 0 ? [] : [requestText(step).padEnd(widest)]),
    ...(audit === undefined ? [] : [`audit ${audit}`, statusNow(step)]),
  ]
    .join(' ')
    .trimEnd()
}

function requestText({ request }: StepDocument): string {
  return request === undefined ? '' : `#${request}`
}

function kindText(kind: string): string {
  return kind.replaceAll('_', ' ')
}

/** `2026-03-10 12:00:00.120` in Sydney time. */
function momentText(at: string): string {
  const instant = parseInstant(at)
  const text = instant === undefined ? at : sydneyIso(instant, 'milliseconds')
  return text.slice(0, 23).replace('T', ' ')
}

/** Longer than our own texts; the message of a refusal may exceed it. */
const WIDEST = 120

function width(texts: readonly string[]): number {
  return Math.min(Math.max(0, ...texts.map(({ length }) => length)), WIDEST)
}

/**
 * The status of a step's transaction: `approved`, or `now approved` if the step itself shows
 * another.
 */
export function statusNow({ status, text }: Pick<StepDocument, 'status' | 'text'>): string {
  if (status === undefined) return ''
  const [told] = /^(?:pending|undecided|approved)/.exec(text) ?? []
  const isOther = told !== undefined && told !== status && status !== 'unknown'
  return isOther ? `now ${status}` : status
}
