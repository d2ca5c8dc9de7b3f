import { readFileSync } from 'node:fs'
import { isToken, tokenForm } from '../../runtime/listening/server-address.ts'
import { refuseIrregular } from '../../runtime/named-file.ts'
import { misuse } from '../cli-error.ts'
import { fileTrouble } from '../process/file-trouble.ts'

/** The token of a start that does not stand on its command line, where everybody could read it. */
export function tokenElsewhere(
  file: string | undefined,
  { SANDGATE_CONTROL_TOKEN }: NodeJS.ProcessEnv,
): string | undefined {
  if (file !== undefined) return checkedToken(tokenIn(file), `token in ${file}`)
  // An empty variable counts as not set.
  if (!SANDGATE_CONTROL_TOKEN) return undefined
  return checkedToken(SANDGATE_CONTROL_TOKEN, 'SANDGATE_CONTROL_TOKEN')
}

/** What is wrong with it is told, but not what it is. */
export function checkedToken(text: string, name: string): string {
  if (!isToken(text)) throw misuse(`Invalid ${name}: it must be ${tokenForm}`)
  return text
}

/** An editor ends a file with a newline. */
function tokenIn(file: string): string {
  try {
    refuseIrregular(file)
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw fileTrouble('read', file, cause)
  }
}
