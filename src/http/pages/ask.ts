import type { Call } from '../call.ts'
import { callIndex, controlTable } from '../control/control-calls.ts'
import type { ControlParts } from '../control/parts.ts'
import { answerValue } from '../control/serve-control.ts'
import { problem } from '../request-problem.ts'
import { decodedValues } from '../route-table.ts'
import type { Asked } from './visit.ts'

/** A call of the control API from within: the same check and the same handler as over the wire. */
export async function askControl(parts: ControlParts, call: Call, asked: Asked): Promise<unknown> {
  const { method = 'GET', path, query = {}, body = {} } = asked
  const found = controlTable.at(path)
  const control = found?.routes.get(method)
  if (found === undefined || control === undefined)
    throw problem('not_found', `There is nothing at ${path}`, ['path'])
  const incoming = asked.isOfWorld ? ofWorld(call) : call.incoming
  const inner = { ...call, incoming, method, path, query, pathValues: decodedValues(found.values) }
  return await answerValue({ ...parts, index: callIndex() }, await control.load(), {
    control,
    call: inner,
    body,
  })
}

/** The same call by the address that names the world, which the default one can do without. */
function ofWorld({ incoming, world, path }: Call): Call['incoming'] {
  return Object.create(incoming, { url: { value: `/w/${world.name}${path}` } })
}

/** Whether the control API answers there. */
export function isControlPath(path: string): boolean {
  return controlTable.at(path) !== undefined
}
