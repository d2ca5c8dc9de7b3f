import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { nextTurn } from '../../document/in-batches.ts'

/** Renders a part of a page in a turn of its own, where the whole page would take long. */
export async function inTurn(view: Child): Promise<Child> {
  await nextTurn()
  return raw(String(view))
}
