import type { WholeStoryAnswer } from '../../http/contract/control/calls/report.ts'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { Visit } from '../../http/pages/visit.ts'
import type { StepDocument as StoryStep } from '../../insight/report/report-document.ts'
import { Mark } from '../parts/mark.tsx'
import { pageAddress, worldPlace } from '../words/address.ts'
import { dateText, dayOf, exactMomentText } from '../words/time.ts'
import { stepLook } from './step-look.ts'

/** Where its transactions are: in its own world, until its chapter ends. */
export function placeOf({ world, ended }: WholeStoryAnswer): Pick<Visit, 'prefix'> | undefined {
  return ended ? undefined : worldPlace(world)
}

interface StepsProps {
  readonly visit: Visit
  readonly story: WholeStoryAnswer
  readonly chosen: RequestAnswer | undefined
}

/** What happened to a payment, in order. */
export function Steps({ visit, story, chosen }: StepsProps) {
  const place = placeOf(story)
  return (
    <ol class="timeline">
      {story.steps.map((step) => (
        <Step
          step={step}
          isChosen={chosen !== undefined && step.request === chosen.id}
          address={
            story.requests.some(({ id }) => id === step.request)
              ? pageAddress(visit, visit.path, { step: step.request })
              : undefined
          }
          audit={
            step.audit === undefined || place === undefined
              ? undefined
              : pageAddress(place, `/transactions/${step.audit}`)
          }
        />
      ))}
    </ol>
  )
}

interface StepProps {
  readonly step: StoryStep
  readonly isChosen: boolean
  readonly address: string | undefined
  readonly audit: string | undefined
}

function Step({ step, isChosen, address, audit }: StepProps) {
  const { mark, tone } = stepLook(step)
  const words = `${step.kind === 'change' ? '' : `${step.kind.replaceAll('_', ' ')}: `}${step.text}`
  return (
    <li class={isChosen ? 'chosen' : undefined}>
      <Mark name={mark} tone={tone} />
      <div>
        <p>
          {address === undefined ? (
            words
          ) : (
            <a href={address} aria-current={isChosen ? 'true' : undefined}>
              {words}
            </a>
          )}
        </p>
        <p class="small-print soft">
          <span title={dateText(dayOf(step.at))}>{exactMomentText(step.at)}</span>
          {step.correlation_id && <span class="mono">{step.correlation_id}</span>}
          {step.request !== undefined && <span>#{step.request}</span>}
          {step.audit !== undefined && <Audit step={step} address={audit} />}
        </p>
      </div>
    </li>
  )
}

function Audit({ step, address }: { step: StoryStep; address: string | undefined }) {
  const words = `${step.audit} ${step.status ?? ''}`
  return address === undefined ? <span>audit {words}</span> : <a href={address}>{words}</a>
}
