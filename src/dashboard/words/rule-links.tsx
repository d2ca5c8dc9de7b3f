import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../layout/address.ts'
import { ruleText } from './rule.ts'

interface RuleLinksProps {
  readonly visit: Pick<Visit, 'prefix'>
  /** Their ids: `<scenario>/<rule>`. */
  readonly rules: readonly string[]
}

/** Rules by their names, each a link to its row among the loaded ones. */
export function RuleLinks({ visit, rules }: RuleLinksProps) {
  return (
    <>
      {rules.map((id, i) => (
        <>
          {i > 0 && ', '}
          <a href={`${pageAddress(visit, '/scenarios', { find: nameIn(id) })}#${ruleAnchor(id)}`}>
            {ruleText(id)}
          </a>
        </>
      ))}
    </>
  )
}

/** Where a rule stands on the page of the scenarios. */
export function ruleAnchor(id: string): string {
  return `rule-${id.replaceAll(/[^A-Za-z0-9]+/g, '-')}`
}

function nameIn(id: string): string {
  return id.slice(id.indexOf('/') + 1)
}
