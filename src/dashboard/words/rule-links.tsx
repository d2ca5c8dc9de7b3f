import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from './address.ts'
import { ruleText } from './rule.ts'

interface RuleLinksProps {
  readonly visit: Pick<Visit, 'prefix'>
  /** Their ids: `<scenario>/<rule>`. */
  readonly rules: readonly string[]
  /** Their lines in the texts of their scenarios, where these are known. */
  readonly lines?: RuleLines | undefined
  /** Without the names of their scenarios. */
  readonly isShort?: boolean
}

/** Lines by the ids of rules. */
export type RuleLines = ReadonlyMap<string, number>

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
            {line !== undefined && ' ('}
            {line !== undefined && <a href={`${text}#L${line}`}>line {line}</a>}
            {line !== undefined && ')'}
          </>
        )
      })}
    </>
  )
}

/** The scenario that wrote a rule. */
export function scenarioIn(id: string): string {
  return id.slice(0, id.indexOf('/'))
}

/** Where a rule stands on the page of the scenarios. */
export function ruleAnchor(id: string): string {
  return `rule-${id.replaceAll(/[^A-Za-z0-9]+/g, '-')}`
}
