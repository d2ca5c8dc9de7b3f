/** The commands of a script, a line each: without comments, continued lines joined. */
export function commandsOf(script: string): readonly string[] {
  const lines = script.replaceAll(/\\\n\s*/g, ' ').split('\n')
  return lines.map((line) => line.replace(/(^|\s)#\s.*$/, '').trim()).filter((line) => line !== '')
}

/** Whether it goes on until it is stopped. */
export function isEndless(command: string): boolean {
  return /^(npx )?sandgate( (start|demo|open)\b[^&]*)?$/.test(command) || follows(command)
}

export function startsOwnSandbox(command: string): boolean {
  return /^(npx )?sandgate start\b.*&$/.test(command)
}

/** The same command for a sandbox at this port, in place of the one that the manual means. */
export function movedTo(port: number, command: string): string {
  return command
    .replaceAll(/\b(127\.0\.0\.1|localhost):7263\b/g, `$1:${port}`)
    .replace(/\bsandgate start\b/, `sandgate start --port ${port}`)
}

/** An endless command that takes any free port, and says on stdout that it is under way. */
export function heard(command: string): string {
  return follows(command) ? command : `${command} --port 0 --json`
}

function follows(command: string): boolean {
  return / (--follow|-f)\b/.test(command)
}

/** Whether it needs the lines around it: a loop, a variable, a background process, an open quote. */
export function leavesSomething(line: string): boolean {
  if (line.split("'").length % 2 === 0) return true
  return /^(for|do|done|if|fi|cd|export|\w+=\S*$)\b|^\w+\(\) \{|^\}|&$/.test(line)
}

/** The words of a command of ours that needs no shell; undefined of any other. */
export function plainWords(command: string): readonly string[] | undefined {
  const [, line] = /^(?:npx )?sandgate(?: (.*))?$/.exec(command) ?? []
  // The demo finds its shops beside the program that runs it.
  if (line === undefined || line.startsWith('demo')) return undefined
  const words = [...line.matchAll(/(?:'[^']*'|"[^"$`\\]*"|[^\s'"$`\\|&;<>()*?~#])+|\S/g)]
  const plain = words.map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
  return words.some(([word]) => /^[$`\\|&;<>()*?~#'"]$/.test(word)) ? undefined : plain
}
