import { callControl, callIfFound } from '../control-call.ts'
import type { PageRoute } from '../layout/frame.ts'
import { NoticeBox, renderPage } from '../layout/page.tsx'
import { CopyBlock, InlineCode } from '../parts/text.tsx'
import { pageAddress, sameAddress } from '../words/address.ts'
import { type Documented, groupsOf, schemaFields } from './documented.ts'
import { exampleCalls, languages } from './examples.ts'
import { ErrorTable, FieldTable, GoodAnswers, MagicTable } from './tables.tsx'
import { tryForm, tryOperation } from './try-form.tsx'

/** The API, operation by operation, from its OpenAPI document. */
export const referenceRoute: PageRoute = {
  path: '/docs',
  forms: [tryOperation],
  async show(frame) {
    const { visit } = frame
    const document = await callControl(visit, 'openapi')
    const { magic } = await callControl(visit, 'magic')
    const groups = groupsOf(document)
    const all = groups.flatMap(({ operations }) => operations)
    const isShown = ({ operation }: Documented) => operation.operationId === visit.query.operation
    const shown = all.find(isShown) ?? all[0]
    if (shown === undefined) throw new Error('The document has no operations')
    const { method, path, operation } = shown
    const { operationId, summary, requestBody } = operation
    const body = requestBody?.content['application/json'].schema
    const bodyFields = body === undefined ? [] : schemaFields(document, body)
    const { tried: id } = visit.query
    const tried = id && /^\d{1,9}$/.test(id) ? await callIfFound(visit, 'request', id) : undefined
    const language = languages.find(({ name }) => name === visit.query.language) ?? languages[0]
    const operationAddress = (id: string) =>
      pageAddress(visit, '/docs', { operation: id, language: visit.query.language })
    const notice = <NoticeBox frame={frame} />
    const form = await tryForm(visit, shown, tried, notice)
    return renderPage(
      { frame, title: 'Reference', section: 'Reference', hasOwnNotice: true },
      <div class="api-reference">
        <nav class="operations" aria-label="Operations">
          <details class="folds" id="operations">
            <summary class="button small">All operations</summary>
            <div>
              <p class="soft">
                With the <a href={pageAddress(visit, '/assumptions')}>assumptions</a> in force. For
                programs: <a href={pageAddress(visit, '/openapi.json')}>openapi.json</a>
              </p>
              {groups.map(({ name, operations }) => (
                <section>
                  <h2>{name}</h2>
                  <ul>
                    {operations.map(({ operation: one }) => (
                      <li>
                        <a
                          href={operationAddress(one.operationId)}
                          aria-current={one === operation ? 'page' : undefined}
                        >
                          {one.summary}
                        </a>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </details>
        </nav>
        <div class="stack">
          <h1>{summary}</h1>
          <p class="long-word">
            <span class="method mono">{method}</span> <span class="mono">{path}</span>{' '}
            <span class="soft">at {document.servers[0]?.url}</span>
          </p>
          <p>
            <InlineCode text={operation.description} />
          </p>
          {operationId !== 'index' && (
            <p class="soft">
              In rules and requests: <code>{operationId}</code>
            </p>
          )}
          {form}
          <h2>Request</h2>
          <FieldTable
            label="Parameter"
            fields={operation.parameters.map(({ name, description, required, ...one }) => {
              const schema = { ...one.schema, description }
              return { name: `${name} (${one.in})`, isRequired: required, schema }
            })}
          />
          {requestBody && <FieldTable label="Body" fields={bodyFields} />}
          <h2>Response</h2>
          <GoodAnswers document={document} documented={shown} />
          <MagicTable cards={magic} documented={shown} fields={bodyFields} />
          <h2>Errors</h2>
          <ErrorTable document={document} documented={shown} />
        </div>
        <section class="stack samples" id="samples" aria-labelledby="samples-title">
          <h2 id="samples-title">Example</h2>
          <nav class="filter" aria-label="Language of the example">
            {languages.map(({ name, label }) => (
              <a
                href={`${sameAddress(visit, { language: name })}#samples`}
                aria-current={name === language?.name ? 'true' : undefined}
                data-stay
              >
                {label}
              </a>
            ))}
          </nav>
          {exampleCalls(document, shown).map(({ title, call }, i) => (
            <>
              {title && <h3>{title}</h3>}
              <CopyBlock id={`${language?.name}-${i}`} text={language?.write(call) ?? ''} />
            </>
          ))}
        </section>
      </div>,
    )
  },
}
