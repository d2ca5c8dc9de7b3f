import type { Child } from 'hono/jsx'
import { shells } from '../../insight/shell-line.ts'
import { tryOperation } from '../actions/try-action.ts'
import { callControl, callIfFound } from '../control-call.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { NoticeBox, renderPage } from '../layout/page.tsx'
import { InlineCode, inTurn } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { groupsOf } from './documented.ts'
import { OperationView, type ReferenceData } from './operation-view.tsx'
import { loadSuggestions } from './try-form.tsx'

/** The API, from its OpenAPI document. */
export const referenceRoute: PageRoute = {
  path: '/docs',
  forms: [tryOperation],
  async show(frame) {
    const { visit } = frame
    const data = await loadReference(frame)
    const { document } = data
    const groups = groupsOf(document)
    const chosen = visit.query.operation ?? groups[0]?.operations[0]?.operation.operationId
    // Each in its own turn, because all together take long to render.
    const views = new Map<string, Child>()
    for (const documented of groups.flatMap(({ operations }) => operations)) {
      const { operationId: id } = documented.operation
      const view = <OperationView data={data} documented={documented} isOpen={id === chosen} />
      views.set(id, await inTurn(view))
    }
    const hasOwnNotice = visit.query.operation !== undefined
    return renderPage(
      { frame, title: 'Reference', section: 'Reference', hasOwnNotice },
      <>
        <h1>Reference</h1>
        <p class="soft">
          The API at <span class="mono long-word">{document.servers[0]?.url}</span>, with the{' '}
          <a href={pageAddress(visit, '/assumptions')}>assumptions</a> in force. For programs:{' '}
          <a href={pageAddress(visit, '/openapi.json')}>openapi.json</a>
        </p>
        <Introduction text={document.info.description} />
        <nav class="operations" aria-label="Operations">
          {groups.map(({ name, operations }) => (
            <section>
              <h2>{name}</h2>
              <ul>
                {operations.map(({ operation: { operationId: id, summary } }) => (
                  <li>
                    <a href={`${pageAddress(visit, '/docs', { operation: id })}#${id}`}>
                      {summary}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        {groups.map(({ name, description, operations }) => (
          <section class="stack" aria-labelledby={`group-${name}`}>
            <h2 id={`group-${name}`}>{name}</h2>
            <p class="soft">{description}</p>
            {operations.map(({ operation }) => views.get(operation.operationId))}
          </section>
        ))}
      </>,
    )
  },
}

async function loadReference(frame: Frame): Promise<ReferenceData> {
  const { visit } = frame
  const { tried, shell } = visit.query
  const isNumber = tried !== undefined && /^\d{1,9}$/.test(tried)
  return {
    visit,
    document: await callControl(visit, 'openapi'),
    cards: (await callControl(visit, 'cards')).cards,
    shell: shells.find((name) => name === shell) ?? 'sh',
    suggestions: await loadSuggestions(visit),
    tried: isNumber ? await callIfFound(visit, 'request', tried) : undefined,
    notice: <NoticeBox frame={frame} />,
  }
}

/** The paragraphs of the document's introduction; the assumptions have their own page. */
function Introduction({ text }: { text: string }) {
  const [first = '', ...others] = text
    .split('\n\n')
    .filter((part) => !/^\||sandgate\.config/.test(part))
  return (
    <>
      <p class="prose">
        <InlineCode text={first} />
      </p>
      <details class="fold" id="introduction">
        <summary>More about requests and answers</summary>
        {others.map((paragraph) => (
          <p class="prose">
            <InlineCode text={paragraph} />
          </p>
        ))}
      </details>
    </>
  )
}
