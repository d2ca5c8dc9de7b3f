import type { ReportAnswer } from '../../http/contract/control/calls/report.ts'
import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { asked } from '../asked.ts'
import type { PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { DurationChart, OutcomeChart } from '../parts/request-charts.tsx'
import { inTurn, SaveLinks } from '../parts/text.tsx'
import { findingsView } from '../report/finding-view.tsx'
import { ReportView } from '../report/report-view.tsx'
import { coverText } from '../story/verdict-strip.tsx'
import { counted } from '../words/numbers.ts'
import { momentText } from '../words/time.ts'

/** Requests that a chart shows. */
const MOST_DRAWN = 1000

export const reportRoute: PageRoute = {
  path: '/report',
  async show(frame) {
    const { visit } = frame
    const report = await asked(visit, 'report')
    const { requests } = await asked(visit, 'requests', { limit: MOST_DRAWN })
    const charts =
      requests.length > 0 &&
      (await inTurn(
        <Charts requests={requests} cover={chartCover(visit, report, requests.length)} />,
      ))
    const findings = await findingsView({ ...report, worlds: frame.worlds })
    return page(
      { frame, title: 'Report', section: 'Report', isAlarm: report.verdict === 'unsafe' },
      <>
        <div class="heading">
          <h1>Report</h1>
          <SaveLinks visit={visit} />
        </div>
        <ReportView report={report} findings={findings} charts={charts} />
      </>,
    )
  },
}

/** `World blue, since its last reset, 4 requests`: the report may be about more. */
function chartCover(visit: Visit, { worlds, chapters }: ReportAnswer, drawn: number): string {
  const about = coverText(visit, { hasWorlds: worlds > 1, hasResets: chapters > worlds })
  const latest = `${drawn === MOST_DRAWN ? 'the latest ' : ''}${counted(drawn, 'request')}`
  return about === undefined ? latest : `${about}, ${latest}`
}

interface ChartsProps {
  readonly requests: readonly RequestAnswer[]
  /** What of the run they show. */
  readonly cover: string
}

/** The latest requests of this world, drawn. */
function Charts({ requests, cover }: ChartsProps) {
  return (
    <div class="halves">
      <section class="panel" aria-labelledby="outcomes-title">
        <h2 id="outcomes-title">
          Outcomes over time <span class="cover">{cover}</span>
        </h2>
        <OutcomeChart requests={requests} />
      </section>
      <section class="panel" aria-labelledby="durations-title">
        <h2 id="durations-title">
          Durations <span class="cover">{cover}</span>
        </h2>
        <DurationChart requests={requests} />
      </section>
    </div>
  )
}

/** The most payments that a saved report lists. */
const MOST_PAYMENTS = 1000

/** The report of the run so far, as the document that `--report report.html` writes at its end. */
export const saveReportRoute: PageRoute = {
  path: '/save/report.html',
  async file(visit) {
    const report = await asked(visit, 'report')
    const { stories } = await asked(visit, 'stories', { limit: MOST_PAYMENTS })
    const { htmlReport } = await import('../report/html-report.tsx')
    const facts = [
      ['Date', `${momentText(new Date().toISOString())} in Sydney`],
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
