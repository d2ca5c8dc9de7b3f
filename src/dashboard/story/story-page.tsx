import { moneyText } from '../../domain/money.ts'
import type { WholeStoryAnswer } from '../../http/contract/control/calls/report.ts'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { ExplainAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../http/pages/visit.ts'
import type { StoryDocument as Story } from '../../insight/stories/story-view.ts'
import { storyTest } from '../copying/story-code.ts'
import { storyScenario } from '../copying/story-rules.ts'
import type { Frame } from '../layout/frame.ts'
import { Mark } from '../parts/mark.tsx'
import { CopyButton, SaveLinks } from '../parts/text.tsx'
import { pageAddress, sameAddress } from '../words/address.ts'
import type { RuleLines } from '../words/rule-links.tsx'
import { Exchange } from './exchange.tsx'
import { SequencePicture } from './sequence-picture.tsx'
import { placeOf, Steps } from './story-steps.tsx'
import { railWords, VerdictWord, verdictLooks, verdictMeaning } from './verdict.tsx'

interface StoryProps {
  readonly frame: Frame
  readonly story: WholeStoryAnswer
  readonly chosen: RequestAnswer | undefined
  readonly other: RequestAnswer | undefined
  readonly explained: ExplainAnswer | undefined
  /** Where the rules of the chosen request are written. */
  readonly lines: RuleLines
}

/** One payment: its steps in order, and beside them what was said at each. */
export function StoryPage(props: StoryProps) {
  const { story, chosen, other } = props
  const { requests } = story
  return (
    <>
      <Head visit={props.frame.visit} story={story} />
      {requests.length > 0 && (
        <section class="panel" aria-labelledby="picture-title" id="picture">
          <h2 id="picture-title">As a picture</h2>
          <SequencePicture visit={props.frame.visit} story={story} />
        </section>
      )}
      <div class={other === undefined ? 'story-columns' : 'stack'}>
        <section class="panel" aria-labelledby="steps-title">
          <h2 id="steps-title">What happened</h2>
          <Steps visit={props.frame.visit} story={story} chosen={chosen} />
          {requests.length > 1 && <Compare {...props} />}
        </section>
        <div class="stack" id="exchange">
          {chosen === undefined ? (
            <p class="empty">
              The requests of this payment are not kept: it showed nothing, and it is over.
            </p>
          ) : other === undefined ? (
            <section class="panel" aria-labelledby="chosen-title">
              <h2 id="chosen-title">Request {chosen.id}</h2>
              <Exchange
                place={placeOf(story)}
                request={chosen}
                explained={props.explained}
                lines={props.lines}
                rulesAt={props.frame.visit}
              />
            </section>
          ) : (
            <SideBySide {...props} chosen={chosen} other={other} />
          )}
        </div>
      </div>
      {requests.length > 0 && <CopyAsTest {...props} />}
    </>
  )
}

function Head({ visit, story }: Pick<StoryProps, 'story'> & { readonly visit: Visit }) {
  const { reference, amount, currency, charged, refunded, verdict, rail } = story
  const { tone } = verdictLooks[verdict]
  return (
    <>
      <div class="heading">
        <h1 class="clamp" title={reference}>
          {reference === '' ? 'Payment without a reference' : reference}
        </h1>
        <p class="big">
          {rail !== null && (
            <span class="soft rail">
              <Mark name={rail} tone="quiet" />
              {railWords[rail]}
            </span>
          )}
          {moneyText(amount, currency)}
        </p>
        <SaveLinks visit={visit} />
      </div>
      <section class={`strip small ${tone}`} aria-label="Verdict" id="verdict">
        <p>
          <VerdictWord story={story} />
        </p>
        <p>
          {verdictMeaning(story)} Charged {moneyText(charged, currency)}
          {refunded > 0 && `, refunded ${moneyText(refunded, currency)}`}.{waitingText(story)}
        </p>
        <Advice story={story} />
      </section>
    </>
  )
}

/** The test that made it, and what the client should have done at each finding. */
function Advice({ story: { labelled, chapter, findings } }: Pick<StoryProps, 'story'>) {
  if (!labelled && findings.length === 0) return null
  return (
    <dl class="advice">
      {labelled && (
        <div>
          <dt>Test</dt>
          <dd>{chapter}</dd>
        </div>
      )}
      {findings.map(({ id, code, message, advice }) => (
        <div id={id}>
          <dt>{code}</dt>
          <dd>
            {message} <b>Instead:</b> {advice}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What the story is waiting for, while it can still turn out well. */
function waitingText({ verdict, steps }: Story): string {
  return verdict === 'unclear' && steps.at(-1)?.result !== 'waiting'
    ? ' It waits for the client to look it up.'
    : ''
}

/** Two attempts to hold side by side. */
function Compare({ frame: { visit }, story, chosen, other }: StoryProps) {
  return (
    <form method="get" action={pageAddress(visit, visit.path)} class="fields" id="compare">
      <input type="hidden" name="step" value={String(chosen?.id ?? '')} />
      <div class="field">
        <label for="with">Compare request {chosen?.id} with</label>
        <select id="with" name="with">
          {story.requests
            .filter(({ id }) => id !== chosen?.id)
            .map(({ id, operation }) => (
              <option value={String(id)} selected={id === other?.id}>
                #{id} {operation}
              </option>
            ))}
        </select>
      </div>
      <button type="submit">Compare</button>
    </form>
  )
}

function SideBySide({
  story,
  chosen,
  other,
}: StoryProps & { chosen: RequestAnswer; other: RequestAnswer }) {
  const pair = [
    [chosen, other],
    [other, chosen],
  ] as const
  return (
    <div class="halves" id="side-by-side">
      {pair.map(([request, against]) => (
        <section class="panel" aria-label={`Request ${request.id}`}>
          <h2>Request {request.id}</h2>
          <Exchange place={placeOf(story)} request={request} against={against} />
        </section>
      ))}
    </div>
  )
}

const forms = [
  ['vitest', 'vitest'],
  ['scenario', 'scenario file'],
] as const

/** The story as a test that lets the same happen again. */
function CopyAsTest({ frame: { visit }, story }: StoryProps) {
  const { requests } = story
  const form = visit.query.as === 'scenario' ? 'scenario' : 'vitest'
  const text = form === 'vitest' ? storyTest(story, requests) : storyScenario(story, requests)
  return (
    <section class="panel" aria-labelledby="test-title" id="as-test">
      <div class="heading">
        <h2 id="test-title">As a test</h2>
        <nav class="filter" aria-label="Form of the test">
          {forms.map(([name, label]) => (
            <a
              href={`${sameAddress(visit, { as: name })}#as-test`}
              aria-current={name === form ? 'true' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <CopyButton from="test-text" label="Copy as test" />
      </div>
      <section class="json" tabindex={0} aria-label="Test">
        <pre id="test-text">{text}</pre>
      </section>
    </section>
  )
}
