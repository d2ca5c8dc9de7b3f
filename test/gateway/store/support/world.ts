import { join } from 'node:path'
import type { Files } from '../../../../src/gateway/store/disk/files.ts'
import { openWorld, type WorldOptions } from '../../../../src/gateway/store/open-world.ts'
import type {
  Image,
  Medium,
  RowChange,
  RowKey,
  TableName,
} from '../../../../src/gateway/world/records/medium.ts'
import { Rows, row } from './rows.ts'

/** A world as the medium sees one: memory first, then a commit with the way back. */
export class TestWorld {
  rows = new Rows()
  /** What was undone, in the order it was. */
  readonly undone: string[] = []
  /** All rows as they were after each commit. */
  readonly history: string[] = ['']
  medium: Medium | undefined

  get loader(): Rows {
    return this.rows
  }

  put(id: RowKey, text = '', table: TableName = 'transactions'): void {
    this.commit([{ table, key: id, line: row(id, text) }])
  }

  remove(id: RowKey, table: TableName = 'transactions'): void {
    this.commit([{ table, key: id, line: undefined }])
  }

  commit(changes: readonly RowChange[]): void {
    const { rows } = this
    const inverse = rows.apply(changes)
    this.history.push(rows.text())
    this.opened.commit(changes, () => {
      rows.apply(inverse)
      this.undone.push(changes.map(({ key }) => String(key)).join('+'))
    })
  }

  replace(image: Image): void {
    const before = this.rows
    const after = new Rows()
    for (const [table, lines] of Object.entries(image.tables)) {
      for (const line of lines) after.load(table as TableName, line)
    }
    this.rows = after
    this.history.push(after.text())
    this.opened.replace(after.tables, () => {
      this.rows = before
      this.undone.push('replace')
    })
  }

  get opened(): Medium {
    if (this.medium === undefined) throw new Error('The world is not open')
    return this.medium
  }
}

export const folder = 'data/worlds/default'

/** A file of it, as messages name it: with backslashes on Windows. */
export const fileOf = (name: string): string => join(folder, name)

export interface OpenedTestWorld {
  readonly world: TestWorld
  readonly notes: readonly string[]
}

/** Without a lock: a test starts again from a disk whose owner, being this process, is alive. */
export async function openTestWorld(
  files: Files,
  options: WorldOptions = {},
): Promise<OpenedTestWorld> {
  const world = new TestWorld()
  const now = () => new Date(1_773_104_400_000)
  const opened = await openWorld({ files, folder, now }, world.loader, options)
  world.medium = opened.medium
  return { world, notes: opened.notes }
}
