import type { Visit } from '../../../http/pages/visit.ts'
import { shippedScenario } from '../../../scenario/library.ts'
import { ruleName } from '../../../scenario/reading/compile.ts'
import { draftScenario } from '../../../scenario/reading/read.ts'
import { Refused } from '../../asked.ts'
import type { PageRoute } from '../../layout/frame.ts'
import { page } from '../../layout/page.tsx'
import { type RuleLines, scenarioIn } from '../../words/rule-links.tsx'

/** A scenario as it was written, each line with a number and an address. */
export const scenarioTextRoute: PageRoute = {
  path: '/scenarios/{name}',
  async show(frame, { name = '' }) {
    const text = await textOf(frame.visit, name)
    if (text === undefined) throw noText(name)
    return page(
      { frame, title: name, section: 'Scenarios', isLive: false },
      <>
        <h1>{name}</h1>
        <section tabindex={0} aria-label={`Text of ${name}`}>
          <ol class="source mono">
            {text.split(/\r?\n/).map((line, i) => (
              <li id={`L${i + 1}`}>{line}</li>
            ))}
          </ol>
        </section>
      </>,
    )
  },
}

function noText(name: string): Refused {
  const error_message = `There is no text of a scenario '${name}': it is not shipped, nor a file that this sandbox was started with`
  return new Refused(404, [{ error_code: 'not_found', error_message, location: [] }])
}

export function hasText(visit: Visit, name: string): boolean {
  return visit.scenarioText(name) !== undefined || visit.library.includes(name)
}

/** That of its file; a shipped scenario, which has none, as a file would say it. */
async function textOf(visit: Visit, name: string): Promise<string | undefined> {
  const text = visit.scenarioText(name)
  if (text !== undefined) return text.trimEnd()
  const shipped = await shippedScenario(name)
  if (shipped === undefined) return undefined
  const { default: yaml } = await import('yaml')
  return yaml.stringify(shipped, { lineWidth: 0 }).trimEnd()
}

/** The lines at which rules begin, where the text of their scenario is known. */
export async function ruleLines(visit: Visit, ids: readonly string[]): Promise<RuleLines> {
  const names = [...new Set(ids.map(scenarioIn))]
  const found = await Promise.all(names.map((name) => linesIn(visit, name)))
  return new Map(found.flat())
}

async function linesIn(visit: Visit, name: string): Promise<readonly [string, number][]> {
  const text = await textOf(visit, name)
  if (text === undefined) return []
  const { judged, locate } = await draftScenario(text, name)
  return (judged([]).document?.rules ?? []).map((rule, i) => [
    `${name}/${ruleName(rule, i)}`,
    locate({ path: ['rules', i], message: '' }).line,
  ])
}
