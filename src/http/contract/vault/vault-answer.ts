import * as z from 'zod'
import { hyperlink } from '../hyperlink.ts'
import { noted } from '../note.ts'

/** `next` is absent where nothing follows. */
export const listLinks = noted(
  z.object({
    self: hyperlink,
    first: hyperlink,
    next: hyperlink.optional(),
  }),
  {
    description:
      'This page, the first one, and the next one if there is more. They keep your filters.',
    component: 'ListLinks',
  },
)
