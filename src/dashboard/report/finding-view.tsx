import type {
  FindingDocument as FindingAnswer,
  StepDocument as StoryStep,
} from '../../insight/report/report-document.ts'
import { Mark } from '../parts/mark.tsx'
import { stepLook } from '../story/step-look.ts'
import { counted } from '../words/counted.ts'
import { exactMomentText } from '../words/time.ts'

const looks = {
  error: { tone: 'bad', mark: 'failed' },
  warning: { tone: 'warn', mark: 'note' },
  note: { tone: 'calm', mark: 'note' },
} as const

const MOST = 200

interface FindingsProps {
  readonly findings: readonly FindingAnswer[]
  readonly prefix: string | undefined
  /** Of its heading. */
  readonly level?: 2 | 3
}

/** The worst first, each with the story that shows it. */
export function Findings({ findings, prefix, level = 2 }: FindingsProps) {
  const id = `findings-title-${level}`
  return (
    <section class="stack" aria-labelledby={id}>
      {level === 2 ? <h2 id={id}>Findings</h2> : <h3 id={id}>Findings</h3>}
      {findings.length === 0 ? (
        <p class="empty">None. The client made no mistake that the sandbox could see.</p>
      ) : (
        findings.slice(0, MOST).map((finding) => <Finding finding={finding} prefix={prefix} />)
      )}
      {findings.length > MOST && (
        <p class="soft">{counted(findings.length - MOST, 'more finding')} not shown.</p>
      )}
    </section>
  )
}

function Finding({ finding, prefix }: { finding: FindingAnswer; prefix: string | undefined }) {
  const { tone, mark } = looks[finding.severity]
  const { steps = [], requests } = finding
  return (
    <article class={`panel finding ${finding.severity}`} id={finding.id}>
      <h3>
        <span class={`verdict ${tone}`}>
          <Mark name={mark} tone={tone} />
          {finding.severity}: {finding.code}
        </span>{' '}
        {finding.subject}
        {finding.chapter && <span class="soft"> in {finding.chapter}</span>}
      </h3>
      {steps.length > 0 && (
        <ol class="timeline">
          {steps.map((step) => (
            <FindingStep step={step} />
          ))}
        </ol>
      )}
      <p>{finding.message}</p>
      <p>
        <b>Instead:</b> {finding.advice}
      </p>
      {prefix !== undefined && (
        <p class="small-print">
          {finding.story && (
            <a href={`${worldPrefix(finding, prefix)}/_sandbox/stories/${finding.story}`}>
              The payment
            </a>
          )}
          {steps.length === 0 &&
            requests.map((id) => (
              <a href={`${worldPrefix(finding, prefix)}/_sandbox/requests/${id}`}>Request {id}</a>
            ))}
        </p>
      )}
    </article>
  )
}

/** A report is about the whole run; a payment belongs to its world. */
function worldPrefix({ world }: FindingAnswer, prefix: string): string {
  if (world === undefined) return prefix
  return world === 'default' ? '' : `/w/${world}`
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
              audit {step.audit} {step.status}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
