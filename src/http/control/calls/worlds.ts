import type * as z from 'zod'
import { maskAddress } from '../../../domain/card/hidden-number.ts'
import type { World } from '../../../world/world.ts'
import type { Call } from '../../call.ts'
import type { RemovedAnswer } from '../../contract/control/calls/snapshots.ts'
import type { WorldAnswer, WorldsAnswer, worldCalls } from '../../contract/control/calls/worlds.ts'
import { controlContract, limit, strict, text } from '../../contract/control/control-field.ts'
import { openWorld } from '../../pipeline/open-call.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, handler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { sizes } from '../sizes.ts'
import { clockAnswer } from './clock.ts'

const contract = controlContract({ path: strict({ name: text }) })
const listContract = controlContract({ query: strict({ limit }) })

type Named = z.output<typeof contract>

export const worlds: Handlers<typeof worldCalls> = {
  worlds: handler(listContract, list),
  createWorld: handler(contract, create),
  removeWorld: handler(contract, remove),
}

async function list(
  _call: Call,
  { query }: z.output<typeof listContract>,
  { worlds }: HandlerParts,
): Promise<WorldsAnswer> {
  return { worlds: await worlds.page(query.limit, worldAnswer) }
}

async function create(
  _call: Call,
  { path }: Named,
  { worlds }: HandlerParts,
): Promise<WorldAnswer> {
  return worldAnswer(await openWorld(worlds, path.name))
}

async function remove(
  _call: Call,
  { path }: Named,
  { worlds }: HandlerParts,
): Promise<RemovedAnswer> {
  const { name } = path
  if (name === 'default') {
    throw problem('invalid_world', 'The default world cannot be removed; reset it', [
      'path',
      'name',
    ])
  }
  if (!(await worlds.remove(name))) {
    throw problem('not_found', `There is no world '${maskAddress(name).slice(0, 60)}'`, [
      'path',
      'name',
    ])
  }
  return { removed: name }
}

function worldAnswer(world: World): WorldAnswer {
  return { name: world.name, ...clockAnswer(world), ...sizes(world) }
}
