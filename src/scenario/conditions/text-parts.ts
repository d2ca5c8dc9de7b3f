import type { Method, Operation } from '../operations.ts'

/** The texts that a request field can hold. */
export interface TextShape {
  readonly what: string
  /** Matches texts of allowed characters only. */
  readonly characters: RegExp
  readonly made: string
  readonly min: number
  readonly max: number
  /** Another reason why no text that matches a glob can be sent. */
  readonly fault?: (glob: string) => string | undefined
}

export const digits = { characters: /^[0-9]*$/, made: 'only digits' }

export const restrictedShape = {
  characters: /^[ !#-&(-[\]^-~]*$/,
  made: 'only ASCII letters, digits, spaces and punctuation, no quotes or backslash',
}

/** The parts in which conditions on a text differ. */
export interface TextParts {
  readonly means: string
  readonly carriers: readonly Operation[]
  readonly method?: Method
  /** `--bsb <digits>` and its help. */
  readonly option?: readonly [value: string, help: string]
  readonly shape: TextShape
  /** Numbers are accepted as well as texts. */
  readonly isNumbered?: true
  /** The allowed words. */
  readonly words?: readonly string[]
  /** Few requests share a value, so rules are indexed by it. */
  readonly isIndexed?: true
  /** How many of its first characters a masked text still has. */
  readonly known?: number
  readonly trigger?: {
    readonly rank: number
    readonly kind: string
    readonly example?: (pattern: string, ending: string) => string
  }
  /** Texts and globs are compared in this form. */
  readonly normalise?: (text: string) => string
  /** Stored details have only this part of the text. */
  readonly mask?: (text: string) => string
  /** The part of a request's text that may be shown, if not all of it. */
  readonly show?: (text: string) => string
}
