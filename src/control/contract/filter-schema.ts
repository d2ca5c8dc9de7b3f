import * as z from 'zod'
import { MAX_ID } from '../../domain/identifier.ts'
import { boolean } from '../../gateway/wire/contract/field.ts'
import { coded } from '../../gateway/wire/contract/objection.ts'
import type { Filter, FilterKind, Filters } from '../lists/filter.ts'
import {
  instantText,
  integerField,
  lastFour,
  queryBoolean,
  queryNumber,
  wantedText,
  wordField,
} from './control-field.ts'

/** Where a list of requests begins. */
type Beginning = { readonly after: number } | { readonly from: number }

/** The schema of a filter by its kind: what it becomes, and what a client gives. */
type SchemaOf<Kind> = Kind extends { readonly words: readonly (infer Word)[] }
  ? z.ZodType<Word, Word>
  : Kind extends { readonly is: 'number' }
    ? z.ZodType<number, number>
    : Kind extends { readonly is: 'instant' }
      ? z.ZodType<number, string>
      : Kind extends { readonly is: 'instant or id' }
        ? z.ZodType<Beginning, number | string>
        : Kind extends { readonly is: 'yes or no' }
          ? z.ZodType<boolean, boolean>
          : z.ZodType<string, string>

type Shape<All extends Filters> = {
  readonly [Name in keyof All]: z.ZodExactOptional<SchemaOf<All[Name]['kind']>>
}

/** The filters of a list in a query, where numbers are text, or in a body, where they are not. */
export function filterShape<All extends Filters>(all: All, part: 'query' | 'body'): Shape<All> {
  const schemas = Object.entries<Filter>(all).map(([name, { kind }]) => [
    name,
    schemaOf(kind, part).exactOptional(),
  ])
  return Object.fromEntries(schemas) as Shape<All>
}

function schemaOf(kind: FilterKind, part: 'query' | 'body'): z.ZodType {
  const whole = part === 'query' ? queryNumber : integerField
  switch (kind.is) {
    case 'word':
      return wordField(kind.words)
    case 'text':
      return wantedText
    case 'number':
      return whole(kind.min, kind.max)
    case 'last four digits':
      return lastFour
    case 'instant':
      return instantText
    case 'instant or id':
      return z.union(
        [
          whole(0, MAX_ID).transform((id) => ({ after: id }) as const),
          instantText.transform((at) => ({ from: at }) as const),
        ],
        coded('invalid_format', 'Must be the id of a request, an ISO 8601 instant or a date'),
      )
    case 'yes or no':
      return part === 'query' ? queryBoolean : boolean
  }
}
