import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from './address.ts'
import { ruleText } from './rule.ts'

interface RuleLinksProps {
  readonly visit: Pick<Visit, 'prefix'>
  /** Their ids: `<scenario>/<rule>`. */
  readonly rules: readonly string[]
  /** Their lines in the texts of their scenarios, where these are known. */
  readonly lines?: RuleLines | undefined
}

/** Lines by the ids of rules. */
export type RuleLines = ReadonlyMap<string, number>

/** Rules by their names, each a link to its row among the loaded ones. */
export function RuleLinks({ visit, rules, lines }: RuleLinksProps) {
  return (
    <>
      {rules.map((id, i) => (
        <>
          {i > 0 && ', '}
          <a href={`${pageAddress(visit, '/scenarios', { find: nameIn(id) })}#${ruleAnchor(id)}`}>
            {ruleText(id)}
          </a>
          <RuleLine visit={visit} id={id} line={lines?.get(id)} />
        </>
      ))}
    </>
  )
}

function RuleLine({
  visit,
  id,
  line,
}: Pick<RuleLinksProps, 'visit'> & { id: string; line: number | undefined }) {
  if (line === undefined) return null
  const path = `/scenarios/${encodeURIComponent(scenarioIn(id))}`
  return (
    <>
      {' '}
      (<a href={`${pageAddress(visit, path)}#L${line}`}>line {line}</a>)
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

function nameIn(id: string): string {
  return id.slice(id.indexOf('/') + 1)
}
