import {
  type Image,
  imageOf as imageOfTables,
  type Loader,
  mapTables,
  type RowChange,
  type RowKey,
  type TableName,
  tableNames,
} from '../../../../src/gateway/world/records/medium.ts'

/** The least that a world is: rows by key in order of arrival, and a way back for each change. */
export class Rows implements Loader {
  readonly tables = mapTables(() => new Map<RowKey, string>())

  load(table: TableName, line: string): void {
    const row = JSON.parse(line) as { readonly id: RowKey }
    this.table(table).set(row.id, line)
  }

  /** Makes changes; gives those that undo them. */
  apply(changes: readonly RowChange[]): readonly RowChange[] {
    const inverse = changes.map(({ table, key, line }): RowChange => {
      const before = this.table(table).get(key)
      if (line === undefined) this.remove(table, key)
      else this.load(table, line)
      return { table, key, line: before }
    })
    return inverse.reverse()
  }

  logged() {
    return this.untrusted()
  }

  /** Rows of a test mean nothing, so that there is nothing to be in doubt about. */
  async untrusted() {
    return (table: TableName, line: string) => {
      this.load(table, line)
      return undefined
    }
  }

  remove(table: TableName, key: RowKey): void {
    this.table(table).delete(key)
  }

  image(): Image {
    return imageOfTables(this.tables)
  }

  table(name: TableName): Map<RowKey, string> {
    return this.tables[name]
  }

  /** All of it as one text, to compare. */
  text(): string {
    const lines = tableNames.flatMap((table) =>
      [...this.table(table).values()].map((line) => `${table} ${line}`),
    )
    return lines.join('\n')
  }
}

export function imageOf(rows: Partial<Record<TableName, readonly string[]>>): Image {
  const tables = tableNames.map((table) => [table, rows[table] ?? []] as const)
  return { tables: Object.fromEntries(tables) as unknown as Image['tables'] }
}

export function row(id: RowKey, text = ''): string {
  return JSON.stringify({ id, text })
}
