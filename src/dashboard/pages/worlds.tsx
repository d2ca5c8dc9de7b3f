import type { WorldAnswer } from '../../http/contract/control/calls/worlds.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { asked } from '../asked.ts'
import { ActionButton, Form } from '../layout/form.tsx'
import type { Frame, PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { done, type FormAction } from '../notices.ts'
import { actionsHead, numberHead, Table } from '../parts/table.tsx'
import { pageAddress, worldPlace } from '../words/address.ts'
import { momentText } from '../words/time.ts'
import { ROWS } from './payments/home.tsx'

export const worldsRoute: PageRoute = {
  path: '/worlds',
  async show(frame) {
    const { worlds } = await asked(frame.visit, 'worlds', { limit: ROWS })
    return page({ frame, title: 'Worlds' }, <Worlds frame={frame} worlds={worlds} />)
  },
}

function Worlds({ frame, worlds }: { frame: Frame; worlds: readonly WorldAnswer[] }) {
  return (
    <>
      <div class="heading">
        <h1>Worlds</h1>
        <Form visit={frame.visit} action="create-world" class="fields" id="create-world">
          <div class="field">
            <label for="world-name">Name</label>
            <input
              id="world-name"
              name="name"
              required
              pattern="[a-z0-9\-]{1,40}"
              autocomplete="off"
            />
          </div>
          <button type="submit">Create world</button>
        </Form>
      </div>
      <p class="soft">
        A world has its own data, clock, scenarios and requests. Give each test worker one.
      </p>
      <Table
        heads={[
          'Name',
          'API',
          'Time',
          numberHead('Transactions'),
          numberHead('Customers'),
          actionsHead,
        ]}
        class="broad"
      >
        {worlds.map((world) => (
          <WorldRow frame={frame} world={world} />
        ))}
      </Table>
    </>
  )
}

function WorldRow({ frame: { visit }, world }: { frame: Frame; world: WorldAnswer }) {
  const { name } = world
  const place = worldPlace(name)
  return (
    <tr id={`world-${name}`}>
      <td class="long own-line">
        <a class="row" href={pageAddress(place, '/')}>
          {name}
        </a>
      </td>
      <td class="mono own-line">
        {visit.origin}
        {place.prefix}/v1
      </td>
      <td class="tight">
        {momentText(world.now)}, {world.mode}
      </td>
      <td class="number" data-label="Transactions">
        {world.transactions}
      </td>
      <td class="number" data-label="Customers">
        {world.customers}
      </td>
      <td class="tight">{name !== 'default' && <Remove visit={visit} name={name} />}</td>
    </tr>
  )
}

/** Asks before it removes. */
function Remove({ visit, name }: { visit: Visit; name: string }) {
  if (visit.isReadOnly) return null
  const place = pageAddress(visit, '/worlds')
  if (visit.query.remove === name) {
    return (
      <span class="inline" role="alert">
        With all its data?
        <ActionButton
          visit={visit}
          action="remove-world"
          values={{ name }}
          label="Remove"
          look="danger"
          back={place}
        />
        <a href={place}>Keep</a>
      </span>
    )
  }
  return (
    <form method="get" action={place} class="inline">
      <input type="hidden" name="remove" value={name} />
      <button type="submit" class="danger" title={`Remove ${name} with all its data`}>
        Remove
      </button>
    </form>
  )
}

export const createWorld: FormAction = async (visit, { name = '' }) => {
  await asked(visit, 'createWorld', name.trim())
  return done(`The world ${name.trim()} is there.`)
}

export const removeWorld: FormAction = async (visit, { name = '' }) => {
  await asked(visit, 'removeWorld', name)
  const text = done(`The world ${name} was removed with all its data.`)
  // Its own pages went with it.
  return name === visit.world ? { ...text, to: pageAddress({ prefix: '' }, '/worlds') } : text
}
