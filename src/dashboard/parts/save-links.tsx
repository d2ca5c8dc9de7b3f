import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'

/** Links that save what is there now: the report to read, the run to open elsewhere. */
export function SaveLinks({ visit }: { visit: Visit }) {
  return (
    <>
      <a
        class="button save"
        href={pageAddress(visit, '/save/report.html')}
        download="sandgate-report.html"
      >
        Save report
      </a>
      <a
        class="button save"
        href={pageAddress(visit, '/save/run.jsonl')}
        download="sandgate-run.jsonl"
        title="For npx sandgate open"
      >
        Save run
      </a>
    </>
  )
}
