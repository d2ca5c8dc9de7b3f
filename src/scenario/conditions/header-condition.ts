import { beneath } from '../../base/documents/complaint.ts'
import { operations } from '../operations.ts'
import type { Facts, TextCondition } from '../rule.ts'
import { asList, type OneOrMore } from '../scenario-document.ts'
import type { Condition } from './condition.ts'
import { shapeFault, shapeFaults, textCheck } from './text-condition.ts'
import type { TextShape } from './text-parts.ts'

type WrittenHeaders = Readonly<Record<string, OneOrMore<string>>>
type StoredHeaders = Readonly<Record<string, TextCondition>>

const shape: TextShape = {
  what: 'a header',
  characters: /^[ -~]*$/,
  made: 'only ASCII characters',
  min: 0,
  max: 255,
}

const nameForm = /^[A-Za-z0-9-]{1,60}$/

/** Headers with credentials: rules may look at them, but no explanation shows them. */
export const secretHeader = /auth|cookie|token|secret|password|api-?key/i

/** Headers that the request has, each with the values that match. All must hold. */
export const headerCondition: Condition<WrittenHeaders, StoredHeaders> = {
  means: 'Headers of the request, each with the values that match, such as user-agent: "curl*".',
  form: { kind: 'texts by key' },
  carriers: operations,
  compile: (written) =>
    Object.fromEntries(
      Object.entries(written).map(([name, globs]) => [name.toLowerCase(), asList(globs)]),
    ),
  faults: (written) =>
    Object.entries(written).flatMap(([name, globs]) =>
      nameForm.test(name)
        ? beneath(
            [name],
            shapeFaults(globs, (glob) => shapeFault(shape, glob)),
          )
        : [
            {
              path: [name],
              message: 'never matches: a header name has up to 60 letters, digits and dashes',
              atKey: true as const,
            },
          ],
    ),
  checks: (stored) =>
    Object.entries(stored).map(([name, globs]) => {
      const check = textCheck(`header ${name}`, (facts) => headerOf(facts, name), globs)
      if (!secretHeader.test(name)) return check
      return { ...check, found: (facts) => headerOf(facts, name) && '(hidden)' }
    }),
  patterns: (stored) =>
    Object.entries(stored).map(([name, globs]) => `${name}=${globs.join(' or ')}`),
  option: ['name=value', 'a header (can be repeated)'],
}

function headerOf({ header = {} }: Facts, name: string): string | undefined {
  const value = Object.hasOwn(header, name) ? header[name] : undefined
  return typeof value === 'object' ? value.join(', ') : value
}
