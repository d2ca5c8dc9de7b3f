import type { Block } from '../../judge/blocks/block.ts'
import { Blocks } from '../blocks/blocks-view.tsx'
import { wholePage } from './whole-page.tsx'

/** A comparison as one page that needs no network and no script. */
export function comparisonPage(title: string, blocks: readonly Block[]): string {
  return wholePage(
    title,
    <div class="sweep stack">
      <h1>Sandgate comparison</h1>
      <Blocks of={blocks} isSaved />
    </div>,
  )
}
