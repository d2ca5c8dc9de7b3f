import type { MagicValue } from '../../../scenario/describe/magic-values.ts'
import { Panel, Table } from '../../parts/table.tsx'
import { MagicButton } from '../../reference/tables.tsx'
import { countText, groupedBy } from '../../words/numbers.ts'

/** More than these nobody looks through. */
const MOST = 300

/** Every value that asks for an outcome, by its effect; a click copies it. */
export function MagicPicker({ cards }: { cards: readonly MagicValue[] }) {
  const usable = cards.filter(({ example }) => example !== '')
  const byEffect = groupedBy(usable.slice(0, MOST), ({ effect }) => effect)
  return (
    <Panel class="stack" id="magic" title="Magic values">
      <p class="soft">
        Send one of these values to trigger the result next to it. Click a value to copy it.
      </p>
      <Table
        rows={byEffect}
        columns={[
          ['What happens', ([effect]) => effect, 'long own-line'],
          [
            'Values',
            ([, values]) => (
              <ul class="picker">
                {values.map((value) => (
                  <li>
                    <MagicButton value={value} />
                  </li>
                ))}
              </ul>
            ),
            'own-line',
          ],
        ]}
      />
      {usable.length > MOST && (
        <p class="soft">
          {countText(usable.length - MOST, 'more value')}: <code>npx sandgate cards</code> lists
          them all.
        </p>
      )}
    </Panel>
  )
}
