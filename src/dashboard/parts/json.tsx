import type { Child } from 'hono/jsx'

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
