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
