import type { Complaint, Fault, Path } from '../../base/documents/complaint.ts'
import { given, memberOf } from '../../base/plain-object.ts'
import type { RuleDocument, ScenarioDocument } from '../scenario-document.ts'
import type { DocumentJudgement } from './judge.ts'
import { type Outline, outlineOf } from './outline.ts'

/** The schema and the YAML parser are loaded here on first use: a plain start needs neither. */

export interface ReadScenario {
  readonly document?: ScenarioDocument
  readonly errors: readonly Complaint[]
  readonly warnings: readonly Complaint[]
}

/** A scenario file that has been read, and the scenarios that it refers to. */
export interface ScenarioDraft {
  readonly outline: Outline
  /** All errors: those in the file alone, and those that depend on other scenarios. */
  readonly judged: (others: readonly Fault[]) => ReadScenario
  /** The position of a path in the file. */
  readonly locate: (fault: Fault) => Complaint
}

/** Reads a scenario from YAML or JSON text, or returns all errors with their positions. */
export async function readScenario(text: string, file: string): Promise<ReadScenario> {
  return (await draftScenario(text, file)).judged([])
}

/** The same, with further errors that the text alone does not show. */
export async function draftScenario(text: string, file: string): Promise<ScenarioDraft> {
  const [{ readYaml }, { judgeScenario }] = await Promise.all([
    import('../../base/documents/yaml-document.ts'),
    import('./judge.ts'),
  ])
  const read = await readYaml(text, file)
  if (read.text === undefined) {
    const judged = { errors: read.complaints, warnings: [] }
    const locate = ({ path, message }: Fault) => ({ file, line: 1, column: 1, path, message })
    return { outline: outlineOf(undefined), judged: () => judged, locate }
  }
  const { value, sourceOf, locate: locateIn } = read.text
  const locate = (fault: Fault): Complaint => {
    const entry = ruleNameAt(value, fault.path)
    return { ...locateIn(fault), ...given({ entry }) }
  }
  const { document, ...faults } = await judgeScenario(value)
  const dollars = (document?.rules ?? []).flatMap((rule, i) => dollarAmounts(rule, i, sourceOf))
  const judged = (others: readonly Fault[]): ReadScenario => {
    const located = [...faults.errors, ...others].map(locate)
    const errors = [...read.complaints, ...located].sort(byLocation)
    const warnings = [...faults.warnings, ...dollars].map(locate).sort(byLocation)
    if (document === undefined || errors.length > 0) return { errors, warnings }
    return { document, errors, warnings }
  }
  return { outline: outlineOf(value), judged, locate }
}

/** The name of the rule that a path leads into, as its author wrote it. */
function ruleNameAt(value: unknown, [list, index]: Path): string | undefined {
  const rules = memberOf(value, 'rules')
  if (list !== 'rules' || typeof index !== 'number' || !Array.isArray(rules)) return undefined
  const name = memberOf(rules[index], 'name')
  return typeof name === 'string' ? name : undefined
}

/** Amounts such as 500.00, whose author most likely means dollars. */
function dollarAmounts(
  { when }: RuleDocument,
  index: number,
  sourceOf: (path: Path) => string | undefined,
): readonly Fault[] {
  const { amount } = when ?? {}
  const names = typeof amount === 'object' ? Object.keys(amount) : ['']
  return names.flatMap((name) => {
    const inside = Array.isArray(amount) ? [Number(name)] : name === '' ? [] : [name]
    const path = ['rules', index, 'when', 'amount', ...inside]
    const written = sourceOf(path)
    if (written === undefined || !/^[0-9]+\.[0-9]+$/.test(written)) return []
    const message = `${written} is ${Number(written)} cents: amounts are in cents, without a point`
    return [{ path, message }]
  })
}

/** A scenario that came as JSON. */
export async function parseScenarioValue(
  value: unknown,
): Promise<DocumentJudgement<ScenarioDocument>> {
  const { judgeScenario } = await import('./judge.ts')
  return withQuoteHints(await judgeScenario(value))
}

/** A single rule that came as JSON. */
export async function parseRuleValue(value: unknown): Promise<DocumentJudgement<RuleDocument>> {
  const { judgeRule } = await import('./judge.ts')
  return withQuoteHints(judgeRule(value))
}

function withQuoteHints<T extends DocumentJudgement<unknown>>(judgement: T): T {
  return { ...judgement, errors: judgement.errors.map(withQuoteHint) }
}

// The number no longer shows how it was written (05 or 5), so no text can be suggested.
function withQuoteHint(fault: Fault): Fault {
  if (fault.wantsQuotes !== true) return fault
  return { path: fault.path, message: `${fault.message}; write it in quotes` }
}

function byLocation(one: Complaint, other: Complaint): number {
  return one.line - other.line || one.column - other.column
}
