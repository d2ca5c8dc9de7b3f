import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import { nextTurn } from '../../document/in-batches.ts'
import { moneyText, numberText } from '../../domain/money.ts'
import { memberOf } from '../../domain/plain-object.ts'
import type { RequestResponse } from '../../http/contract/control/calls/requests.ts'
import { counted } from '../../insight/counted.ts'
import { findingName } from '../../insight/findings/all-findings.ts'
import type { FindingDocument as FindingResponse } from '../../insight/findings/finding-document.ts'
import { recipeFor } from '../../insight/findings/recipe.ts'
import {
  type AlikeGroups,
  alikeGroups,
  type FindingGroup,
  repeatText,
  type ShownFindings,
  shownOf,
  shownParts,
} from '../../insight/report/finding-groups.ts'
import { testText } from '../../insight/report/text-report.ts'
import { MarkedWord } from '../parts/mark.tsx'
import { Panel } from '../parts/table.tsx'
import { Exchange } from '../story/exchange.tsx'
import { SequencePicture } from '../story/sequence-picture.tsx'
import { PlainSteps } from '../story/story-steps.tsx'
import { CodeLink } from '../story/verdict.tsx'
import { answerText, operationText } from '../words/request.ts'
import { storyAddress } from './books-view.tsx'

const looks = {
  error: { tone: 'bad', mark: 'failed' },
  warning: { tone: 'warn', mark: 'warning' },
  note: { tone: 'calm', mark: 'note' },
} as const

/** The most findings of one kind to show, the others folded, and the most to show at all. */
const AT_ONCE = 3
const MOST = 30

interface FindingsProps {
  readonly findings: readonly FindingResponse[]
  /** Those that there are now; undefined: this is a file, and leads nowhere. */
  readonly worlds: readonly string[] | undefined
  /** Whether the requests that show a finding are below it. */
  readonly hasExchanges?: boolean
}

