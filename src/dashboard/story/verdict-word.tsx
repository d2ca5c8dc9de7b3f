import type { StoryDocument } from '../../insight/report/report-document.ts'
import { Mark } from '../parts/mark.tsx'
import { doubledSentence } from './doubled-text.ts'
import { returnedLook, verdictLooks } from './verdict.ts'

type Judged = Pick<StoryDocument, 'verdict' | 'returned' | 'doubled' | 'steps'>

export function VerdictWord({ story }: { story: Judged }) {
  const { word, tone, mark } = story.returned ? returnedLook : verdictLooks[story.verdict]
  return (
    <span class={`verdict ${tone}`} title={verdictMeaning(story)}>
      <Mark name={mark} tone={tone} />
      {word}
    </span>
  )
}

/** One sentence for who has never heard of the verdict. */
export function verdictMeaning({ verdict, returned, doubled, steps }: Judged): string {
  if (doubled !== null) return doubledSentence(doubled)
  if (returned) return returnedLook.meaning
  if (verdict === 'unclear' && steps.at(-1)?.result === 'waiting')
    return 'The client still waits for its answer.'
  return verdictLooks[verdict].meaning
}
