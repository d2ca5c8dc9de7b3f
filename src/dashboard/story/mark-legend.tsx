import { Mark } from '../parts/mark.tsx'

/** Marks of steps, with what each stands for. */
const meanings: readonly (readonly [mark: string, tone: string, words: string])[] = [
  ['approved', 'good', 'approved'],
  ['declined', 'calm', 'declined'],
  ['lost', 'warn', 'answer lost'],
  ['failed', 'warn', 'refused or failed'],
  ['unclear', 'warn', 'undecided'],
  ['lookup', 'calm', 'looked up'],
  ['pending', 'calm', 'pending'],
  ['slow', 'calm', 'waiting for an answer'],
  ['hold', 'good', 'money held'],
  ['refund', 'calm', 'refunded'],
  ['void', 'calm', 'voided'],
  ['clock', 'good', 'changed as scheduled'],
  ['returned', 'warn', 'debit returned'],
  ['note', 'calm', 'same answer again'],
]

/** What the small drawings in the list mean. */
export function MarkLegend() {
  return (
    <details class="panel legend-of-marks" id="legend">
      <summary>What the marks mean</summary>
      <ul>
        {meanings.map(([mark, tone, words]) => (
          <li>
            <Mark name={mark} tone={tone} /> {words}
          </li>
        ))}
      </ul>
    </details>
  )
}
