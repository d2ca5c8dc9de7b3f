import { nextTurn } from '../../base/in-batches.ts'
import type { Visit } from '../../control/pages/visit.ts'
import { callControl } from '../control-call.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { SaveLinks } from '../parts/text.tsx'
import { judgedSoFar, openAnswers, soonest } from '../payment/open-response.ts'
import { reportView, Tests } from '../report/report-view.tsx'
import type { RunLine } from '../report/whole-page.tsx'
import { dateTimeText } from '../words/time.ts'

export const reportRoute: PageRoute = {
  path: '/report',
  async show(frame) {
    const { visit } = frame
    const whole = await callControl(visit, 'report')
    const open = openAnswers(visit)
    const report = judgedSoFar(whole, open)
    const view = await reportView({
      report,
      open,
      worlds: frame.worlds,
      beforeBooks: report.tests.length > 0 && (
        <Tests {...{ visit, open }} now={frame.clock.now} tests={report.tests} />
      ),
    })
    const isAlarm = report.counts.error > 0
    await nextTurn()
    return renderPage(
      { frame, title: 'Report', section: 'Report', isAlarm, again: soonest(open) },
      <>
        <div class="heading">
          <h1>Report</h1>
          <SaveLinks visit={visit} />
        </div>
        <nav class="filter" aria-label="Contents">
          <a href="#findings">Findings</a>
          {report.tests.length > 0 && <a href="#tests">Tests</a>}
          {report.books.length > 0 && <a href="#books">Books</a>}
          {report.outcomes && <a href="#outcomes">Outcomes</a>}
          <a href="#coverage">Coverage</a>
        </nav>
        {view}
      </>,
    )
  },
}

/** The most payments that a saved report lists. */
const MOST_PAYMENTS = 200

/** The report of the run so far, as the document that `--report report.html` writes at its end. */
export const saveReportRoute: PageRoute = {
  path: '/save/report.html',
  async file(visit) {
    const report = await callControl(visit, 'report')
    const { payments } = await callControl(visit, 'payments', { limit: MOST_PAYMENTS })
    const { htmlReport } = await import('../report/html-report.tsx')
    const facts = await savedFacts(visit)
    return {
      name: 'sandgate-report.html',
      type: 'text/html; charset=utf-8',
      body: await htmlReport(report, { facts, payments: payments.toReversed() }),
    }
  },
}

/** When and where a page was saved. */
export async function savedFacts(visit: Visit): Promise<readonly RunLine[]> {
  const clock = await callControl(visit, 'clock')
  return [
    ['Date', new Date().toISOString()],
    ['Version', visit.version],
    ['Sandbox', visit.origin],
    ['Sandbox clock', `${dateTimeText(clock.now)} in Sydney, ${clock.mode}`],
  ]
}

/** What happened so far, for `sandgate open`. */
export const saveRunRoute: PageRoute = { path: '/save/run.jsonl', sentBy: 'saveRun' }
