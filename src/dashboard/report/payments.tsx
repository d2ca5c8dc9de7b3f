import type { StoryDocument } from '../../insight/report/report-document.ts'
import { doubledText } from '../story/doubled-text.ts'
import { verdicts } from '../story/verdict.ts'
import { VerdictWord } from '../story/verdict-word.tsx'
import { counted } from '../words/counted.ts'
import { moneyText } from '../words/money.ts'

const MOST = 500

/** Every payment of a run in one line, the worst first, else in their order. */
export function Payments({ stories }: { stories: readonly StoryDocument[] }) {
  const rows = [...stories].sort((one, other) => rank(one) - rank(other))
  return (
    <section class="stack" aria-labelledby="payments-title" id="payments">
      <h2 id="payments-title">
        Payments <span class="soft">{stories.length}</span>
      </h2>
      <div class="scroll" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th>What became of it</th>
              <th>Payment</th>
              <th>Test</th>
              <th class="number">Amount</th>
              <th class="number">Charged</th>
              <th class="number">Refunded</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST).map((story) => (
              <PaymentRow story={story} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST && <p class="soft">{counted(rows.length - MOST, 'more payment')}.</p>}
    </section>
  )
}

/** What is wrong comes first; what is well stays in its order. */
function rank({ verdict }: StoryDocument): number {
  return Math.min(verdicts.indexOf(verdict), verdicts.indexOf('failed'))
}

function PaymentRow({ story }: { story: StoryDocument }) {
  const { reference, chapter, doubled, amount, charged, refunded, currency } = story
  return (
    <tr>
      <td class="tight">
        <VerdictWord story={story} />
        {doubled !== null && doubled.times > 2 && <div class="soft">{doubledText(doubled)}</div>}
      </td>
      <td class="long">{reference === '' ? 'no reference' : reference}</td>
      <td class="long">{chapter}</td>
      <td class="number">{moneyText(amount, currency)}</td>
      <td class="number">{charged === 0 ? '' : moneyText(charged, currency)}</td>
      <td class="number">{refunded === 0 ? '' : moneyText(refunded, currency)}</td>
    </tr>
  )
}
