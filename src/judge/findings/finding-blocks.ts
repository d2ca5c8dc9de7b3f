import { memberOf } from '../../base/plain-object.ts'
import { counted, lowerFirst, numberText } from '../../base/text/counted.ts'
import { moneyText } from '../../domain/money.ts'
import { type Block, type Heading, type Part, paragraph } from '../blocks/block.ts'
import type { StepDocument } from '../payments/payment-document.ts'
import {
  type AlikeGroups,
  alikeGroups,
  type FindingGroup,
  repeatText,
  type ShownFindings,
  shownOf,
  shownParts,
} from '../report/finding-groups.ts'
import { testText } from '../report/test-name.ts'
import { findingName, paymentFindings } from './all-findings.ts'
import type { Severity } from './finding.ts'
import type { FindingDocument } from './finding-document.ts'
import type { MoneyAmount, UnnoticedMoney } from './money-amount.ts'
import { doubleRefund } from './payment/double.ts'
import { recipeFor } from './recipe.ts'

const tones = { error: 'bad', warning: 'warn', note: 'quiet' } as const

export function severityTone(severity: Severity) {
  return tones[severity]
}

/** What is shown of a finding, whether a report or a cell of a sweep has it. */
export interface FindingFacts {
  readonly id?: string
  readonly code: string
  readonly severity: Severity
  readonly subject: string
  readonly message: string
  readonly advice: string
  readonly steps: readonly StepDocument[]
  readonly overcharged?: MoneyAmount | undefined
  readonly unnoticed?: UnnoticedMoney | undefined
  readonly evidence?: FindingDocument['evidence'] | undefined
  /** Its test. */
  readonly place?: string | undefined
}

interface FindingLinks {
  /** Where the sandbox shows it; undefined: nowhere. */
  readonly pageOf?: ((finding: FindingDocument) => string | undefined) | undefined
}

/** One example of each kind of finding and of each distinct advice, the worst first. */
export function findingsBlocks(
  findings: readonly FindingDocument[],
  links: FindingLinks = {},
): readonly Part[] {
  return alikeGroups(findings).map((alike) => {
    const [first, ...others] = alike
    const part = groupPart(first, links)
    const counts = [alike.reduce((sum, group) => sum + group.length, 0), 'more finding'] as const
    // A payment is one, however many findings it has.
    const times = alike.reduce((sum, group) => sum + timesOf(group), 0)
    if (others.length === 0) return { ...part, counts, times }
    const blocks = folded(others).map((group) => groupPart(group, links))
    const hidden = others.length - blocks.length
    const more: Block = {
      kind: 'fold',
      summary: `${numberText(others.length)} more like it`,
      line: othersText(alike),
      blocks: [
        ...blocks,
        ...(hidden === 0 ? [] : [paragraph(`${counted(hidden, 'more finding')} not shown.`)]),
      ],
    }
    return { ...part, counts, times, blocks: [...part.blocks, more] }
  })
}

function timesOf(group: FindingGroup): number {
  return group[0].payment === null ? group.length : 1
}

/** The most findings of one kind that can be unfolded, their steps, and the most that are named otherwise. */
const MOST_FOLDED = 30
const MOST_FOLDED_STEPS = 400
const MOST_NAMED = 3

/** Those that can be unfolded: payments of hundreds of steps would make a page of megabytes. */
function folded(groups: readonly FindingGroup[]): readonly FindingGroup[] {
  let steps = 0
  return groups.slice(0, MOST_FOLDED).filter(([first], i) => {
    steps += first.steps.length
    return i === 0 || steps <= MOST_FOLDED_STEPS
  })
}

/** The others of a kind after the first: `And 2 more like it: order A-2, AUD 1.00; order A-3, AUD 1.00.` */
function othersText([, ...others]: AlikeGroups): string {
  const named = others.slice(0, MOST_NAMED).map(([{ subject }]) => subject)
  const rest = others.length > named.length ? '; …' : '.'
  return `And ${numberText(others.length)} more like it: ${named.join('; ')}${rest}`
}

/** Findings that one payment shows, or one habit that was seen more than once. */
export function groupPart(group: FindingGroup, { pageOf }: FindingLinks = {}): Part {
  const [first] = group
  const codes = [...new Set(shownOf(group).map(({ code }) => code))]
  const page = pageOf?.(first)
  const blocks = [
    ...shownParts(shownOf(group)).flatMap(({ findings, steps, advice }, i) => {
      const placed = findings.map((one) => ({ ...one, place: testText(one.test) || undefined }))
      return shownBlocks({ findings: placed, steps, advice }, i, repeatText(group))
    }),
    recipeBlock(first.code),
    ...(page === undefined
      ? []
      : [paragraph({ text: 'The payment', href: page }, { label: 'See' })]),
    requestsOf(shownOf(group)),
  ]
  const place = testText(first.test) || undefined
  const head = { ...findingHeading({ ...first, place }), title: findingName(...codes), codes }
  return { kind: 'part', look: 'finding', head, blocks, counts: [group.length, 'more finding'] }
}

