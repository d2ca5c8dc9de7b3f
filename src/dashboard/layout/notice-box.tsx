import { sameAddress } from './address.ts'
import type { Frame } from './frame.ts'

/** What the last action has to say. */
export function NoticeBox({ frame: { visit, notice } }: { frame: Frame }) {
  if (notice === undefined) return null
  const { kind, text, details = [] } = notice
  return (
    <section class={`notice ${kind}`} role="status" id="notice">
      <p>
        {text}{' '}
        <a class="dismiss" href={sameAddress(visit)}>
          Dismiss
        </a>
      </p>
      {details.length > 0 && (
        <ul>
          {details.map(({ text: said, to }) => (
            <li>{to === undefined ? said : <a href={to}>{said}</a>}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
