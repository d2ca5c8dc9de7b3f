import type { CellResult } from '../../judge/sweep/cells/result.ts'
import { FactList, Panel } from '../parts/table.tsx'

export const SANDGATE =
  "Sandgate is a simulated payment gateway. It ran alongside a shop's tests (the client) and watched every payment."

interface ReadProps {
  readonly kind: 'report' | 'sweep'
  /** Those of the cells of a sweep. */
  readonly results?: readonly CellResult[]
}

/** What a reader of a saved report must know who has never seen one. */
export function HowToRead({ kind, results = [] }: ReadProps) {
  const what =
    kind === 'report'
      ? `${SANDGATE} This report shows whether the shop can charge its customers twice or lose track of their money.`
      : "Sandgate ran a shop's tests many times against a simulated payment gateway. Each run (a cell) broke one call in one way. This report shows what happened to the money."
  return (
    <p class="guide" id="guide">
      {what} A <b>correlation id</b> is the shop's own id for a request, with which it can ask what
      happened to the request. An <b>audit number</b> is the gateway's number of a transaction, so
      two audit numbers of one order are two charges.{' '}
      {kind === 'report'
        ? 'In the pictures, time runs downwards and each arrow is a message. A broken arrow is a response that never reached the shop. The right edge shows what the customer has paid so far.'
        : `In the grid, each row is a call of the tests and each column a fault. ${redText(results)}`}
    </p>
  )
}

/** What red means in this grid, which may be one thing, the other, or both. */
function redText(results: readonly CellResult[]): string {
  const isTwice = results.includes('double_charge') || results.includes('double_refund')
  const areBooks = results.includes('books_differ') || results.includes('books_failed')
  const isOpen = results.includes('unresolved')
  const means = [
    ...(isTwice ? ['money moved twice'] : []),
    ...(isOpen ? ['the shop does not know what happened'] : []),
    ...(areBooks ? ["the shop's books are wrong or could not be read"] : []),
  ]
  return means.length === 0 ? '' : `Red means that ${means.join(', or that ')}.`
}

const words: readonly (readonly [word: string, meaning: string])[] = [
  ['Audit number', "the gateway's number of a transaction"],
  ['Blind retry', 'sent again without asking whether the first request went through'],
  ['Cell', 'one fault at one call of the tests'],
  ['Baseline run', 'the tests without any fault'],
  ['Correlation id', "the shop's own id for a request; the gateway finds the request by it"],
  ['Double charge', 'the customer was charged more than once for one payment'],
  ['Lookup, search', 'how a shop asks the gateway what happened to a request'],
  ['Lost response', 'the shop got no response, or a broken one, so it cannot know what happened'],
  ['Lost sale', 'the payment was not processed, the shop knew, and never tried again'],
  ['Recovery', 'what the shop does after a lost response'],
  ['Undecided', 'the bank or the gateway does not know the result yet'],
  ['Unresolved', 'a response was lost, and the shop never asked what happened'],
]

/** Words that only a sweep has. */
const ofSweeps = ['Baseline run', 'Cell']

/** A few words, at the end. */
export function Glossary({ kind }: { kind: 'report' | 'sweep' }) {
  const shown = words.filter(([word]) => kind === 'sweep' || !ofSweeps.includes(word))
  return (
    <Panel class="panel glossary" id="glossary" title="Words">
      <FactList facts={shown} class="words" />
    </Panel>
  )
}
