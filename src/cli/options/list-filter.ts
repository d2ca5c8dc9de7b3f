import { given } from '../../base/plain-object.ts'
import {
  camelCase,
  type Filter,
  type FilterOptions,
  type Filters,
} from '../../control/lists/filter.ts'
import { choice, flag, inGroup, type OptionDefinition, option } from '../define/option.ts'
import { lastFourArgument, momentArgument, wholeNumber } from './argument.ts'

/** The filters of a list as options, by the names that commander gives them. */
type OptionsOf<All extends Filters> = {
  readonly [Name in keyof FilterOptions<All>]-?: OptionDefinition<
    FilterOptions<All>[Name] | undefined
  >
}

export function filterOptions<All extends Filters>(all: All): OptionsOf<All> {
  const options = Object.entries(all).map(([name, filter]) => [
    camelCase(name),
    optionFor(name, filter),
  ])
  return inGroup('Filters', Object.fromEntries(options)) as OptionsOf<All>
}

function optionFor(name: string, { kind, help: words, value = name }: Filter): OptionDefinition {
  const long = `--${name.replaceAll('_', '-')}`
  const flags = `${long} <${value}>`
  const help = `only those ${words}`
  switch (kind.is) {
    case 'word':
      return choice(flags, help, kind.words)
    case 'text':
      return option(flags, help)
    case 'number':
      return option(flags, help, wholeNumber(kind.min, kind.max, given({ unit: kind.unit })))
    case 'last four digits':
      return option(flags, help, lastFourArgument)
    case 'instant':
    case 'instant or id':
      return option(flags, help, momentArgument)
    case 'yes or no':
      return flag(long, help)
  }
}

/** The values of these filters, in the form that the sandbox takes. */
export function filterIn(all: Filters, given: object) {
  const values = Object.keys(all).map((name) => [
    name,
    given[camelCase(name) as keyof typeof given],
  ])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
