import type { ReportAnswer } from '../../http/contract/control/calls/report.ts'
import type { RequestAnswer, RequestsAnswer } from '../../http/contract/control/calls/requests.ts'
import { asked } from '../asked.ts'
import { DurationChart } from '../charts/durations.tsx'
import { OutcomeChart } from '../charts/outcomes.tsx'
import { page } from '../layout/page.tsx'
import { ReportView } from '../report/report-view.tsx'
import { OpenRun, RunView } from '../run-file/run-view.tsx'
import type { PageRoute } from './page-route.ts'

export const reportRoute: PageRoute = {
  path: '/report',
  async show(frame) {
    const { visit } = frame
    const [report, { requests }] = await Promise.all([
      asked<ReportAnswer>(visit, { path: '/report' }),
      asked<RequestsAnswer>(visit, { path: '/requests', query: { limit: '1000' } }),
    ])
    return page(
      { frame, title: 'Report', section: 'Report', isAlarm: report.verdict === 'unsafe' },
      <>
        <div class="heading">
          <h1>Report</h1>
          <OpenRun visit={visit} />
        </div>
        {frame.notice?.run && <RunView run={frame.notice.run} />}
        <ReportView
          report={report}
          prefix={visit.prefix}
          charts={requests.length > 0 && <Charts requests={requests} />}
        />
      </>,
    )
  },
}

/** The latest requests of this world, drawn. */
function Charts({ requests }: { requests: readonly RequestAnswer[] }) {
  return (
    <div class="halves">
      <section class="panel" aria-labelledby="outcomes-title">
        <h2 id="outcomes-title">Outcomes over time</h2>
        <OutcomeChart requests={requests} />
      </section>
      <section class="panel" aria-labelledby="durations-title">
        <h2 id="durations-title">Durations</h2>
        <DurationChart requests={requests} />
      </section>
    </div>
  )
}
