import type { AssumptionsAnswer } from '../../http/contract/control/calls/about.ts'
import { asked } from '../asked.ts'
import type { PageRoute } from '../layout/frame.ts'
import { page } from '../layout/page.tsx'
import { Mark } from '../parts/mark.tsx'
import { Table } from '../parts/table.tsx'

type Assumption = AssumptionsAnswer['assumptions'][number]

export const assumptionsRoute: PageRoute = {
  path: '/assumptions',
  async show(frame) {
    const { assumptions } = await asked(frame.visit, 'assumptions')
    return page({ frame, title: 'Assumptions' }, <Assumptions assumptions={assumptions} />)
  },
}

function Assumptions({ assumptions }: AssumptionsAnswer) {
  return (
    <>
      <h1>Assumptions</h1>
      <p class="soft">
        What the gateway's specification leaves open, and what this sandbox takes for it. Change one
        in the config file, under <code>assumptions</code>.
      </p>
      <Table heads={['Name', 'Value', 'From', 'Why']} class="broad" isFocusable>
        {assumptions.map((assumption) => (
          <Row assumption={assumption} />
        ))}
      </Table>
    </>
  )
}

function Row({
  assumption: { key, value, default: usual, source, reason },
}: {
  assumption: Assumption
}) {
  const isChanged = JSON.stringify(value) !== JSON.stringify(usual)
  return (
    <tr id={`assumption-${key}`}>
      <td class="mono own-line">{key}</td>
      <td class="mono long value" data-label="Value">
        {text(value)}
        {isChanged && (
          <span class="warn">
            {' '}
            <Mark name="note" tone="warn" /> default {text(usual)}
          </span>
        )}
      </td>
      <td class="tight" data-label="From">
        {source === 'specification' ? 'Specified' : 'Assumed'}
      </td>
      <td class="own-line">{reason}</td>
    </tr>
  )
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
