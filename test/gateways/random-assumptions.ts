import fc from 'fast-check'
import {
  type AssumptionKey,
  type Assumptions,
  assumptionEntries,
  assumptionsWith,
  type SomeOf,
} from '../../src/domain/assumptions/assumptions.ts'
import type { FormKind } from '../../src/domain/assumptions/entry.ts'
import { currencies } from '../../src/domain/money.ts'
import { placeholders } from '../../src/http/paths.ts'
import { assumptionsSchema } from '../../src/runtime/config/assumptions-schema.ts'
import { configFaults } from '../../src/runtime/config/checks/config-complaints.ts'

const word = fc.stringMatching(/^[a-z][a-z0-9_.:-]{0,9}$/)
const segment = fc.stringMatching(/^[a-z][a-z-]{0,7}$/)
const kvpKey = fc.stringMatching(/^[A-Z][A-Z_]{0,7}(?:\.[A-Z]{1,4})?$/)
const list = fc.uniqueArray(fc.constantFrom(...currencies), { minLength: 1, maxLength: 6 })

/** Some value of an assumption's form; undefined where no gateway shows it anyway. */
function anyOf(key: AssumptionKey, form: FormKind, usual: unknown): fc.Arbitrary<unknown> {
  switch (form.kind) {
    case 'path':
      return pathLike(String(usual))
    case 'status':
      return fc.integer({ min: 200, max: 299 })
    case 'one of':
      return fc.constantFrom(...form.values)
    case 'yes or no':
      return fc.boolean()
    case 'integer':
      // Each completion is a payment of its own.
      return fc.integer({ min: form.min, max: key.startsWith('completions') ? 4 : form.max })
    case 'member':
    case 'relation':
    case 'code':
      return word
    case 'kvp key':
      return kvpKey
    case 'mask':
      return fc.constantFrom(...'xX*#.-_?@')
    case 'currencies':
      return form.mayBeAny ? fc.oneof(fc.constant('any'), list) : list
    default:
      return fc.constant(usual)
  }
}

/** A path with the same names in braces, somewhere. */
function pathLike(usual: string): fc.Arbitrary<string> {
  const names = placeholders(usual)
  return fc
    .array(segment, { minLength: names.length + 1, maxLength: names.length + 1 })
    .map((words) => `/${words.flatMap((one, i) => [one, ...braced(names[i])]).join('/')}`)
}

function braced(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [`{${name}}`]
}

/** Settings that a sandbox starts with: some of them ours, the others anything. */
export const randomAssumptions: fc.Arbitrary<SomeOf<Assumptions>> = fc
  .tuple(
    ...assumptionEntries().map(({ key, entry: { form, default: usual } }) =>
      fc.option(anyOf(key, form, usual), { nil: undefined }).map((value) => ({ key, value })),
    ),
  )
  .map((chosen) => nested(chosen.filter(({ value }) => value !== undefined)))
  .map((given) => ({ ...given, ...debitsIn(given) }))
  .filter(
    (given) =>
      assumptionsSchema.safeParse(given).success &&
      configFaults({ assumptions: given }).length === 0,
  )

function nested(chosen: readonly { readonly key: string; readonly value: unknown }[]) {
  const given: Record<string, unknown> = {}
  for (const { key, value } of chosen) {
    const [group = '', name] = key.split('.')
    if (name === undefined) given[group] = value
    else given[group] = { ...(given[group] as object), [name]: value }
  }
  return given as SomeOf<Assumptions>
}

/** A debit in a currency that is not accepted at all shows nowhere. */
function debitsIn(given: SomeOf<Assumptions>): SomeOf<Assumptions> {
  const { currencies: accepted, direct_debit } = assumptionsWith(given)
  if (accepted === 'any') return {}
  const both = direct_debit.currencies.filter((one) => accepted.includes(one))
  const used = both.length > 0 ? both : accepted.slice(0, 1)
  return { direct_debit: { ...given.direct_debit, currencies: used } }
}
