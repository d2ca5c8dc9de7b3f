import type { Child, PropsWithChildren } from 'hono/jsx'

interface TableProps {
  /** A text, or a whole `th`. */
  readonly heads: readonly Child[]
  readonly class?: string
  /** Makes it a region with a name, which can be scrolled with the keyboard. */
  readonly label?: string
  /** Whether it can be scrolled with the keyboard; not needed if its rows have links. */
  readonly isFocusable?: boolean
}

/** Rows under their heads, which scroll sideways where they do not fit. */
export function Table({
  heads,
  label,
  isFocusable = false,
  ...props
}: PropsWithChildren<TableProps>) {
  const table = (
    <table class={props.class}>
      <thead>
        <tr>{heads.map((head) => (typeof head === 'string' ? <th>{head}</th> : head))}</tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  )
  if (label !== undefined) {
    return (
      <section class="scroll" tabindex={0} aria-label={label}>
        {table}
      </section>
    )
  }
  return (
    <div class="scroll" tabindex={isFocusable ? 0 : undefined}>
      {table}
    </div>
  )
}

/** The head of a column of numbers. */
export function numberHead(text: string) {
  return <th class="number">{text}</th>
}

/** The head of a column of buttons. */
export const actionsHead = (
  <th>
    <span class="out-of-sight">Actions</span>
  </th>
)

/** `undefined` and `false` are left out. */
export type ShownFact = readonly [name: string, value: Child, look?: FactLook] | undefined | false

interface FactLook {
  readonly class?: string
  readonly title?: string
}

/** Names and values, one pair to a line. */
export function Facts({ facts }: { facts: readonly ShownFact[] }) {
  return (
    <dl class="facts">
      {facts.map(
        (fact) =>
          fact && (
            <>
              <dt>{fact[0]}</dt>
              <dd {...fact[2]}>{fact[1]}</dd>
            </>
          ),
      )}
    </dl>
  )
}
