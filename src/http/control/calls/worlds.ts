import type * as z from 'zod'
import { problem } from '../../../domain/problem.ts'
import type { World } from '../../../world/world.ts'
import type { Call } from '../../call.ts'
import type {
  RemovedAnswer,
  WorldAnswer,
  WorldsAnswer,
} from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { listQuery, namePath } from '../../contract/control/control-requests.ts'
import { openWorld } from '../../pipeline/open-call.ts'
import { type ControlCall, controlCall } from '../control-call.ts'
import type { ControlParts } from '../parts.ts'
import { sizes } from '../sizes.ts'
import { clockAnswer } from './clock.ts'

const contract = controlContract({ path: namePath })
const listContract = controlContract({ query: listQuery })

type Named = z.output<typeof contract>

export const worldCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/worlds',
    does: 'List the worlds of this sandbox',
    contract: listContract,
    handle: list,
  }),
  controlCall({
    method: 'PUT',
    path: '/worlds/{name}',
    does: 'Make a world, unless it is there already',
    contract,
    handle: create,
  }),
  controlCall({
    method: 'DELETE',
    path: '/worlds/{name}',
    does: 'Remove a world with all its data',
    contract,
    handle: remove,
  }),
]

function list(
  _call: Call,
  { query }: z.output<typeof listContract>,
  { worlds }: ControlParts,
): WorldsAnswer {
  return { worlds: worlds.list().slice(0, query.limit).map(worldAnswer) }
}

async function create(
  _call: Call,
  { path }: Named,
  { worlds }: ControlParts,
): Promise<WorldAnswer> {
  return worldAnswer(await openWorld(worlds, path.name))
}

async function remove(
  _call: Call,
  { path }: Named,
  { worlds }: ControlParts,
): Promise<RemovedAnswer> {
  const { name } = path
  if (name === 'default') {
    throw problem('invalid_world', 'The default world cannot be removed; reset it', [
      'path',
      'name',
    ])
  }
  if (!(await worlds.remove(name))) {
    throw problem('not_found', `There is no world '${name.slice(0, 60)}'`, ['path', 'name'])
  }
  return { removed: name }
}

function worldAnswer(world: World): WorldAnswer {
  return { name: world.name, ...clockAnswer(world), ...sizes(world) }
}
