import * as z from 'zod'
import { noted } from './note.ts'

/** An address in an answer. */
export const hyperlink = noted(z.object({ href: z.url() }), {
  description: 'An address to follow as it is.',
  component: 'Link',
})