/** Findings that belong together, those with the same steps beneath each other. */
export function findingBlocks(findings: readonly FindingFacts[]): readonly Block[] {
  const [first] = findings
  if (first === undefined) return []
  return [
    ...shownParts(findings).flatMap((part, i) => shownBlocks(part, i)),
    recipeBlock(first.code),
    requestsOf(findings),
  ]
}

/** One finding by itself. */
export function findingPart(finding: FindingFacts): Part {
  return {
    kind: 'part',
    look: 'finding',
    head: findingHeading(finding),
    blocks: findingBlocks([finding]),
    counts: [1, 'more finding'],
  }
}

/** The page of the manual that shows what to do. */
function recipeBlock(code: string): Block {
  const text = `${recipeFor(code)}; npx sandgate explain ${code}`
  return paragraph(text, { label: 'Recipe' })
}

function shownBlocks(
  shown: ShownFindings<FindingFacts>,
  index: number,
  repeated?: string,
): readonly Block[] {
  const { findings, steps, advice } = shown
  // After the first picture of a payment, only doubled money shows something else.
  const hasPicture = index === 0 || findings.some(({ overcharged }) => overcharged)
  return [
    ...findings.map(findingHeading),
    ...(hasPicture ? pictureOf(shown) : []),
    ...(steps.length === 0 ? [] : [stepsOf(shown)]),
    ...findings.map(({ message }) => paragraph(message)),
    ...(repeated === undefined ? [] : [paragraph(repeated, { tone: 'quiet' })]),
    ...advice.map((text) => paragraph(lowerFirst(text), { label: 'Instead' })),
  ]
}

function findingHeading(finding: FindingFacts): Heading {
  const { id, severity, code, subject, place } = finding
  return {
    kind: 'heading',
    id,
    title: findingName(code),
    tone: severityTone(severity),
    label: severity,
    about: subject,
    codes: [code],
    place,
    money: movedText(finding),
  }
}

/** `AUD 49.95 overcharged`, `AUD 49.95 charged unnoticed` */
function movedText({ code, overcharged, unnoticed }: FindingFacts): string | undefined {
  const moved = overcharged ?? unnoticed
  if (moved === undefined) return undefined
  const excess = code === doubleRefund.code ? 'refunded too much' : 'overcharged'
  const word = overcharged === undefined ? `${unnoticed?.what} unnoticed` : excess
  return `${moneyText(moved.cents, moved.currency)} ${word}`
}

/** A warning about a habit needs no picture: it is about single calls. */
function isAboutPayment({ code, severity }: FindingFacts): boolean {
  return severity === 'error' || paymentFindings.some((kind) => kind.code === code)
}

/** The picture of the payment that is wrong, if the requests are there to draw it. */
function pictureOf({ findings, steps }: ShownFindings<FindingFacts>): readonly Block[] {
  const drawn = findings.filter(({ evidence }) => evidence?.length)
  const found = drawn.find(({ overcharged }) => overcharged) ?? drawn[0]
  if (found?.evidence === undefined || !isAboutPayment(found) || steps.length === 0) return []
  const { evidence: requests, overcharged } = found
  const currency = currencyOf(findings) ?? ''
  const what = found.code === doubleRefund.code ? 'refunded' : 'charged'
  const count = steps.filter(({ status }) => status === 'approved').length
  const doubled = overcharged === undefined ? null : ({ what, count } as const)
  return [{ kind: 'picture', steps, requests, currency, doubled }]
}

function stepsOf({ findings, steps }: ShownFindings<FindingFacts>): Block {
  const isDoubled = findings.some(({ overcharged }) => overcharged)
  return { kind: 'steps', steps, currency: currencyOf(findings), isDoubled }
}

/** The currency that was moved too often, or else asked for. */
function currencyOf(findings: readonly FindingFacts[]): string | undefined {
  const asked = findings.flatMap(({ evidence = [] }) =>
    evidence.map((request) => memberOf(request.asked, 'currency')),
  )
  const moved = findings.flatMap(({ overcharged, unnoticed }) => overcharged ?? unnoticed ?? [])
  const found = moved[0]?.currency ?? asked.find(Boolean)
  return found === undefined ? undefined : String(found)
}

/** The requests that show some findings, each once. */
function requestsOf(findings: readonly FindingFacts[]): Block {
  const all = findings.flatMap(({ evidence = [] }) => evidence)
  const requests = [...new Map(all.map((request) => [request.id, request])).values()]
  return { kind: 'requests', requests }
}
