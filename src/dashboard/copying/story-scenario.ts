import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { StoryDocument as Story } from '../../insight/report/report-document.ts'
import { storyRules } from './story-rules.ts'

/** A scenario file under which the same happens again, to any payment of that reference. */
export function storyScenario(story: Story, requests: readonly RequestAnswer[]): string {
  const rules = storyRules(story, requests).map(
    ({ when, outcome }, i) => `  - name: step ${i + 1}
    when: ${JSON.stringify(when)}
    times: 1
    outcome: ${JSON.stringify(outcome)}`,
  )
  const list = rules.length === 0 ? 'rules: []' : `rules:\n${rules.join('\n')}`
  return `name: ${nameOf(story)}
description: ${JSON.stringify(`What happened to the payment ${story.reference}.`)}
extends: [default]
${list}
`
}

/** A name that a scenario may have. */
function nameOf({ reference, id }: Story): string {
  const words = reference.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return `story-${words.replaceAll(/^-|-$/g, '').slice(0, 40) || id}`
}
