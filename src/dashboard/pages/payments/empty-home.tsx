import type { Visit } from '../../../http/pages/visit.ts'
import { pageAddress, worldPlace } from '../../layout/address.ts'
import { ActionButton } from '../../layout/form.tsx'
import { CopyBlock } from '../../parts/copy.tsx'

interface EmptyProps {
  readonly visit: Visit
  readonly sample: Sample
  /** Worlds that do have payments. */
  readonly others: readonly string[]
}

/** What to do first. */
export function EmptyHome({ visit, sample, others }: EmptyProps) {
  const title = others.length === 0 ? 'No payments yet' : 'No payments in this world yet'
  return (
    <section class="panel first" aria-labelledby="first-title">
      <h2 id="first-title">{title}</h2>
      {others.length > 0 && <OtherWorlds names={others} />}
      {!visit.isReadOnly && <FirstSteps visit={visit} sample={sample} />}
    </section>
  )
}

function OtherWorlds({ names }: { names: readonly string[] }) {
  return (
    <p>
      There are payments in{' '}
      {names.map((name, i) => (
        <>
          {i > 0 && ', '}
          <a href={pageAddress(worldPlace(name), '/')}>{name}</a>
        </>
      ))}
      .
    </p>
  )
}

function FirstSteps({ visit, sample }: { visit: Visit; sample: Sample }) {
  const api = `${visit.origin}${visit.prefix}/v1`
  return (
    <>
      <p>Point your backend at this base address:</p>
      <CopyBlock id="base-address" text={api} />
      <p>Or make a purchase with curl:</p>
      <CopyBlock id="first-curl" text={firstCurl(api, sample)} />
      <MakePurchase visit={visit} look="strong" />
    </>
  )
}

export interface Sample {
  /** Beneath `/v1`. */
  readonly path: string
  readonly body: unknown
}

interface MakeProps {
  readonly visit: Visit
  readonly look?: 'plain' | 'strong'
}

export function MakePurchase({ visit, look = 'plain' }: MakeProps) {
  return <ActionButton visit={visit} action="purchase" label="Make a purchase for me" look={look} />
}

function firstCurl(api: string, { path, body }: Sample): string {
  return `curl ${api}${path} \\
  -H 'Content-Type: application/json' \\
  -H "X-Correlation-Id: order-1-$(date +%s)" \\
  -d '${JSON.stringify(body, undefined, 2).replaceAll('\n', '\n  ')}'`
}
