import type { IncomingMessage } from 'node:http'
import { readBody } from '../pipeline/body.ts'
import type { Form } from './visit.ts'

/** Scenarios of hundreds of rules are welcome, and recorded runs of thousands of requests. */
const MAX_FORM = 32 * 1024 * 1024

/** What a form sends, whichever way it encodes it; of a file, its text. */
export async function readForm(incoming: IncomingMessage): Promise<Form> {
  const bytes = await readBody(incoming, MAX_FORM)
  const type = incoming.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) {
    return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
  }
  const data = await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  const fields = [...data].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await value.text(),
  ])
  return Object.fromEntries(await Promise.all(fields))
}
