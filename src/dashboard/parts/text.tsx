import type { Child } from 'hono/jsx'
import type { Visit } from '../../control/pages/visit.ts'
import { amountText } from '../../domain/money.ts'
import { pageAddress } from '../words/address.ts'

/** Money with its currency, to be aligned right. */
export function Amount({ cents, currency }: { cents: number; currency: string }) {
  return (
    <span class="amount">
      <span class="currency">{currency}</span> {amountText(cents, currency)}
    </span>
  )
}

/** A text of any length in a list; all of it on hover, and on its own page. A path has no words. */
export function Clamped({ text, isPath = false }: { text: string; isPath?: boolean }) {
  return (
    <span class={isPath ? 'clamp path' : 'clamp'} title={text}>
      {text}
    </span>
  )
}

/** `AUD 49.95`, a UUID, `--artifacts` */
const whole = /(\b[A-Z]{3} [\d,.]*\d|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|--[a-z-]+)/

/** A text whose sums of money, UUIDs and options are each on one line. */
export function Unbroken({ text, ...look }: { text: string; class?: string }) {
  const parts = text.split(whole)
  const shown = { class: 'tight', ...look }
  return <>{parts.map((part, i) => (i % 2 === 1 ? <span {...shown}>{part}</span> : part))}</>
}

/** Code that is broken between its names, not inside them: `transaction.amount_details`. */
export function LongCode({ text }: { text: string }) {
  return (
    <code class="long-word">
      {text.split(/(?<=[._?&=]|\w\/)/).map((name, i) => (
        <>
          {i > 0 && <wbr />}
          <Unbroken text={name} />
        </>
      ))}
    </code>
  )
}

/** A sentence in which `this` is code. */
export function InlineCode({ text }: { text: string }) {
  const parts = text.split('`')
  return (
    <>
      {parts.map((part, i) => (i % 2 === 1 ? <LongCode text={part} /> : <Unbroken text={part} />))}
    </>
  )
}

/** An advice, whose call of the API can be taken along, unless it is in a file: `Ask GET /v1/transactions?… until it responds`. */
export function Advised({ text, isSaved = false }: { text: string; isSaved?: boolean }) {
  // Each call is followed by its punctuation, which may be empty.
  const parts = text.split(/((?:GET|POST) \/v1\/[^\s;,]*[^\s;,:.])([;,:.]?)/)
  return (
    <>
      {parts.map((part, i) => {
        if (i % 3 === 2) return null
        if (i % 3 === 0) return <InlineCode text={part} />
        return <AdvisedCall call={part} mark={parts[i + 1]} isSaved={isSaved} />
      })}
    </>
  )
}

interface AdvisedCallProps {
  readonly call: string
  /** The punctuation after it. */
  readonly mark: string | undefined
  readonly isSaved: boolean
}

function AdvisedCall({ call, mark, isSaved }: AdvisedCallProps) {
  // What has a gap to fill in cannot be sent.
  const isCopied = !isSaved && !call.includes('…')
  return (
    <>
      <LongCode text={call} />
      {mark}
      {isCopied && (
        <>
          {' '}
          <button type="button" class="small needs-script" data-copy-text={call}>
            Copy
          </button>
        </>
      )}
    </>
  )
}

/** Text to take along, with a button that does it. */
export function CopyBlock({ id, text }: { id: string; text: string }) {
  return (
    <div class="copy-block">
      <pre id={id} tabindex={0}>
        {text}
      </pre>
      <CopyButton from={id} />
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

/** A link that looks like a button. */
export function buttonLink(to: string, words: string, more?: Record<string, string | boolean>) {
  return (
    <a class="button" href={to} {...more}>
      {words}
    </a>
  )
}

/** Links that save what is there now: the report to read, the run to open elsewhere. */
export function SaveLinks({ visit }: { visit: Visit }) {
  const run = { download: true, title: 'For npx sandgate open and report' }
  return (
    <>
      {buttonLink(pageAddress(visit, '/save/report.html'), 'Save report', { download: true })}
      {!visit.isReadOnly && buttonLink(pageAddress(visit, '/save/run.jsonl'), 'Save run', run)}
    </>
  )
}

/** The lines of a value as formatted JSON, or of a text as it is. */
function linesOf(value: unknown): readonly string[] {
  return (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)).split('\n')
}

type JsonProps = { value: unknown; label: string; against?: unknown }

/** A value; of another one, `against`, the lines that it has not are marked. */
export function Json({ value, label, against = null }: JsonProps) {
  // A comma that only shows that more follows is no difference.
  const bare = (line: string) => line.replace(/,$/, '')
  const others = against === null ? undefined : new Set(linesOf(against).map(bare))
  return (
    <section class="json" tabindex={0} aria-label={label}>
      <pre>
        {linesOf(value).map((line, i) => {
          const isSame = others === undefined || others.has(bare(line))
          return (
            <>
              {i > 0 && '\n'}
              {isSame ? keyed(line) : <mark class="differs">{keyed(line)}</mark>}
            </>
          )
        })}
      </pre>
    </section>
  )
}

function keyed(line: string): Child {
  const [, indent, key, rest] = /^(\s*)("(?:[^"\\]|\\.)*")(:.*)$/.exec(line) ?? []
  if (key === undefined) return line
  return (
    <>
      {indent}
      <span class="key">{key}</span>
      {rest}
    </>
  )
}
