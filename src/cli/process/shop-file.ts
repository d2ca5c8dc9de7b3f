import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CliError } from '../cli-error.ts'

/** The file of a shop of `examples/clients`, in the package that the program belongs to. */
export function shopFile(name: 'naive' | 'sloppy' | 'careful'): string {
  const program = realpathSync(process.argv[1] ?? '')
  const shop = join('examples', 'clients', `${name}.mjs`)
  for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, shop)
    if (existsSync(file)) return file
  }
  throw new CliError(`${shop} is missing beside ${program}; install the package again`)
}
