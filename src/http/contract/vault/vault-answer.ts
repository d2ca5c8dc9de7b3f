import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { linksUnder } from '../hyperlink.ts'
import { noted } from '../note.ts'

/** The last is absent where nothing follows. */
export function listLinks({ rels }: Assumptions) {
  return noted(linksUnder([rels.self, rels.first], [rels.next]), {
    description:
      'This page, the first one, and the next one if there is more. They keep your filters.',
    component: 'ListLinks',
  })
}
