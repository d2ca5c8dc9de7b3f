import { type BlockTone, type Words, wordsIn } from '../../judge/blocks/block.ts'
import { InlineCode, Unbroken } from '../parts/text.tsx'

/** In a cell, sums of money stay on one line. */
export function WordsView({ words, isCell = false }: { words: Words; isCell?: boolean }) {
  return (
    <>
      {wordsIn(words).map(({ text, tone, isCode, href }) => {
        const inner = isCell ? <Unbroken text={text} /> : <InlineCode text={text} />
        const shown = isCode ? <code>{text}</code> : inner
        const toned = tone === undefined ? shown : <span class={toneClass(tone)}>{shown}</span>
        return href === undefined ? toned : <a href={href}>{toned}</a>
      })}
    </>
  )
}

export function toneClass(tone: BlockTone): string {
  if (tone === 'quiet') return 'soft'
  return tone === 'strong' ? 'strong' : tone
}
