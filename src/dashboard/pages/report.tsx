import type { ReportAnswer } from '../../http/contract/control/calls/report.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { callControl } from '../control-call.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { Numbered, Panel } from '../parts/table.tsx'
import { SaveLinks } from '../parts/text.tsx'
import { findingsView } from '../report/finding-view.tsx'
import { OutcomeChart } from '../report/outcome-chart.tsx'
import { ReportView } from '../report/report-view.tsx'
import { coverText } from '../story/verdict-strip.tsx'
import { countText } from '../words/numbers.ts'
import { dateTimeText } from '../words/time.ts'

/** Requests that a chart shows. */
const MOST_DRAWN = 200

export const reportRoute: PageRoute = {
  path: '/report',
  async show(frame) {
    const { visit } = frame
    const report = await callControl(visit, 'report')
    const { requests } = await callControl(visit, 'requests', { limit: MOST_DRAWN })
    const findings = await findingsView({ ...report, worlds: frame.worlds })
    return renderPage(
      { frame, title: 'Report', section: 'Report', isAlarm: report.verdict === 'unsafe' },
      <>
        <div class="heading">
          <h1>Report</h1>
          <SaveLinks visit={visit} />
        </div>
        <ReportView
          report={report}
          findings={findings}
          charts={
            requests.length > 0 && (
              <Panel
                id="outcomes"
                title={
                  <Numbered
                    name="Outcomes over time"
                    count={chartCover(visit, report, requests.length)}
                  />
                }
              >
                <OutcomeChart requests={requests} />
              </Panel>
            )
          }
        />
      </>,
    )
  },
}

/** `World blue, since its last reset, 4 requests`: the report may be about more. */
function chartCover(visit: Visit, report: ReportAnswer, drawn: number): string {
  const latest = `${drawn === MOST_DRAWN ? 'the latest ' : ''}${countText(drawn, 'request')}`
  return [coverText(visit, report), latest].filter((text) => text !== undefined).join(', ')
}

/** The most payments that a saved report lists. */
const MOST_PAYMENTS = 200

/** The report of the run so far, as the document that `--report report.html` writes at its end. */
export const saveReportRoute: PageRoute = {
  path: '/save/report.html',
  async file(visit) {
    const report = await callControl(visit, 'report')
    const { stories } = await callControl(visit, 'stories', { limit: MOST_PAYMENTS })
    const { htmlReport } = await import('../report/html-report.tsx')
    const facts = [
      ['Date', `${dateTimeText(new Date().toISOString())} in Sydney`],
      ['Version', visit.version],
      ['Sandbox', visit.origin],
    ] as const
    return {
      name: 'sandgate-report.html',
      type: 'text/html; charset=utf-8',
      body: await htmlReport(report, { facts, stories: stories.toReversed() }),
    }
  },
}

/** What happened so far, for `sandgate open`. */
export const saveRunRoute: PageRoute = { path: '/save/run.jsonl', sentBy: '/run' }
