import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { errorCode } from '../../../document/file-failure.ts'
import { CliError } from '../../cli-error.ts'
import { jsonOption } from '../../command.ts'
import { configTemplate } from '../../config-template.ts'
import type { Io } from '../../io.ts'
import { fileTrouble } from '../../process/files.ts'
import { outputFor } from '../../terminal/output.ts'

const FILE = 'sandgate.config.yaml'
const others = ['sandgate.config.yml', 'sandgate.config.json']

export function initCommand(command: Command, io: Io): Command {
  return command.addOption(jsonOption()).action(async (options: { readonly json?: true }) => {
    const present = others.find((name) => existsSync(name))
    if (present !== undefined) throw isThere(present)
    await writeFile(FILE, configTemplate(), { flag: 'wx' }).catch((cause: unknown) => {
      throw errorCode(cause) === 'EEXIST' ? isThere(FILE) : fileTrouble('written', FILE, cause)
    })
    outputFor(options, io).result(
      { file: FILE },
      () => `Wrote ${FILE}; 'npx sandgate start' in this folder now uses it.`,
    )
  })
}

function isThere(file: string): CliError {
  return new CliError(`${file} is there already; remove it first, or edit it`)
}
