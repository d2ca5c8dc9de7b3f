import { printable } from '../../base/text/printable.ts'
import { type Instant, parseInstant } from '../../domain/time/instant.ts'
import { sydneyText } from '../../domain/time/sydney-time.ts'

/** A run that has ended, as its file has it. */
export interface EndedRun {
  /** Null if a sandbox ran without a command. */
  readonly command: string | null
  readonly startedAt: Instant
  readonly commit?: string | undefined
}

/** `'npm test' ran on 2026-11-18 05:46:55 in Sydney, at commit 1a2b3c4d5e`; `date` writes the instant. */
export function ranText(
  { command, startedAt, commit }: EndedRun,
  date: (at: Instant) => string = sydneyText,
): string {
  const what = command === null ? 'This run began' : `'${command}' ran`
  const atCommit = commit === undefined ? '' : `, at commit ${shortCommit(commit)}`
  return printable(`${what} on ${date(startedAt)}${atCommit}`)
}

/** An instant of a file in words; any other text stays as it is. */
export function dateInWords(text: string): string {
  const instant = parseInstant(text)
  return instant === undefined ? text : sydneyText(instant)
}

/** The commit of the folder that a run was made in. */
export interface AtCommit {
  readonly commit?: string | undefined
  /** Whether tracked files had changes that were not committed. */
  readonly uncommitted?: boolean | undefined
}

const WITH_CHANGES = ' with changes'

/** `1a2b3c4d5e6f… with changes` */
export function commitText({ commit, uncommitted }: AtCommit): string | undefined {
  return commit && `${commit}${uncommitted ? WITH_CHANGES : ''}`
}

/** `1a2b3c4d5e with changes`, from that text. */
export function shortCommit(text: string): string {
  return text.slice(0, 10) + (text.endsWith(WITH_CHANGES) ? WITH_CHANGES : '')
}
