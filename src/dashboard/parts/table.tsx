import type { Child, PropsWithChildren } from 'hono/jsx'

/** A column: its head, the content of its cells, and how they look. */
export type Column<Row> = readonly [
  head: Child,
  cell: (row: Row) => Child,
  /** A column of numbers is aligned right, its head too; `drop-1` goes first where there is no room. */
  look?: string,
  more?: {
    /** Stands before the value where a row takes several lines. */
    readonly label?: string
    readonly title?: (row: Row) => string | undefined
  },
]

interface TableProps<Row> {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** The attributes of a row. */
  readonly row?: (row: Row) => Readonly<Record<string, string | undefined>>
  readonly class?: string | undefined
  /** Makes it a region with a name, which can be scrolled with the keyboard. */
  readonly label?: string
  /** Whether it can be scrolled with the keyboard; not needed if its rows have links. */
  readonly isFocusable?: boolean
}

/** Rows under their heads, which scroll sideways where they do not fit. */
export function Table<Row>({ rows, columns, row = () => ({}), ...props }: TableProps<Row>) {
  const table = (
    <table class={props.class}>
      <thead>
        <tr>
          {columns.map(([head, , look]) => (
            <th class={look?.match(/^number|drop-\d/g)?.join(' ')}>{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr {...row(one)}>
            {columns.map(([, cell, look, more]) => (
              <td class={look} data-label={more?.label} title={more?.title?.(one)}>
                {cell(one)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return props.label === undefined ? (
    <div class="scroll" tabindex={props.isFocusable ? 0 : undefined}>
      {table}
    </div>
  ) : (
    <section class="scroll" tabindex={0} aria-label={props.label}>
      {table}
    </section>
  )
}

/** The head of a column of buttons. */
export const actionsHead = <span class="out-of-sight">Actions</span>

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

interface PanelProps {
  readonly id: string
  readonly title: Child
  readonly class?: string
}

/** A part of a page with its heading. */
export function Panel({ id, title, children, ...props }: PropsWithChildren<PanelProps>) {
  return (
    <section class={props.class ?? 'panel'} aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

/** A heading with the number of what is beneath it. */
export function Numbered({ name, count }: { name: string; count: Child }) {
  return (
    <>
      {name} <span class="soft">{count}</span>
    </>
  )
}
