import type { Fault } from '../../document/complaint.ts'
import { refusedCharacter } from '../../domain/restricted-text.ts'
import { asList, type OneOrMore } from '../scenario-document.ts'
import type { FactRefusal } from './condition.ts'

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

export const restricted = {
  characters: /^[ !#-&(-[\]^-~]*$/,
  made: 'only ASCII letters, digits, spaces and punctuation, no quotes or backslash',
}

/** Why no text of this shape can match; undefined if one can. */
export function shapeFaults(
  globs: OneOrMore<string | number>,
  faultOf: (glob: string) => string | undefined,
): readonly Fault[] {
  return asList(globs).flatMap((glob, i) => {
    const fault = faultOf(String(glob))
    if (fault === undefined) return []
    return [{ path: Array.isArray(globs) ? [i] : [], message: `never matches: ${fault}` }]
  })
}

/** The same for one glob. */
export function shapeFault(shape: TextShape, glob: string): string | undefined {
  const fixed = glob.replaceAll('*', '')
  if (!shape.characters.test(fixed.replaceAll('?', ''))) return `${shape.what} has ${shape.made}`
  const { length } = fixed.length > shape.max ? [...fixed] : fixed
  if (length > shape.max) return `${shape.what} has at most ${shape.max} characters`
  if (length < shape.min && !glob.includes('*')) {
    return `${shape.what} has at least ${count(shape.min)}`
  }
  return shape.fault?.(glob)
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

function count(characters: number): string {
  return characters === 1 ? 'one character' : `${characters} characters`
}
