import type { AssumptionsAnswer } from '../../http/contract/control/calls/about.ts'
import { callControl } from '../control-call.ts'
import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'
import { type Column, Table } from '../parts/table.tsx'

export const assumptionsRoute: PageRoute = {
  path: '/assumptions',
  async show(frame) {
    const { assumptions } = await callControl(frame.visit, 'assumptions')
    return renderPage(
      { frame, title: 'Assumptions' },
      <>
        <h1>Assumptions</h1>
        <p class="soft">
          What the gateway's specification leaves open, and what this sandbox takes for it. Change
          one in the config file, under <code>assumptions</code>.
        </p>
        <Table
          rows={assumptions}
          columns={columns}
          row={({ key }) => ({ id: `assumption-${key}` })}
          isFocusable
        />
      </>,
    )
  },
}

const columns: readonly Column<AssumptionsAnswer['assumptions'][number]>[] = [
  ['Name', ({ key }) => key, 'mono own-line'],
  [
    'Value',
    ({ value, default: usual }) => (
      <>
        {valueText(value)}
        {JSON.stringify(value) !== JSON.stringify(usual) && (
          <span class="warn"> default {valueText(usual)}</span>
        )}
      </>
    ),
    'mono value',
    { label: 'Value' },
  ],
  [
    'From',
    ({ source }) => (source === 'specification' ? 'Specified' : 'Assumed'),
    'tight',
    { label: 'From' },
  ],
  ['Why', ({ reason }) => reason, 'own-line'],
]

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
