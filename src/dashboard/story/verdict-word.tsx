import type { StoryDocument } from '../../insight/report/report-document.ts'
import { Mark } from '../parts/mark.tsx'
import { doubledSentence } from './doubled-text.ts'
import { verdictLooks } from './verdict.ts'

type Judged = Pick<StoryDocument, 'verdict' | 'doubled' | 'steps'>

export function VerdictWord({ story }: { story: Judged }) {
  const { word, tone, mark } = verdictLooks[story.verdict]
  return (
    <span class={`verdict ${tone}`} title={verdictMeaning(story)}>
      <Mark name={mark} tone={tone} />
      {word}
    </span>
  )
}

/** One sentence for who has never heard of the verdict. */
export function verdictMeaning({ verdict, doubled, steps }: Judged): string {
  if (doubled !== null) return doubledSentence(doubled)
  const last = steps.at(-1)?.result
  if (verdict === 'declined' && last === 'returned') return 'The bank sent the debit back.'
  if (verdict === 'unclear' && last === 'waiting') return 'The client still waits for its answer.'
  return verdictLooks[verdict].meaning
}
