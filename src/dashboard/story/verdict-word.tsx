import type { StoryDocument } from '../../insight/report/report-document.ts'
import { Mark } from '../parts/mark.tsx'
import { doubledSentence } from './doubled-text.ts'
import { type VerdictLook, verdictLooks } from './verdict.ts'

type Judged = Pick<StoryDocument, 'verdict' | 'doubled' | 'steps'>

export function VerdictWord({ story }: { story: Judged }) {
  const { word, tone, mark } = isReturned(story) ? returned : verdictLooks[story.verdict]
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
  if (isReturned({ verdict, doubled, steps })) return returned.meaning
  if (verdict === 'unclear' && steps.at(-1)?.result === 'waiting')
    return 'The client still waits for its answer.'
  return verdictLooks[verdict].meaning
}

/** Counted among the declined, but the bank had taken it first. */
const returned: VerdictLook = {
  ...verdictLooks.declined,
  word: 'Returned',
  mark: 'returned',
  meaning: 'The bank sent the debit back.',
}

function isReturned({ verdict, steps }: Judged): boolean {
  return verdict === 'declined' && steps.some(({ result }) => result === 'returned')
}
