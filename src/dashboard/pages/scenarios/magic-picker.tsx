import type { MagicValue } from '../../../scenario/telling/cards.ts'
import { Table } from '../../parts/table.tsx'
import { counted } from '../../words/numbers.ts'

/** More than these nobody looks through. */
const MOST = 300

/** Every value that asks for an outcome, by what comes of it; a click copies it. */
export function MagicPicker({ cards }: { cards: readonly MagicValue[] }) {
  const usable = cards.filter(({ example }) => example !== '')
  const byEffect = new Map<string, MagicValue[]>()
  for (const card of usable.slice(0, MOST)) {
    const others = byEffect.get(card.effect)
    if (others === undefined) byEffect.set(card.effect, [card])
    else others.push(card)
  }
  return (
    <section class="stack" aria-labelledby="magic-title" id="magic">
      <h2 id="magic-title">Magic values</h2>
      <p class="soft">Send one of these, and this happens. Click a value to copy it.</p>
      <Table heads={['What happens', 'Values']}>
        {[...byEffect].map(([effect, values]) => (
          <tr>
            <td class="long own-line">{effect}</td>
            <td class="own-line">
              <ul class="picker">
                {values.map((value) => (
                  <Value value={value} />
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </Table>
      {usable.length > MOST && (
        <p class="soft">
          {counted(usable.length - MOST, 'more value')}: <code>npx sandgate cards</code> lists them
          all.
        </p>
      )}
    </section>
  )
}

function Value({ value: { kind, example, only } }: { value: MagicValue }) {
  const hint = only === '' ? kind : `${kind}; ${only}`
  return (
    <li>
      <button type="button" class="small mono" data-copy-text={example} title={`Copy ${example}`}>
        <span class="soft">{hint}</span> {example}
      </button>
    </li>
  )
}
