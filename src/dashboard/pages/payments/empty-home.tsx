import type { Visit } from '../../../http/pages/visit.ts'
import { ActionButton } from '../../layout/form.tsx'
import { CopyBlock } from '../../parts/copy.tsx'

/** What to do first. */
export function EmptyHome({ visit, sample }: { visit: Visit; sample: Sample }) {
  const api = `${visit.origin}${visit.prefix}/v1`
  return (
    <section class="panel first" aria-labelledby="first-title">
      <h2 id="first-title">No payments yet</h2>
      <p>Point your backend at this base address:</p>
      <CopyBlock id="base-address" text={api} />
      <p>Or make a purchase with curl:</p>
      <CopyBlock id="first-curl" text={firstCurl(api, sample)} />
      <MakePurchase visit={visit} look="strong" />
    </section>
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