/** By kind, the worst first, each with the story that shows it. */
export async function findingsView(props: FindingsProps): Promise<Child> {
  const kinds = alikeGroups(props.findings)
  const views: Child[] = []
  for (const alike of kinds) {
    // All together take longer to render than other requests should wait.
    await nextTurn()
    views.push(raw(String(<Kind {...props} alike={alike} />)))
  }
  return (
    <Panel class="stack" id="findings" title="Findings">
      {kinds.length === 0 && <p class="empty">No findings.</p>}
      {kinds.length > 1 && (
        <nav class="contents" aria-label="Kinds of findings">
          <ul>
            {kinds.map(kindOf).map(({ name, anchor, times }) => (
              <li>
                <a href={`#${anchor}`}>{name}</a> <span class="soft">{times}</span>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {views}
    </Panel>
  )
}

type Kinds = AlikeGroups<FindingResponse>

/** The name of a kind, its place on the page, and how often it was found. */
function kindOf(alike: Kinds) {
  const codes = [...new Set(shownOf(alike[0]).map(({ code }) => code))]
  const times = alike.reduce((sum, group) => sum + (group[0].payment ? 1 : group.length), 0)
  return {
    name: findingName(...codes),
    anchor: `kind-${codes.join('-')}`,
    times: numberText(times),
  }
}

/** Everything of one kind: a few whole, the others folded. */
function Kind({ alike, ...props }: FindingsProps & { alike: Kinds }) {
  const { name, anchor, times } = kindOf(alike)
  const groups = alike.slice(0, MOST).map((group) => <Group {...props} group={group} />)
  const more = groups.slice(AT_ONCE)
  const hidden = alike.length - groups.length
  return (
    <section class="stack" id={anchor}>
      <h3 class="kind">
        {name} <span class="soft">{times}</span>
      </h3>
      {more.length > 0 && (
        <p class="soft">{numberText(alike.length)} times; the first three shown.</p>
      )}
      {groups.slice(0, AT_ONCE)}
      {more.length > 0 && (
        <details class="fold more">
          <summary>{counted(more.length, 'more finding')}</summary>
          <div class="stack">{more}</div>
        </details>
      )}
      {hidden > 0 && <p class="soft">{counted(hidden, 'more finding')} not shown.</p>}
    </section>
  )
}

type GroupProps = FindingsProps & { readonly group: FindingGroup<FindingResponse> }

/** Findings that one story shows, or one habit that was seen more than once. */
function Group({ group, worlds, hasExchanges }: GroupProps) {
  const [finding] = group
  const repeated = repeatText(group)

  return (
    <article class={`panel finding ${finding.severity}`}>
      {shownParts(group).map(({ findings, steps, advice }) => (
        <>
          {findings.map((one) => (
            <Heading finding={one} isLive={worlds !== undefined} />
          ))}
          {hasExchanges && <Picture findings={findings} steps={steps} />}
          <Steps steps={steps} />
          {findings.map(({ message }) => (
            <p>{message}</p>
          ))}
          {repeated && <p class="soft">{repeated}</p>}
          {advice.map((text) => (
            <p>
              <b>Instead:</b> {text}
            </p>
          ))}
        </>
      ))}
      <p class="small-print">
        <a href={recipeFor(finding.code)}>How to do it right</a>
      </p>
      {hasExchanges && <Exchanges group={group} />}
      {worlds !== undefined && finding.payment !== null && (
        <p class="small-print">
          <a href={storyAddress(finding, worlds)}>The payment</a>
        </p>
      )}
    </article>
  )
}

/** The most steps to show at each end: what is wrong begins and ends there. */
const MOST_STEPS = 12

function Steps({ steps }: Pick<ShownFindings<FindingResponse>, 'steps'>) {
  const hidden = steps.length - 2 * MOST_STEPS
  if (steps.length === 0) return null
  if (hidden <= 1) return <PlainSteps steps={steps} />
  return (
    <>
      <PlainSteps steps={steps.slice(0, MOST_STEPS)} />
      <p class="soft">{counted(hidden, 'step')} in between not shown.</p>
      <PlainSteps steps={steps.slice(-MOST_STEPS)} />
    </>
  )
}

/** The picture of money that moved twice. */
function Picture({ findings, steps }: Pick<ShownFindings<FindingResponse>, 'findings' | 'steps'>) {
  const found = findings.find(({ overcharged }) => overcharged !== undefined)
  const requests = found?.evidence.filter(isRequest) ?? []
  if (
    found?.overcharged === undefined ||
    !requests.every(({ real_at }) => Date.parse(real_at) > 0)
  ) {
    return null
  }
  const { currency } = found.overcharged
  const what = found.code === 'double-refund' ? 'refunded' : 'charged'
  const doubled = {
    what,
    count: steps.filter(({ status }) => status === 'approved').length,
  } as const
  return <SequencePicture story={{ steps, requests, currency, doubled }} />
}

/** The requests that show it, folded, each once. */
function Exchanges({ group }: Pick<GroupProps, 'group'>) {
  const all = shownOf(group).flatMap(({ evidence }) => evidence.filter(isRequest))
  const requests = new Map(all.map((request) => [request.id, request]))
  return (
    <>
      {[...requests.values()].map((request) => (
        <details class="fold exchange">
          <summary>
            Request {request.id}: {operationText(request)}, {answerText(request)}
          </summary>
          <Exchange place={undefined} request={request} />
        </details>
      ))}
    </>
  )
}

/** A report in a file may be of another version. */
function isRequest(evidence: unknown): evidence is RequestResponse {
  const [request, response] = [memberOf(evidence, 'request'), memberOf(evidence, 'response')]
  return [request, response].every((part) => memberOf(part, 'headers') !== undefined)
}

function Heading({ finding, isLive }: { finding: FindingResponse; isLive: boolean }) {
  const { severity, code, subject, overcharged } = finding
  const place = testText(finding)
  return (
    <h4 id={finding.id}>
      <MarkedWord look={looks[severity]}>{findingName(code)}</MarkedWord> {subject}
      {overcharged && (
        <b class="bad tight">, {moneyText(overcharged.cents, overcharged.currency)} too much</b>
      )}
      {place && <span class="soft"> in {place}</span>}{' '}
      <small class="soft">
        {severity} <CodeLink code={code} isSaved={!isLive} />
      </small>
    </h4>
  )
}
