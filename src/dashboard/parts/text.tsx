import { amountText } from '../../domain/money.ts'

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
