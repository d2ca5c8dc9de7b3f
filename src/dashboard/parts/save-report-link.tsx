import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'

/** A link that saves the report of what is there now. */
export function SaveReport({ visit }: { visit: Visit }) {
  return (
    <a
      class="button save"
      href={pageAddress(visit, '/save/report.html')}
      download="sandgate-report.html"
    >
      Save report
    </a>
  )
}
