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
    .replaceAll(/\b(127\.0\.0\.1|localhost):4010\b/g, `$1:${port}`)
    .replace(/\bsandgate start\b/, `sandgate start --port ${port}`)
}

/** An endless command that takes any free port, and says on stdout that it is under way. */
export function heard(command: string): string {
  return follows(command) ? command : `${command} --port 0 --json`
}

function follows(command: string): boolean {
  return / (--follow|-f)\b/.test(command)
}
