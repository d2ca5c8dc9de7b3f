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
