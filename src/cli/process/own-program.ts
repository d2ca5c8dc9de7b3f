import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSea } from 'node:sea'
import { CliError } from '../cli-error.ts'

/** The first argument with which the single executable runs a shop instead of a command. */
export const RUN_SHOP = '__run-shop'

export const shopNames = ['naive', 'sloppy', 'careful'] as const

export type ShopName = (typeof shopNames)[number]

/** The words that run a shop of `examples/clients`; the single executable contains the shops. */
export function shopWords(name: ShopName): readonly string[] {
  return [process.execPath, ...(isSea() ? [RUN_SHOP, name] : [shopFile(name)])]
}

/** The file of a shop, in the package that the program belongs to. */
function shopFile(name: string): string {
  const program = realpathSync(process.argv[1] ?? '')
  const shop = join('examples', 'clients', `${name}.mjs`)
  for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, shop)
    if (existsSync(file)) return file
  }
  throw new CliError(`${shop} is missing beside ${program}; install the package again`)
}
