import { asked } from '../asked.ts'
import type { PageRoute } from '../layout/frame.ts'
import { momentText } from '../words/time.ts'

/** The most payments that a saved report lists. */
const MOST_PAYMENTS = 1000

/** The report of the run so far, as the document that `--report report.html` writes at its end. */
export const saveReportRoute: PageRoute = {
  path: '/save/report.html',
  async file(visit) {
    const report = await asked(visit, 'report')
    const { stories } = await asked(visit, 'stories', { limit: MOST_PAYMENTS })
    const { htmlReport } = await import('./html-report.tsx')
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
