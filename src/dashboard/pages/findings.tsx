import { capitalised } from '../../insight/counted.ts'
import { allFindings } from '../../insight/findings/all-findings.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { Table } from '../parts/table.tsx'
import { InlineCode } from '../parts/text.tsx'

/** What each kind of finding means; headings of findings lead here. */
export const findingsRoute: PageRoute = {
  path: '/findings',
  show: async (frame) =>
    renderPage(
      { frame, title: 'Findings', section: 'Report', isLive: false },
      <>
        <h1>What findings mean</h1>
        <p class="soft">
          The worst first. An error makes a client unsafe; a warning costs money or time; a note is
          worth knowing.
        </p>
        <Table
          rows={allFindings}
          columns={[
            ['Finding', ({ one }) => <b>{capitalised(one)}</b>, 'name own-line'],
            ['Code', ({ code }) => code, 'mono tight'],
            ['Severity', ({ severity }) => severity, 'tight'],
            ['Reported when', ({ seen }) => <InlineCode text={seen} />, 'own-line'],
          ]}
          row={({ code }) => ({ id: code })}
          isFocusable
        />
      </>,
    ),
}
