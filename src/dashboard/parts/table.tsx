import type { Child, PropsWithChildren } from 'hono/jsx'

/** A column: its head, the content of its cells, and how they look. */
export type Column<Row> = readonly [
  head: Child,
  cell: (row: Row) => Child,
  /**
   * `number`: aligned right. `named`: after its heading, if a row takes several lines.
   * `own-line`: on a separate line then. `drop-1`: left out first if there is no room.
   */
  look?: string,
  title?: (row: Row) => string | undefined,
]

interface TableProps<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** The attributes of a row. */
  readonly row?: (row: Row) => Readonly<Record<string, string | undefined>>
  readonly class?: string | undefined
  /** Makes it a region with a name. */
  readonly label?: string
  /** Whether it can be scrolled with the keyboard; not needed if its rows have links. */
  readonly isFocusable?: boolean
}

/** Rows under their headings; the table scrolls sideways if it does not fit. */
export function Table<Row>({ rows, columns, row = () => ({}), label, ...props }: TableProps<Row>) {
  const Wrapper = label === undefined ? 'div' : 'section'
  return (
    <Wrapper
      class="scroll"
      tabindex={label || props.isFocusable ? 0 : undefined}
      aria-label={label}
    >
      <table class={props.class}>
        <thead>
          <tr>
            {columns.map(([head, , look]) => (
              <th class={look?.match(/number|drop-\d/g)?.join(' ')}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr {...row(one)}>
              {columns.map(([head, cell, look, title]) => (
                <td
                  class={look}
                  data-label={look?.includes('named') ? String(head) : undefined}
                  title={title?.(one)}
                >
                  {cell(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wrapper>
  )
}

/** The link that a click anywhere in its row follows. */
export function rowLink(to: string, words: Child) {
  return (
    <a class="row" href={to}>
      {words}
    </a>
  )
}

/** The head of a column of buttons. */
export const actionsHead = <span class="out-of-sight">Actions</span>

/** `undefined` and `false` are left out. `look`: the attributes of the value. */
export type ShownFact =
  | readonly [name: Child, value: Child, look?: Readonly<Record<string, string>>]
  | undefined
  | false

/** Names and values, one pair to a line. */
export function FactList({ facts, ...props }: { facts: readonly ShownFact[]; class?: string }) {
  return (
    <dl class={props.class ?? 'facts'}>
      {facts.map(
        (fact) =>
          fact && (
            <div>
              <dt>{fact[0]}</dt>
              <dd {...fact[2]}>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

interface PanelProps {
  readonly id: string
  readonly title: Child
  /** How much is beneath it. */
  readonly count?: Child
  readonly class?: string
}

/** A part of a page with its heading. */
export function Panel({ id, title, count, children, ...props }: PropsWithChildren<PanelProps>) {
  return (
    <section class={props.class ?? 'panel'} aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`}>
        {title} {count !== undefined && <span class="soft">{count}</span>}
      </h2>
      {children}
    </section>
  )
}
