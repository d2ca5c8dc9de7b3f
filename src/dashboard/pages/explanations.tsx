import { capitalised } from '../../base/text/counted.ts'
import { allFindings } from '../../judge/findings/all-findings.ts'
import { severities } from '../../judge/findings/finding.ts'
import { callControl } from '../control-call.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { Table } from '../parts/table.tsx'
import { InlineCode } from '../parts/text.tsx'

export const assumptionsRoute: PageRoute = {
  path: '/assumptions',
  async show(frame) {
    const { assumptions } = await callControl(frame.visit, 'assumptions')
    const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
    return renderPage(
      { frame, title: 'Assumptions' },
      <>
        <h1>Assumptions</h1>
        <p class="soft">
          What the gateway's specification leaves open, and what this sandbox assumes. Change one in
          the config file, under <code>assumptions</code>.
        </p>
        <Table
          rows={assumptions.map((one) => ({
            ...one,
            shown: text(one.value),
            usual: text(one.default),
          }))}
          columns={[
            ['Name', ({ key }) => key, 'mono long own-line'],
            [
              'Value',
              ({ shown, usual }) => (
                <>
                  {shown} {shown !== usual && <span class="warn">default {usual}</span>}
                </>
              ),
              'mono value named',
            ],
            [
              'From',
              ({ source }) => (source === 'specification' ? 'Specified' : 'Assumed'),
              'named',
            ],
            ['Why', ({ reason }) => <InlineCode text={reason} />, 'own-line'],
          ]}
          row={({ key }) => ({ id: `assumption-${key}` })}
          isFocusable
        />
      </>,
    )
  },
}

/** A text of a few lines, of which some are a list. */
function Paragraphs({ text }: { text: string }) {
  const lines = text.split(/\n+/)
  return (
    <>
      {lines.map((line) => (
        <p>
          <InlineCode text={line.replace(/^- /, '• ')} />
        </p>
      ))}
    </>
  )
}

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
          rows={severities.flatMap((level) =>
            allFindings.filter((kind) => kind.severity === level),
          )}
          columns={[
            ['Finding', ({ one }) => <b>{capitalised(one)}</b>, 'name own-line'],
            ['Code', ({ code }) => code, 'mono tight'],
            ['Severity', ({ severity }) => severity, 'tight'],
            ['Reported when', ({ seen }) => <Paragraphs text={seen} />, 'own-line'],
          ]}
          row={({ code }) => ({ id: code })}
          isFocusable
        />
      </>,
    ),
}
