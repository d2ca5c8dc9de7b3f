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
