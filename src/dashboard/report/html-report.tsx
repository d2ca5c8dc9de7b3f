import type { CoverageDocument } from '../../insight/coverage/coverage.ts'
import type {
  ReportDocument as ReportAnswer,
  StoryDocument,
} from '../../insight/report/report-document.ts'
import { MarkSprite } from '../parts/mark.tsx'
import style from '../style/dashboard.css?asset'
import { Payments } from './payments.tsx'
import { ReportView } from './report-view.tsx'

/** What a reader of a report must know of the run: `['Version', '0.2.0']`. */
type RunFact = readonly [name: string, value: string]

interface HtmlOptions {
  /** That of a plan, where there is one. */
  readonly coverage?: CoverageDocument
  readonly facts?: readonly RunFact[]
  /** The payments of the run, oldest first. */
  readonly stories?: readonly StoryDocument[]
}

/** A report as one page that needs no network and no script, to be kept, printed and attached. */
export function htmlReport(
  report: ReportAnswer,
  { coverage = report.coverage, facts = [], stories = [] }: HtmlOptions = {},
): string {
  const html = (
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>{`${report.headline} · Sandgate`}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <MarkSprite />
        <main>
          <h1>Sandgate report</h1>
          <ReportView
            report={{ ...report, coverage }}
            payments={stories.length > 0 && <Payments stories={stories} />}
          />
          {facts.length > 0 && <Facts facts={facts} />}
        </main>
      </body>
    </html>
  )
  return `<!DOCTYPE html>${html}`
}

function Facts({ facts }: { facts: readonly RunFact[] }) {
  return (
    <section class="panel" aria-labelledby="facts-title">
      <h2 id="facts-title">The run</h2>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </section>
  )
}
