import * as z from 'zod'
import { noted } from './note.ts'

/** An address in an answer. */
const hyperlink = noted(z.object({ href: z.url() }), {
  description: 'An address to follow as it is.',
  component: 'Link',
})

/** An object of links under the relations that the assumptions name. */
export function linksUnder(required: readonly string[], optional: readonly string[] = []) {
  const members: Record<string, z.ZodType<Hyperlink | undefined>> = {}
  for (const name of required) members[name] = hyperlink
  for (const name of optional) members[name] = hyperlink.optional()
  return z.object(members) as unknown as z.ZodType<Readonly<Record<string, Hyperlink>>>
}

type Hyperlink = z.output<typeof hyperlink>
