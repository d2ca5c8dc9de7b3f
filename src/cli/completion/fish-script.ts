import type { CompletedCommand, CompletedOption } from './completed-words.ts'

export function fishScript(commands: readonly CompletedCommand[]): string {
  const groups = commands.filter(({ path, members }) => path !== '' && members.length > 0)
  const lines = commands.flatMap(({ path, members, options, words }) => [
    ...members.map(({ name, summary }) => line(path, `-f -a ${name} -d ${quoted(summary)}`)),
    ...(words.length === 0 ? [] : [line(path, `-a ${quoted(words.join(' '))}`)]),
    ...options.map((option) => line(path, optionWords(option))),
  ])
  return `# sandgate completion: npx sandgate completion fish | source
# The command so far, such as 'clock advance'.
function __sandgate_path
    set -l words (commandline -opc)
    test "$words[1]" = npx; and set -e words[1]
    set -e words[1]
    set -l path
    for word in $words
        string match -q -- '-*' $word; and continue
        set -a path $word
        contains -- "$path[1]" ${groups.map(({ path }) => path).join(' ')}; or break
        test (count $path) -lt 2; or break
    end
    echo "$path"
end

${lines.join('\n')}
`
}

function line(path: string, words: string): string {
  return `complete -c sandgate -n "test (__sandgate_path) = '${path}'" ${words}`
}

function optionWords({ names, help, hasValue, words }: CompletedOption): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name[1]}`,
  )
  const value = hasValue ? ['-r'] : []
  const proposals = words.length === 0 ? [] : [`-f -a ${quoted(words.join(' '))}`]
  return [...flags, ...value, ...proposals, `-d ${quoted(help)}`].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
