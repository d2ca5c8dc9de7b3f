import type { Call } from '../call.ts'
import type { ControlCall } from '../contract/control/control-call.ts'
import { callIndex, chapters } from '../control/control-calls.ts'
import type { ControlHandler } from '../control/control-handler.ts'
import type { ControlParts } from '../control/parts.ts'
import { answerValue } from '../control/serve-control.ts'
import { problem } from '../request-problem.ts'
import type { Asked } from './visit.ts'

/** A call of the control API from within: the same check and the same handler as over the wire. */
export async function askControl(parts: ControlParts, call: Call, asked: Asked): Promise<unknown> {
  const { method = 'GET', path, query = {}, body = {} } = asked
  const found = findCall(method, path)
  if (found === undefined) throw problem('not_found', `There is nothing at ${path}`, ['path'])
  const incoming = asked.isOfWorld ? ofWorld(call) : call.incoming
  const inner = { ...call, incoming, method, path, query, pathValues: found.values }
  const handler = await found.load()
  return await answerValue({ ...parts, index: callIndex() }, handler, {
    control: found.control,
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
  return calls.some((control) => valuesIn(control.path, path) !== undefined)
}

interface Loadable extends ControlCall {
  readonly load: () => Promise<ControlHandler>
}

const calls: readonly Loadable[] = chapters.flatMap((chapter) =>
  Object.entries(chapter.calls as Readonly<Record<string, ControlCall>>).map(([name, control]) => ({
    ...control,
    load: async () => handlerOf(await chapter.load(), name),
  })),
)

function handlerOf(handlers: object, name: string): ControlHandler {
  return (handlers as Readonly<Record<string, ControlHandler>>)[name] as ControlHandler
}

interface Found {
  readonly control: ControlCall
  readonly load: Loadable['load']
  readonly values: Readonly<Record<string, string>>
}

/** A literal path wins over one with a placeholder in the same place. */
function findCall(method: string, path: string): Found | undefined {
  const found = calls.flatMap((control): Found[] => {
    const values = control.method === method ? valuesIn(control.path, path) : undefined
    return values === undefined ? [] : [{ control, load: control.load, values }]
  })
  return found.sort((one, other) => size(one) - size(other))[0]
}

function size({ values }: Found): number {
  return Object.keys(values).length
}

function valuesIn(template: string, path: string): Record<string, string> | undefined {
  const names = template.split('/')
  const parts = path.split('/')
  if (names.length !== parts.length) return undefined
  const values: Record<string, string> = {}
  for (const [i, name] of names.entries()) {
    const part = parts[i] ?? ''
    if (!name.startsWith('{')) {
      if (name !== part) return undefined
    } else {
      if (part === '') return undefined
      values[name.slice(1, -1)] = decodeURIComponent(part)
    }
  }
  return values
}
