import type { Visit } from '../../control/pages/visit.ts'
import type { RuleDocument } from '../../scenario/scenario-document.ts'
import { pageAddress } from './address.ts'

/** A way to break a payment: what its button says, and the rule that it puts in front. */
interface Breakage {
  readonly key: string
  readonly label: string
  /** What it means, in a few words below the button. */
  readonly short: string
  readonly outcome: RuleDocument['outcome']
}

const breakage = (label: string, short: string, outcome: RuleDocument['outcome']): Breakage => {
  const key = label.toLowerCase().replaceAll(/\W+/g, '-').replace(/-$/, '')
  return { key, label, short, outcome }
}

export const breakages: readonly Breakage[] = [
  breakage('Decline (51)', 'not enough money', { status: 'declined', response_code: '51' }),
  breakage('Lose the response', 'after processing', { fault: { at: 'after', reset: true } }),
  breakage('503 before', 'nothing is processed', { fault: { at: 'before', http: 503 } }),
  breakage('Slow (10 s)', 'a late response', { delay: '10s' }),
  breakage('Pending', 'until you resolve it', { status: 'pending' }),
]

/** A rule's name says which button made it; `mark` keeps two of one kind apart, and must not look like a card number. */
export function breakageName(key: string, mark: string): string {
  return `break-${key}-${mark}`
}

export function breakageOf(ruleName: string): Breakage | undefined {
  return breakages.find(({ key }) => ruleName.startsWith(`break-${key}`))
}

/** `armed: Lose the response`; any other rule by the name that its author gave it. */
export function ruleText(id: string): string {
  const found = breakageOf(id.replace(/^rules\//, ''))
  return found === undefined ? id : `armed: ${found.label}`
}

/** Lines by the ids of rules, in the texts of their scenarios. */
export type RuleLines = ReadonlyMap<string, number>

interface RuleLinksProps {
  readonly visit: Pick<Visit, 'prefix'>
  /** Their ids: `<scenario>/<rule>`. */
  readonly rules: readonly string[]
  readonly lines?: RuleLines | undefined
  /** Without the names of their scenarios. */
  readonly isShort?: boolean
}

/** Rules by their names, each a link to its row among the loaded ones. */
export function RuleLinks({ visit, rules, lines, isShort = false }: RuleLinksProps) {
  return (
    <>
      {rules.map((id, i) => {
        const line = lines?.get(id)
        const text = pageAddress(visit, `/scenarios/${encodeURIComponent(scenarioIn(id))}`)
        return (
          <>
            {i > 0 && ', '}
            <a href={`${pageAddress(visit, '/scenarios')}#${ruleAnchor(id)}`} title={id}>
              {isShort ? ruleText(id).replace(`${scenarioIn(id)}/`, '') : ruleText(id)}
            </a>
            {line !== undefined && (
              <>
                {' ('}
                <a href={`${text}#L${line}`}>line {line}</a>)
              </>
            )}
          </>
        )
      })}
    </>
  )
}

/** The scenario that wrote a rule. */
function scenarioIn(id: string): string {
  return id.slice(0, id.indexOf('/'))
}

/** Where a rule is on the scenarios page. */
export function ruleAnchor(id: string): string {
  return `rule-${id.replaceAll(/[^A-Za-z0-9]+/g, '-')}`
}

/** The lines at which rules begin, if the text of their scenario is known. */
export async function ruleLines(visit: Visit, ids: readonly string[]): Promise<RuleLines> {
  const names = [...new Set(ids.map(scenarioIn))]
  const texts = await Promise.all(names.map((name) => visit.scenarioText(name)))
  return new Map(texts.flatMap((found) => [...(found?.lines ?? [])]))
}
