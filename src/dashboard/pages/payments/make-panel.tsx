import type { Visit } from '../../../http/pages/visit.ts'
import { makings } from '../../actions/payment-actions.ts'
import { ActionButton } from '../../layout/form.tsx'

/** Payments for who has no client at hand. */
export function MakePanel({ visit }: { visit: Visit }) {
  if (visit.isReadOnly) return null
  return (
    <section class="panel make" aria-labelledby="make-title" id="make">
      <h2 id="make-title">Make a payment</h2>
      <p class="soft">Sent through the API, like your client's.</p>
      <MakeButtons visit={visit} />
    </section>
  )
}

interface MakeProps {
  readonly visit: Visit
  /** Of the first one. */
  readonly look?: 'plain' | 'strong'
}

export function MakeButtons({ visit, look = 'plain' }: MakeProps) {
  return (
    <div class="buttons">
      {makings.map(({ key, label, hint }, i) => (
        <ActionButton
          visit={visit}
          action="purchase"
          values={{ how: key }}
          label={label}
          title={hint}
          look={i === 0 ? look : 'plain'}
        />
      ))}
    </div>
  )
}
