import type { PropsWithChildren } from 'hono/jsx'
import { moneyText } from '../../domain/money.ts'
import type { WholeStoryAnswer } from '../../http/contract/control/calls/report.ts'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { ExplainAnswer } from '../../http/contract/control/calls/scenarios.ts'
import type { TransactionDetailAnswer } from '../../http/contract/control/calls/transactions.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { capitalised } from '../../insight/counted.ts'
import { storyTest } from '../copying/story-code.ts'
import { storyScenario } from '../copying/story-rules.ts'
import { Field } from '../layout/form.tsx'
import type { Frame } from '../layout/frame.ts'
import { Mark } from '../parts/mark.tsx'
import { Panel } from '../parts/table.tsx'
import { CopyButton, SaveLinks } from '../parts/text.tsx'
import { Account } from '../parts/transaction-table.tsx'
import { pageAddress, sameAddress, worldPlace } from '../words/address.ts'
import { maskedPayer } from '../words/request.ts'
import type { RuleLines } from '../words/rule-links.tsx'
import { dateTimeText } from '../words/time.ts'
import { Exchange } from './exchange.tsx'
import { timeLeft } from './open-answers.ts'
import { RequestActions } from './request-actions.tsx'
import { SequencePicture } from './sequence-picture.tsx'
import { placeOf, Steps, stepAddress } from './story-steps.tsx'
import {
  CodeLink,
  findingName,
  railWords,
  VerdictWord,
  verdictLook,
  verdictMeaning,
} from './verdict.tsx'

interface StoryProps {
  readonly frame: Frame
  /** The first that it made, where that is still there. */
  readonly transaction: TransactionDetailAnswer | undefined
  readonly story: WholeStoryAnswer
  readonly chosen: RequestAnswer | undefined
  readonly other: RequestAnswer | undefined
  readonly explained: ExplainAnswer | undefined
  /** Where the rules of the chosen request are written. */
  readonly lines: RuleLines
}

/** One payment: its steps in order, and beside them the request and answer of each. */
export function StoryPage(props: StoryProps) {
  const { story, chosen, other } = props
  const { visit } = props.frame
  const { requests } = story
  const place = placeOf(story)
  const curl = place && chosen && pageAddress(place, `/copy/requests/${chosen.id}`)
  return (
    <>
      <StoryHead story={story}>
        <nav class="inline" aria-label="Payments of the same test">
          <Neighbour visit={visit} id={story.newer} label="Newer" rel="prev" />
          <Neighbour visit={visit} id={story.older} label="Older" rel="next" />
        </nav>
        <p class="inline">
          <a class="button save" href={pageAddress(visit, `/save/stories/${story.id}`)} download>
            Save evidence
          </a>
          <SaveLinks visit={visit} />
        </p>
      </StoryHead>
      <WhoPaid story={story} transaction={props.transaction} />
      <StoryStrip story={story} isOpen={timeLeft(visit, story) > 0} />
      {requests.length > 0 && (
        <Panel id="picture" title="As a picture">
          <SequencePicture story={story} address={(request) => stepAddress(visit, request)} />
        </Panel>
      )}
      <div class={other === undefined ? 'story-columns' : 'stack'}>
        <Panel id="steps" title="What happened">
          <Steps visit={visit} story={story} chosen={chosen} />
          {requests.length > 1 && <Compare {...props} />}
        </Panel>
        <div class="stack" id="exchange" data-curl={curl}>
          {chosen === undefined ? (
            <p class="empty">
              The requests of this payment are not kept: it showed nothing, and it is over.
            </p>
          ) : other === undefined ? (
            <Panel id="chosen" title={`Request ${chosen.id}`}>
              {place && (
                <RequestActions place={{ ...visit, ...place }} request={chosen}>
                  <a class="button" href={pageAddress(place, `/requests/${chosen.id}`)}>
                    Open the request
                  </a>
                </RequestActions>
              )}
              <Exchange
                place={place}
                request={chosen}
                explained={props.explained}
                lines={props.lines}
                rulesAt={visit}
              />
            </Panel>
          ) : (
            <div class="halves" id="side-by-side">
              {[chosen, other].map((request, i, both) => (
                <Panel id={`request-${request.id}`} title={`Request ${request.id}`}>
                  <Exchange place={place} request={request} against={both[1 - i]} />
                </Panel>
              ))}
            </div>
          )}
        </div>
      </div>
      {requests.length > 0 && <CopyAsTest visit={visit} story={story} />}
    </>
  )
}

