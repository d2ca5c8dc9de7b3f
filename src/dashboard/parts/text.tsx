import type { Child } from 'hono/jsx'
import { amountText } from '../../domain/money.ts'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress } from '../words/address.ts'

/** Money with its currency, to be aligned right. */
export function Amount({ cents, currency }: { cents: number; currency: string }) {
  return (
    <span class="amount">
      <span class="currency">{currency}</span> {amountText(cents, currency)}
    </span>
  )
}

/** A text of any length in a list; all of it on hover, and on its own page. */
export function Clamped({ text }: { text: string }) {
  return (
    <span class="clamp" title={text}>
      {text}
    </span>
  )
}

/** A sentence in which `this` is code. */
export function InlineCode({ text }: { text: string }) {
  return (
    <>
      {text
        .split('`')
        .map((part, i) => (i % 2 === 1 ? <code class="long-word">{part}</code> : part))}
    </>
  )
}

/** Text to take along, with a button that does it. */
export function CopyBlock({
  id,
  text,
  label = 'Copy',
}: {
  id: string
  text: string
  label?: string
}) {
  return (
    <div class="copy-block">
      <pre id={id} tabindex={0}>
        {text}
      </pre>
      <CopyButton from={id} label={label} />
    </div>
  )
}

/** Copies the text of an element. */
export function CopyButton({ from, label = 'Copy' }: { from: string; label?: string }) {
  return (
    <button type="button" class="small copy needs-script" data-copy={from}>
      {label}
    </button>
  )
}

/** Links that save what is there now: the report to read, the run to open elsewhere. */
export function SaveLinks({ visit }: { visit: Visit }) {
  return (
    <>
      <a
        class="button save"
        href={pageAddress(visit, '/save/report.html')}
        download="sandgate-report.html"
      >
        Save report
      </a>
      {!visit.isReadOnly && (
        <a
          class="button save"
          href={pageAddress(visit, '/save/run.jsonl')}
          download="sandgate-run.jsonl"
          title="For npx sandgate open and replay"
        >
          Save run
        </a>
      )}
    </>
  )
}

/** A value as formatted JSON, or a text as it is. */
function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}

interface JsonProps {
  readonly value: unknown
  readonly label: string
  /** Lines that this one has and the other has not. */
  readonly against?: unknown
}

export function Json({ value, label, against }: JsonProps) {
  const lines = jsonText(value).split('\n')
  const others =
    against === undefined ? undefined : new Set(jsonText(against).split('\n').map(bare))
  return (
    <section class="json" tabindex={0} aria-label={label}>
      <pre>
        {lines.map((line, i) => (
          <>
            {i > 0 && '\n'}
            {others !== undefined && !others.has(bare(line)) ? (
              <mark class="differs">{keyed(line)}</mark>
            ) : (
              keyed(line)
            )}
          </>
        ))}
      </pre>
    </section>
  )
}

/** A comma that only shows that more follows is no difference. */
function bare(line: string): string {
  return line.replace(/,$/, '')
}

function keyed(line: string): Child {
  const [, indent = '', key = '', rest = ''] = /^(\s*)("(?:[^"\\]|\\.)*")(:.*)$/.exec(line) ?? []
  if (key === '') return line
  return (
    <>
      {indent}
      <span class="key">{key}</span>
      {rest}
    </>
  )
}
