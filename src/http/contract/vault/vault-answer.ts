import * as z from 'zod'

export const hyperlink = z.object({ href: z.url() })

/** `next` is absent where nothing follows. */
export const listLinks = z.object({
  self: hyperlink,
  first: hyperlink,
  next: hyperlink.optional(),
})
