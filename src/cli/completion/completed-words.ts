import type { CommandDefinition } from '../define/command.ts'

/** An option in a shell's proposals. */
export interface CompletedOption {
  /** `--port`, and its short form if it has one. */
  readonly names: readonly string[]
  readonly help: string
  readonly hasValue: boolean
  /** Proposals for its value; files if there are none. */
  readonly words: readonly string[]
}

/** What can follow a command: `clock advance` is one, and the program itself is ''. */
export interface CompletedCommand {
  readonly path: string
  readonly summary: string
  readonly members: readonly { readonly name: string; readonly summary: string }[]
  readonly options: readonly CompletedOption[]
  /** Proposals for its argument; files if there are none. */
  readonly words: readonly string[]
  /** Its arguments are the words of another program. */
  readonly runs: boolean
}

/** Everything that a shell can propose. */
export function completedCommands(
  definitions: readonly CommandDefinition[],
): readonly CompletedCommand[] {
  const program = {
    path: '',
    summary: '',
    members: definitions,
    options: [helpOption, { ...helpOption, names: ['--version'], help: 'show the version' }],
    words: [],
    runs: false,
  }
  return [program, ...definitions.flatMap((one) => completed(one, ''))]
}

const helpOption: CompletedOption = {
  names: ['--help'],
  help: 'show this help',
  hasValue: false,
  words: [],
}

function completed(one: CommandDefinition, before: string): readonly CompletedCommand[] {
  const { name, summary, members, args, runs = false } = one
  const path = `${before}${name}`
  const options = Object.values(one.options).map(({ flags, help, words = [] }) => ({
    names: flags.split(/[ ,]+/).filter((word) => word.startsWith('-')),
    help,
    hasValue: flags.includes('<'),
    words,
  }))
  const words = Object.values(args).flatMap((argument) => argument.words ?? [])
  const own = { path, summary, members, options: [...options, helpOption], words, runs }
  return [own, ...members.flatMap((member) => completed(member, `${path} `))]
}
