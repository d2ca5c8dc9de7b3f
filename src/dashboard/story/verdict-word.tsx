import type { StoryVerdict } from '../../insight/stories/story-verdict.ts'
import { Mark } from '../parts/mark.tsx'
import { verdictLooks } from './verdict.ts'

export function VerdictWord({ verdict }: { verdict: StoryVerdict }) {
  const { word, tone, mark, meaning } = verdictLooks[verdict]
  return (
    <span class={`verdict ${tone}`} title={meaning}>
      <Mark name={mark} tone={tone} />
      {word}
    </span>
  )
}
