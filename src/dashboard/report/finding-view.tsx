import type {
  FindingDocument as FindingAnswer,
  StepDocument as StoryStep,
} from '../../insight/report/report-document.ts'
import {
  type FindingGroup,
  findingGroups,
  repeatText,
  shownOf,
  statusNow,
} from '../../insight/report/text-report.ts'
import { pageAddress, worldPlace } from '../layout/address.ts'
import { Mark } from '../parts/mark.tsx'
import { stepLook } from '../story/step-look.ts'
import { counted } from '../words/numbers.ts'
import { exactMomentText } from '../words/time.ts'

const looks = {
  error: { tone: 'bad', mark: 'failed' },
  warning: { tone: 'warn', mark: 'note' },
  note: { tone: 'calm', mark: 'note' },
} as const

const MOST = 200

interface FindingsProps {
  readonly findings: readonly FindingAnswer[]
  /** Those that there are now; undefined: this is a file, and leads nowhere. */
  readonly worlds: readonly string[] | undefined
  /** Of its heading. */
  readonly level?: 2 | 3
}

/** The worst first, each with the story that shows it. */
export function Findings({ findings, worlds, level = 2 }: FindingsProps) {
  const id = `findings-title-${level}`
  const groups = findingGroups(findings)
  const hidden = groups.slice(MOST).reduce((sum, group) => sum + group.length, 0)
  return (
    <section class="stack" aria-labelledby={id}>
      {level === 2 ? <h2 id={id}>Findings</h2> : <h3 id={id}>Findings</h3>}
      {findings.length === 0 ? (
        <p class="empty">None. The client made no mistake that the sandbox could see.</p>
      ) : (
        groups.slice(0, MOST).map((group) => <Group group={group} worlds={worlds} />)
      )}
      {hidden > 0 && <p class="soft">{counted(hidden, 'more finding')} not shown.</p>}
    </section>
  )
}

interface GroupProps {
  readonly group: FindingGroup<FindingAnswer>
  readonly worlds: readonly string[] | undefined
}

/** Findings that one story shows, or one habit that was seen more than once. */
function Group({ group, worlds }: GroupProps) {
  const [finding] = group
  const shown = shownOf(group)
  const repeated = repeatText(group)
  return (
    <article class={`panel finding ${finding.severity}`}>
      {shown.map((one) => (
        <Heading finding={one} />
      ))}
      {finding.steps.length > 0 && (
        <ol class="timeline">
          {finding.steps.map((step) => (
            <FindingStep step={step} />
          ))}
        </ol>
      )}
      {shown.map(({ message }) => (
        <p>{message}</p>
      ))}
      {repeated && <p class="soft">{repeated}</p>}
      <p>
        <b>Instead:</b> {finding.advice}
      </p>
      {worlds !== undefined && finding.story !== null && (
        <p class="small-print">
          <a href={storyAddress(finding, worlds)}>The payment</a>
        </p>
      )}
    </article>
  )
}

function Heading({ finding }: { finding: FindingAnswer }) {
  const { severity, code, subject } = finding
  const { tone, mark } = looks[severity]
  const place = placeText(finding)
  return (
    <h3 id={finding.id}>
      <span class={`verdict ${tone}`}>
        <Mark name={mark} tone={tone} />
        {severity}: {code}
      </span>{' '}
      {subject}
      {place && <span class="soft"> in {place}</span>}
    </h3>
  )
}

/** `test "checkout survives a time-out"`; the only chapter of the only world is not mentioned. */
function placeText({ chapter, labelled }: FindingAnswer): string {
  if (labelled) return `test "${chapter}"`
  return chapter === '' || chapter === 'default 1' ? '' : `world ${chapter}`
}

/** In its own world, while that is there; the default one shows payments of all. */
function storyAddress({ world, story }: FindingAnswer, worlds: readonly string[]): string {
  return pageAddress(worldPlace(worlds.includes(world) ? world : 'default'), `/stories/${story}`)
}

function FindingStep({ step }: { step: StoryStep }) {
  const { mark, tone } = stepLook(step)
  return (
    <li>
      <Mark name={mark} tone={tone} />
      <div>
        <p>
          {step.kind !== 'change' && `${step.kind.replaceAll('_', ' ')}: `}
          {step.text}
        </p>
        <p class="small-print soft">
          <span>{exactMomentText(step.at)}</span>
          {step.correlation_id && <span class="mono">{step.correlation_id}</span>}
          {step.request !== undefined && <span>#{step.request}</span>}
          {step.audit !== undefined && (
            <span>
              audit {step.audit} {statusNow(step)}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
