import { didYouMean } from '../../document/nearest-word.ts'
import type { ProblemCode } from '../../domain/problem.ts'
import { refusedCharacter } from '../../domain/restricted-text.ts'
import type { Method, Operation } from '../operations.ts'

/** The values that a request can have in this field, for commands that describe a request. */
export interface FactForm {
  /** Why a request cannot have this text; undefined if it can. */
  readonly refuse: (text: string) => FactRefusal | undefined
  /** Whether an invalid value may be repeated in a message. */
  readonly isOpen?: true
  /** The default value. */
  readonly usual?: string | number
}

/** `['invalid_format', 'Must be NNN-NNN']` */
export type FactRefusal = readonly [code: ProblemCode, message: string]

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
  readonly option: readonly [value: string, help: string]
  readonly shape: TextShape
  /** Numbers are accepted as well as texts. */
  readonly isNumbered?: true
  readonly fact?: Partial<FactForm>
  /** The allowed words. */
  readonly words?: readonly string[]
  /** Few requests share a value, so rules are indexed by it. */
  readonly isIndexed?: true
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

/** Why a request cannot have exactly this text. */
export function refuseMisfit(
  { characters, min, max }: TextShape,
  text: string,
): FactRefusal | undefined {
  const letters = [...text]
  if (letters.length < min || letters.length > max) {
    return ['invalid_length', `Must have ${min} to ${max} characters`]
  }
  const isAccepted = (one: string) => characters.test(one)
  if (letters.every(isAccepted)) return undefined
  return ['invalid_characters', refusedCharacter(text, isAccepted)]
}

/** Why a text is not one of the words. */
export function refuseOther(words: readonly string[], text: string): FactRefusal | undefined {
  if (words.includes(text)) return undefined
  const proposal = didYouMean(text.slice(0, 60), words)
  return ['invalid_format', `Must be one of ${words.join(', ')}${proposal}`]
}