/** The payment and its money. */
export function StoryHead({ story, children }: PropsWithChildren<{ story: WholeStoryAnswer }>) {
  const { reference, amount, currency } = story
  return (
    <div class="heading">
      <h1 class="clamp" title={reference}>
        {reference === '' ? 'Payment without a reference' : reference}
      </h1>
      <p class="big">{moneyText(amount, currency)}</p>
      {children}
    </div>
  )
}

interface NeighbourProps {
  readonly visit: Visit
  readonly id: string | null
  readonly label: string
  /** The keys follow it. */
  readonly rel: 'prev' | 'next'
}

/** A payment that is listed next to this one. */
function Neighbour({ visit, id, label, rel }: NeighbourProps) {
  if (id === null) return null
  return (
    <a class="button" href={pageAddress(visit, `/stories/${id}`)} rel={rel}>
      {label}
    </a>
  )
}

/** The card or account, the customer, the merchant and the time. */
export function WhoPaid({ story, transaction }: Pick<StoryProps, 'story'> & Partial<StoryProps>) {
  const { rail, merchant, steps, requests } = story
  const [first] = requests
  const [at] = steps.map((step) => step.at)
  const account = transaction ? <Account of={transaction} /> : first && maskedPayer(first)
  const customer = transaction?.customer
  return (
    <p class="small-print soft">
      {rail !== null && (
        <span>
          <Mark name={rail} tone="quiet" />
          {railWords[rail]} {account}
        </span>
      )}
      {customer && (
        <span>
          customer{' '}
          <a href={pageAddress(worldPlace(story.world), `/customers/${customer}`)}>{customer}</a>
        </span>
      )}
      {merchant !== null && <span>merchant {merchant}</span>}
      {at && <span>{dateTimeText(at)}</span>}
    </p>
  )
}

interface StripProps {
  readonly story: WholeStoryAnswer
  readonly isOpen?: boolean
  /** In a file, which leads nowhere. */
  readonly isSaved?: boolean
}

/** What came of it, and what the client should have done. */
export function StoryStrip(props: StripProps) {
  const { story, isOpen = false } = props
  const { currency, charged, refunded } = story
  const { tone } = verdictLook({ story, isOpen })
  return (
    <section class={`strip small ${tone}`} aria-label="Verdict" id="verdict">
      <p role="status">
        <VerdictWord story={story} isOpen={isOpen} />
      </p>
      <p>
        {verdictMeaning(story, isOpen)} Charged {moneyText(charged, currency)}
        {refunded > 0 && `, refunded ${moneyText(refunded, currency)}`}.
      </p>
      <Advice {...props} />
    </section>
  )
}

/** The test that made it, and what the client should have done at each finding. */
function Advice({ story, isOpen, isSaved }: StripProps) {
  const { labelled, chapter } = story
  const findings = story.findings.filter(({ code }) => !isOpen || code !== 'unresolved')
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
          <dt>
            {capitalised(findingName(code))}
            <small class="hint">{isSaved ? <code>{code}</code> : <CodeLink code={code} />}</small>
          </dt>
          <dd>
            {message} <b>Instead:</b> {advice}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Chooses two attempts to compare. */
function Compare({ frame: { visit }, story, chosen, other }: StoryProps) {
  const id = String(chosen?.id ?? '')
  const others = story.requests.filter((one) => String(one.id) !== id)
  return (
    <form
      method="get"
      action={`${pageAddress(visit, visit.path)}#exchange`}
      class="fields"
      id="compare"
      data-stay
    >
      <input type="hidden" name="step" value={id} />
      <Field
        name="with"
        label={`Compare request ${id} with`}
        choices={others.map((one) => [String(one.id), `#${one.id} ${one.operation}`])}
        value={String(other?.id)}
      />
      <button type="submit">Compare</button>
    </form>
  )
}

const forms = [
  ['vitest', 'vitest'],
  ['scenario', 'scenario file'],
] as const

/** The story as a test that lets the same happen again. */
function CopyAsTest({ visit, story }: { visit: Visit; story: WholeStoryAnswer }) {
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
              data-stay
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
