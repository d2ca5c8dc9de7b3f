/** A text of any length in a list; all of it on hover, and on its own page. */
export function Clamped({ text }: { text: string }) {
  return (
    <span class="clamp" title={text}>
      {text}
    </span>
  )
}
