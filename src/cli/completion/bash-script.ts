import type { CompletedCommand } from './completed-words.ts'

/** A function for bash, and for zsh with its emulation of bash's completion. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const words = commands.map(({ path, members, options, words }) => {
    const all = [
      ...members.map(({ name }) => name),
      ...words,
      ...options.flatMap(({ names }) => names.filter((name) => name.startsWith('--'))),
    ]
    return `    '${path}') echo '${all.join(' ')}' ;;`
  })
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ hasValue }) => hasValue)
      .map(({ names, words }) => {
        const patterns = names.map((name) => `'${path} ${name}'`).join('|')
        return `    ${patterns}) echo '${words.join(' ')}' ;;`
      }),
  )
  const groups = commands.filter(({ path, members }) => path !== '' && members.length > 0)
  const running = commands.filter(({ runs }) => runs)
  return `# sandgate completion: eval "$(npx sandgate completion bash)"
_sandgate_words() {
  case "$1" in
${words.join('\n')}
  esac
}

# Fails for a word that is no option with a value.
_sandgate_values() {
  case "$1" in
${values.join('\n')}
    *) return 1 ;;
  esac
}

_sandgate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local path='' word proposals before='' i=1
  COMPREPLY=()
  # Bash takes the = of --scenario=flaky-day for a word.
  if [ "$current" = = ]; then current=''; fi
  if [ "$previous" = = ]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  if [ "\${COMP_WORDS[0]}" = npx ]; then
    [ "\${COMP_WORDS[1]}" = sandgate ] || return 0
    i=2
    [ "$COMP_CWORD" -ge 2 ] || return 0
  fi
  for ((; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    # The next word is its value.
    if _sandgate_values "$path $word" >/dev/null; then i=$((i + 1)) && continue; fi
    case "$path" in
      '') [[ "$word" == -* ]] || path="$word" ;;
      ${alternatives(groups)}) [[ "$word" == -* ]] || path="$path $word" ;;
      # What follows belongs to another program.
      ${alternatives(running)}) [ "$word" != -- ] || return 0 ;;
    esac
  done
  if proposals="$(_sandgate_values "$path $previous")"; then
    # Several values have commas between them.
    if [[ "$current" == *,* ]]; then before="\${current%,*},"; fi
  else
    proposals="$(_sandgate_words "$path")"
  fi
  COMPREPLY=($(compgen -P "$before" -W "$proposals" -- "\${current#"$before"}"))
}

complete -o default -F _sandgate sandgate
# Unless something else completes npx already.
complete -p npx >/dev/null 2>&1 || complete -o default -F _sandgate npx
`
}

export function zshScript(commands: readonly CompletedCommand[]): string {
  return `autoload -Uz compinit bashcompinit
compinit
bashcompinit
${bashScript(commands).replace('completion bash', 'completion zsh')}`
}

function alternatives(commands: readonly CompletedCommand[]): string {
  return commands.map(({ path }) => `'${path}'`).join('|')
}
