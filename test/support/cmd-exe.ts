/*
 * How Windows reads a command line, as far as quoting is concerned: cmd.exe, and the C runtime of a
 * program.
 */

interface CmdReading {
  /** How many commands the line is: more than one if something was injected; also counts redirections. */
  readonly commands: number
  /** The text of the command that is run. */
  readonly line: string
}

type Variables = Readonly<Record<string, string>>

/** One reading by cmd.exe of a line typed in; without variables, of the line of a batch file after its own expansion. */
export function cmdReading(text: string, variables: Variables | undefined): CmdReading {
  const expanded = variables === undefined ? text : expand(text, variables)
  let commands = 1
  let line = ''
  let isQuoted = false
  for (let at = 0; at < expanded.length; at += 1) {
    const char = expanded.charAt(at)
    if (char === '"') isQuoted = !isQuoted
    if (!isQuoted && char === '^') {
      at += 1
      line += expanded.charAt(at)
      continue
    }
    if (!isQuoted && '&|<>\n'.includes(char)) commands += 1
    line += char
  }
  return { commands, line }
}

/** `%name%` and `%name:~,%`; a percent sign that begins no known variable stays. */
function expand(text: string, variables: Variables): string {
  const known = new Map(
    Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value]),
  )
  let expanded = ''
  let at = 0
  while (at < text.length) {
    const end = text.charAt(at) === '%' ? text.indexOf('%', at + 1) : -1
    const name = end < 0 ? '' : text.slice(at + 1, end).toLowerCase()
    const value = name === 'cd:~,' ? '' : name === '' ? undefined : known.get(name)
    expanded += value ?? text.charAt(at)
    at = value === undefined ? at + 1 : end + 1
  }
  return expanded
}

/** The arguments that a program sees: the rules of Microsoft's C runtime since 2008. */
export function programArguments(line: string): string[] {
  const found: string[] = []
  let rest = line.replace(/^[ \t]+/, '')
  while (rest !== '') {
    let word = ''
    let isQuoted = false
    while (rest !== '' && (isQuoted || !/^[ \t]/.test(rest))) {
      const [slashes = ''] = /^\\*/.exec(rest) ?? []
      rest = rest.slice(slashes.length)
      if (!rest.startsWith('"')) {
        word += slashes + rest.slice(0, 1).replace(/^[ \t]$/, (blank) => (isQuoted ? blank : ''))
        if (isQuoted || !/^[ \t]/.test(rest)) rest = rest.slice(1)
        continue
      }
      word += '\\'.repeat(slashes.length >> 1)
      if (slashes.length % 2 === 1) word += '"'
      else if (isQuoted && rest.startsWith('""')) {
        word += '"'
        rest = rest.slice(1)
      } else isQuoted = !isQuoted
      rest = rest.slice(1)
    }
    found.push(word)
    rest = rest.replace(/^[ \t]+/, '')
  }
  return found
}
