import type { WholeStoryAnswer } from '../../http/contract/control/calls/report.ts'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { statusNow } from '../../insight/report/text-report.ts'
import type { StepDocument as StoryStep } from '../../insight/stories/story-view.ts'
import { TimeLineEntry } from '../parts/mark.tsx'
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
  readonly isChosen?: boolean
  /** The pages of its request and of its transaction, where there are any. */
  readonly address?: string | undefined
  readonly audit?: string | undefined
}

export function Step({ step, isChosen = false, address, audit }: StepProps) {
  const words = `${step.kind === 'change' ? '' : `${step.kind.replaceAll('_', ' ')}: `}${step.text}`
  const under = (
    <>
      <span title={dateText(dayOf(step.at))}>{exactMomentText(step.at)}</span>
      {step.correlation_id && <span class="mono">{step.correlation_id}</span>}
      {step.request !== undefined && <span>#{step.request}</span>}
      {step.audit !== undefined && <Audit step={step} address={audit} />}
    </>
  )
  return (
    <TimeLineEntry look={stepLook(step)} under={under} isChosen={isChosen}>
      {address === undefined ? (
        words
      ) : (
        <a href={address} aria-current={isChosen ? 'true' : undefined}>
          {words}
        </a>
      )}
    </TimeLineEntry>
  )
}

function Audit({ step, address }: { step: StoryStep; address: string | undefined }) {
  const words = `${step.audit} ${statusNow(step)}`
  return address === undefined ? <span>audit {words}</span> : <a href={address}>{words}</a>
}
