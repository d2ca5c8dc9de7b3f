import type { Child } from 'hono/jsx'
import { shells } from '../../insight/shell-line.ts'
import { asked, askedIfThere } from '../asked.ts'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { NoticeBox, page } from '../layout/page.tsx'
import { InlineCode, inTurn } from '../parts/text.tsx'
import { pageAddress } from '../words/address.ts'
import { groupsOf } from './documented.ts'
import { OperationView, type ReferenceData } from './operation-view.tsx'
import { loadSuggestions } from './try-form.tsx'

/** The API, from its OpenAPI document. */
export const referenceRoute: PageRoute = {
  path: '/docs',
  async show(frame) {
    const data = await loadReference(frame)
    const views = await renderedViews(data)
    const hasOwnNotice = frame.visit.query.operation !== undefined
    return page(
      { frame, title: 'Reference', section: 'Reference', hasOwnNotice },
      <Reference data={data} views={views} />,
    )
  },
}

async function loadReference(frame: Frame): Promise<ReferenceData> {
  const { visit } = frame
  const document = await asked(visit, 'openapi')
  const { cards } = await asked(visit, 'cards')
  const { tried } = visit.query
  const isNumber = tried !== undefined && /^\d{1,9}$/.test(tried)
  return {
    visit,
    document,
    cards,
    shell: shells.find((name) => name === visit.query.shell) ?? 'sh',
    suggestions: await loadSuggestions(visit),
    tried: isNumber ? await askedIfThere(visit, 'request', tried) : undefined,
    notice: <NoticeBox frame={frame} />,
  }
}

/** The views by operation. Each is rendered in a turn of its own, since all together take long. */
async function renderedViews(data: ReferenceData): Promise<ReadonlyMap<string, Child>> {
  const all = groupsOf(data.document).flatMap(({ operations }) => operations)
  const chosen = data.visit.query.operation ?? all[0]?.operation.operationId
  const views = new Map<string, Child>()
  for (const documented of all) {
    const { operationId } = documented.operation
    const isOpen = operationId === chosen
    const view = <OperationView data={data} documented={documented} isOpen={isOpen} />
    views.set(operationId, await inTurn(view))
  }
  return views
}

interface ReferenceProps {
  readonly data: ReferenceData
  readonly views: ReadonlyMap<string, Child>
}

function Reference({ data, views }: ReferenceProps) {
  const { visit, document } = data
  const groups = groupsOf(document)
  return (
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
              {operations.map(({ operation: { operationId, summary } }) => (
                <li>
                  <a
                    href={`${pageAddress(visit, '/docs', { operation: operationId })}#${operationId}`}
                  >
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
          {operations.map(({ operation: { operationId } }) => views.get(operationId))}
        </section>
      ))}
    </>
  )
}

/** The paragraphs of the document's introduction; the assumptions have a page of their own. */
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
