import { ControlError } from '../../client/control-error.ts'
import { unknownNames } from '../../document/nearest-word.ts'

/** The members of a request filter, in the library's spelling. */
export const requestMembers = [
  'since',
  'operation',
  'status',
  'correlationId',
  'rule',
  'reference',
  'audit',
  'merchant',
] as const

type SnakeCase<Name> = Name extends `${infer Head}${infer Rest}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Rest>}`
    : `_${Lowercase<Head>}${SnakeCase<Rest>}`
  : Name

type InSnakeCase<Value> = {
  -readonly [Name in keyof Value as SnakeCase<Name>]: Value[Name] extends
    | readonly (infer Item)[]
    | undefined
    ? Item[]
    : Value[Name]
}

/** Options in the control API's spelling: `responseCode` is `response_code`. */
export function bodyOf<Value extends object>(
  value: Value,
  known: readonly (keyof Value & string)[],
): InSnakeCase<Value> {
  refuseUnknown(value, known)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [snakeCase(name), member])) as never
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Refuses unknown members by the library's own names: `audit` is not `audits`. */
export function refuseUnknown(given: object, known: readonly string[]): void {
  const errors = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      error_code: 'invalid_format',
      error_message: unknownNames([name], known),
      location: ['body'],
    }))
  if (errors.length > 0) throw new ControlError(422, errors)
}
