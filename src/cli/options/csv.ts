import type { Command } from 'commander'
import { type ListName, rowSchemas } from '../../control/client/client-lists.ts'
import { CsvTable } from '../../control/lists/csv.ts'
import { flag } from '../define/option.ts'
import type { Io } from '../io.ts'
import { LIST_LIMIT } from './page.ts'

export const csvOption = {
  csv: flag('--csv', 'print all rows as CSV for a spreadsheet, with amounts as decimals', {
    excludes: ['json'],
    group: 'Output',
  }),
}

/** A page of a list, as the sandbox sends it. */
export type ListedPage<Name extends ListName> = {
  readonly [One in Name]: readonly object[]
} & { readonly next: number | string | null }

/** Prints a list page by page, as fast as it is read; further columns stand before its own. */
export async function printCsv<Name extends ListName>(
  io: Io,
  name: Name,
  pages: AsyncIterable<Pick<ListedPage<Name>, Name>> | Iterable<Pick<ListedPage<Name>, Name>>,
  before: readonly string[] = [],
): Promise<void> {
  const table = new CsvTable(await rowSchemas[name](), before)
  let text = table.header()
  for await (const page of pages) {
    await write(text, io)
    text = page[name].map((row) => table.row(row)).join('')
  }
  await write(text, io)
}

/** In bytes, since a locale changes only texts for people. */
async function write(text: string, { stdout }: Io): Promise<void> {
  await new Promise((resolve) => {
    stdout.write(Buffer.from(text), resolve)
  })
}

/** All pages of a list from the given one on, or one page if the command line has `--limit`. */
export async function* listedPages<Id, Page extends { readonly next: Id | null }>(
  self: Command,
  first: Id | undefined,
  ask: (page: PageGiven<Id>) => Promise<Page>,
): AsyncGenerator<Page, void> {
  for (let after = first; ; ) {
    const page = await ask({
      ...(!isLimited(self) && { limit: LIST_LIMIT }),
      ...(after !== undefined && { after }),
    })
    yield page
    if (isLimited(self) || page.next === null) return
    after = page.next
  }
}

/** Whether the command line asks for one page. */
export function isLimited(self: Command): boolean {
  return self.getOptionValueSource('limit') === 'cli'
}

interface PageGiven<Id> {
  readonly limit?: number
  readonly after?: Id
}
