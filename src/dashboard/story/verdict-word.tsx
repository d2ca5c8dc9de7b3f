import type { StoryDocument } from '../../insight/report/report-document.ts'
import { Mark } from '../parts/mark.tsx'
import { ruleText } from '../words/rule.ts'
import { doubledSentence } from './doubled-text.ts'
import { returnedLook, verdictLooks } from './verdict.ts'

type Judged = Pick<StoryDocument, 'verdict' | 'returned' | 'decline' | 'doubled' | 'steps'>

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
export function verdictMeaning(story: Judged): string {
  const { verdict, returned, decline, doubled, steps } = story
  if (doubled !== null) return doubledSentence(doubled)
  if (decline !== null)
    return `${returned ? 'The bank sent the debit back: ' : ''}${reasonText(decline)}.`
  if (returned) return returnedLook.meaning
  if (verdict === 'unclear' && steps.at(-1)?.result === 'waiting')
    return 'The client still waits for its answer.'
  return verdictLooks[verdict].meaning
}

/** `51 Insufficient funds: armed: Decline (51)`: a rule by the name that its author or button gave it. */
function reasonText(decline: string): string {
  return decline.replace(/(?<=: )rule (\S+)$/, (_all, id: string) =>
    ruleText(id) === id ? `rule ${id}` : ruleText(id),
  )
}
