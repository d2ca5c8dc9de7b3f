import type { Command } from 'commander'

/** Those options that stood on the command line, to be repeated; what the environment says, it says again. */
export function givenWords(
  command: Command,
  isWanted: (name: string) => boolean,
): readonly string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName()
    if (!isWanted(name) || command.getOptionValueSource(name) !== 'cli') return []
    return [`--${option.name()}`, String(command.getOptionValue(name))]
  })
}
