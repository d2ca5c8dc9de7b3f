import type { Complaint, Fault } from '../../document/complaint.ts'
import type { Rule } from '../rule.ts'
import type { RuleDocument, ScenarioDocument } from '../scenario-document.ts'
import type { DocumentJudgement, ScenarioJudgement } from './judge.ts'
import { type Outline, outlineOf } from './outline.ts'

/** The schema and the YAML parser are loaded here on first use: a plain start needs neither. */

export interface ReadScenario {
  readonly document?: ScenarioDocument
  /** The same rules, compiled for matching. */
  readonly rules?: readonly Rule[]
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
    import('../../document/yaml-document.ts'),
    import('./judge.ts'),
  ])
  const read = await readYaml(text, file)
  if (read.text === undefined) {
    const judged = { errors: read.complaints, warnings: [] }
    const locate = ({ path, message }: Fault) => ({ file, line: 1, column: 1, path, message })
    return { outline: outlineOf(undefined), judged: () => judged, locate }
  }
  const { value, locate } = read.text
  const { document, rules, ...faults } = await judgeScenario(value)
  const judged = (others: readonly Fault[]): ReadScenario => {
    const located = [...faults.errors, ...others].map(locate)
    const errors = [...read.complaints, ...located].sort(byPlace)
    const warnings = faults.warnings.map(locate).sort(byPlace)
    if (document === undefined || errors.length > 0) return { errors, warnings }
    return { document, ...(rules && { rules }), errors, warnings }
  }
  return { outline: outlineOf(value), judged, locate }
}

/** A scenario that came as JSON. */
export async function parseScenarioValue(value: unknown): Promise<ScenarioJudgement> {
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

function byPlace(one: Complaint, other: Complaint): number {
  return one.line - other.line || one.column - other.column
}
