import { parseInstant } from '../../domain/time/instant.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import { counted } from '../counted.ts'
import { tallyOf } from '../coverage/coverage.ts'
import type { FindingDocument, ReportDocument, StepDocument } from './report-document.ts'

/** Words that a terminal may show in colours. */
export type Paint = (how: 'error' | 'warning' | 'note' | 'strong' | 'faint', text: string) => string

const plain: Paint = (_how, text) => text

/**
 * The report for people: the verdict, then each finding with its story. `sandbox`: its URL while it
 * runs.
 */
export function textReport(report: ReportDocument, paint: Paint = plain, sandbox?: string): string {
  const { headline, caution, findings, dropped_findings } = report
  return [
    ...(caution === null ? [] : [caution]),
    paint(report.verdict === 'unsafe' ? 'error' : 'strong', headline),
    ...findingGroups(findings).flatMap((group) => ['', groupText(group, paint, sandbox)]),
    '',
    ...(dropped_findings === 0
      ? []
      : [`Not kept: ${counted(dropped_findings, 'further finding')}.`]),
    `Coverage: ${coverageText(report)}.`,
  ].join('\n')
}

/** `5.3 % (3 of 57 cases)` */
export function coverageText({ coverage }: Pick<ReportDocument, 'coverage'>): string {
  const { shown, possible } = tallyOf(coverage.cases)
  return `${coverage.percent} % (${shown} of ${counted(possible, 'case')})`
}

/** One finding with its story, as it is shown alone. */
export function findingText(finding: FindingDocument, paint: Paint = plain): string {
  return groupText([finding], paint)
}

/** A group of findings with the story or the call that shows them. */
export function groupText(group: FindingGroup, paint: Paint = plain, sandbox?: string): string {
  const [first] = group
  const shown = shownOf(group)
  const repeated = repeatText(group)
  return [
    ...shown.map((finding) => heading(finding, paint)),
    ...stepLines(first.steps, paint),
    ...shown.map(({ message }) => `  ${message}`),
    ...(repeated === undefined ? [] : [`  ${repeated}`]),
    `  Instead: ${lowerFirst(first.advice)}`,
    ...(sandbox === undefined ? [] : [`  See ${sandbox}${pageOf(first)}`]),
  ].join('\n')
}

/** Where the dashboard shows it. */
function pageOf({ id, world, story }: FindingDocument): string {
  if (story === null) return `/_sandbox/report#${encodeURIComponent(id)}`
  return `${world === 'default' ? '' : `/w/${world}`}/_sandbox/stories/${story}`
}

function heading({ severity, code, subject, chapter, labelled }: FindingDocument, paint: Paint) {
  const word = paint(severity, severity.toUpperCase().padEnd(7))
  const test = chapter === '' || !labelled ? placeText(chapter) : `test "${chapter}"`
  const line = `${word} ${paint('strong', code.padEnd(20))}  ${subject}`
  return test === '' ? line : `${line}    ${paint('faint', test)}`
}

function placeText(chapter: string): string {
  return chapter === '' || chapter === 'default 1' ? '' : `world ${chapter}`
}

function stepLines(steps: readonly StepDocument[], paint: Paint): readonly string[] {
  const kinds = width(steps.map(({ kind }) => kindText(kind)))
  const ids = width(steps.map(({ correlation_id }) => correlation_id ?? ''))
  const texts = width(steps.map(({ text }) => text))
  const requests = width(steps.map(requestText))
  const isOneDay = new Set(steps.map(({ at }) => momentText(at).slice(0, 10))).size < 2
  return steps.map((step) => {
    const { kind, correlation_id, text } = step
    const columns = [
      momentText(step.at).slice(isOneDay ? 11 : 0),
      kindText(kind).padEnd(kinds),
      ...(ids === 0 ? [] : [(correlation_id ?? '').padEnd(ids)]),
      text.padEnd(texts),
      paint('faint', factsText(step, requests)),
    ]
    return `  ${columns.join('  ')}`.trimEnd()
  })
}

/** `#41 audit 1000007 approved`, the audits below each other. */
function factsText(step: StepDocument, widest: number): string {
  const { audit, status } = step
  return [
    ...(widest === 0 ? [] : [requestText(step).padEnd(widest)]),
    ...(audit === undefined ? [] : [`audit ${audit}`]),
    ...(audit === undefined || status === undefined ? [] : [statusNow(step)]),
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

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/** Findings that are shown together; the first represents them all. */
export type FindingGroup<Finding extends FindingDocument = FindingDocument> = readonly [
  Finding,
  ...Finding[],
]

/**
 * Groups findings: the same habit in many tests is one group, and so is a story with several
 * findings.
 */
export function findingGroups<Finding extends FindingDocument>(
  findings: readonly Finding[],
): readonly FindingGroup<Finding>[] {
  const found = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of findings) {
    const key = groupKey(finding)
    const group = found.get(key)
    if (group === undefined) found.set(key, [finding])
    else group.push(finding)
  }
  return [...found.values()]
}

function groupKey({ story, code, message, severity }: FindingDocument): string {
  return story === null ? `${code} ${message}` : `${severity} ${story}`
}

/** For a story, all its findings; for a habit, one example. */
export function shownOf<Finding extends FindingDocument>(
  group: FindingGroup<Finding>,
): readonly Finding[] {
  return group[0].story === null ? [group[0]] : group
}

/** `Seen 12 times in 5 tests.`; undefined for single occurrences and for stories. */
export function repeatText(group: FindingGroup): string | undefined {
  const times = group.reduce((sum, finding) => sum + finding.times, 0)
  if (group[0].story !== null || times === 1) return undefined
  const tests = new Set(group.map(({ chapter }) => chapter)).size
  return `Seen ${times} times${tests > 1 ? ` in ${tests} tests` : ''}.`
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
