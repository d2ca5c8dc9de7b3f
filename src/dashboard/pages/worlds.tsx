import { numberText } from '../../base/text/counted.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { callControl } from '../control-call.ts'
import { ActionButton, done, Field, Form, type PageForm } from '../layout/form.tsx'
import { type PageRoute, ROWS } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { WorldMark, worldOrder, worldRanks } from '../layout/world-menu.tsx'
import { actionsHead, rowLink, Table } from '../parts/table.tsx'
import { pageAddress, worldLinkBase } from '../words/address.ts'
import { dateTimeText } from '../words/time.ts'

export const createWorld: PageForm = {
  name: 'create-world',
  async handle(visit, { name = '' }) {
    await callControl(visit, 'createWorld', name.trim())
    return done(`The world ${name.trim()} was created.`)
  },
}

const removeWorld: PageForm = {
  name: 'remove-world',
  async handle(visit, { name = '' }) {
    await callControl(visit, 'removeWorld', name)
    const result = done(`The world ${name} was removed with all its data.`)
    // Its own pages were removed with it.
    return name === visit.world ? { ...result, to: pageAddress({ prefix: '' }, '/worlds') } : result
  },
}

export const worldsRoute: PageRoute = {
  path: '/worlds',
  forms: [createWorld, removeWorld],
  async show(frame) {
    const { visit } = frame
    const { worlds } = await callControl(visit, 'worlds', { limit: ROWS })
    const ranks = worldRanks(visit)
    const inOrder = worldOrder(ranks)
    return renderPage(
      { frame, title: 'Worlds' },
      <>
        <div class="heading">
          <h1>Worlds</h1>
          <Form visit={visit} form={createWorld} class="fields" id="create-world">
            <Field name="name" id="world-name" label="Name" required pattern="[a-z0-9\-]{1,40}" />
            <button type="submit">Create world</button>
          </Form>
        </div>
        <p class="soft">
          A world has its own data, clock, scenarios and requests. Give each test worker one.
        </p>
        <Table
          rows={worlds.toSorted((one, other) => inOrder(one.name, other.name))}
          columns={[
            [
              <span class="out-of-sight">Verdict</span>,
              ({ name }) => <WorldMark rank={ranks.get(name)} />,
            ],
            [
              'World',
              ({ name }) => rowLink(pageAddress(worldLinkBase(name), '/'), name),
              'long own-line',
            ],
            ['Now', ({ now }) => dateTimeText(now), 'tight drop-2'],
            ['Clock', ({ mode }) => mode, 'tight drop-1'],
            ['Transactions', (one) => numberText(one.transactions), 'number named'],
            ['Customers', (one) => numberText(one.customers), 'number named drop-1'],
            [
              'API',
              ({ name }) => `${visit.origin}${worldLinkBase(name).prefix}/v1`,
              'mono long own-line',
            ],
            [actionsHead, ({ name }) => name !== 'default' && <Remove visit={visit} name={name} />],
          ]}
          row={({ name }) => ({ id: `world-${name}` })}
        />
      </>,
    )
  },
}

/** Asks before it removes. */
function Remove({ visit, name }: { visit: Visit; name: string }) {
  if (visit.isReadOnly) return null
  const address = pageAddress(visit, '/worlds')
  if (visit.query.remove === name) {
    return (
      <span class="inline" role="alert">
        With all its data?
        <ActionButton
          {...{ visit, form: removeWorld, values: { name }, label: 'Remove', back: '/worlds' }}
          look="small danger"
        />
        <a href={address}>Keep</a>
      </span>
    )
  }
  return (
    <form method="get" action={address} class="inline">
      <input type="hidden" name="remove" value={name} />
      <button type="submit" class="small danger" title={`Remove ${name} with all its data`}>
        Remove
      </button>
    </form>
  )
}
