import type { Visit } from '../../../http/pages/visit.ts'
import { ControlRefusal } from '../../control-call.ts'
import type { PageRoute } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { type RuleLines, scenarioIn } from '../../words/rule-links.tsx'

/** A scenario as it was written, each line with a number and an address. */
export const scenarioTextRoute: PageRoute = {
  path: '/scenarios/{name}',
  async show(frame, { name = '' }) {
    const found = await frame.visit.scenarioText(name)
    if (found === undefined) {
      const error_message = `There is no text of the scenario '${name}': it is neither shipped nor a file that this sandbox was started with`
      throw new ControlRefusal(404, [{ error_code: 'not_found', error_message, location: [] }])
    }
    return renderPage(
      { frame, title: name, section: 'Scenarios', isLive: false },
      <>
        <h1>{name}</h1>
        <section tabindex={0} aria-label={`Text of ${name}`}>
          <ol class="source mono">
            {found.text.split(/\r?\n/).map((line, i) => (
              <li id={`L${i + 1}`}>{line}</li>
            ))}
          </ol>
        </section>
      </>,
    )
  },
}

/** The lines at which rules begin, where the text of their scenario is known. */
export async function ruleLines(visit: Visit, ids: readonly string[]): Promise<RuleLines> {
  const names = [...new Set(ids.map(scenarioIn))]
  const texts = await Promise.all(names.map((name) => visit.scenarioText(name)))
  return new Map(texts.flatMap((found) => [...(found?.lines ?? [])]))
}
