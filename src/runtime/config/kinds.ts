import * as z from 'zod'
import { missingDay } from '../../domain/time/sydney-time.ts'
import type { DurationText, ScenarioName } from '../../scenario/scenario-document.ts'
import { isToken, tokenForm } from '../listening/server-address.ts'
import { isVariable, variableFault, variableForm } from './command-variables.ts'
import {
  elapsedMs,
  fromHere,
  scenarioFromHere,
  startInstant,
  startInstantForm,
} from './config-values.ts'
import type { Kind } from './setting.ts'

export function whole(least: number, most: number): Kind<number> {
  return {
    ...kind(`a whole number from ${least} to ${most}`, () => z.int().min(least).max(most)),
    read: (text) => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN),
  }
}

export function oneOfWords<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  const form = words.map((word) => `'${word}'`).join(' or ')
  return { ...kind(form, () => z.enum(words)), words }
}

export const onOrOff: Kind<boolean> = {
  ...kind('true or false', () => z.boolean()),
  isSwitch: true,
}

/** The path of a file or folder. */
export function pathKind(of: string): Kind<string> {
  return { ...kind(`the path of ${of}`, () => z.string().min(1)), locate: fromHere }
}

/** The path of a file that will be written. */
export const newFile: Kind<string> = { ...pathKind('a file'), isWritten: true }

/** A text that only some function understands. */
export function formed(accepts: (text: string) => boolean, form: string): Kind<string> {
  return kind(form, () => formedText(accepts, form))
}

export const duration: Kind<DurationText> = kind(
  'a duration of real time, such as 120s or 2m',
  () => formedText((text) => elapsedMs(text) !== undefined, duration.form),
)

export const startTime: Kind<string, string | Date> = {
  ...formed((text) => startInstant(text) !== undefined, startInstantForm),
  accepts: (value) =>
    (typeof value === 'string' || value instanceof Date) && startInstant(value) !== undefined,
  fault: (text) => {
    const day = missingDay(text)
    return day && `there is no day ${day}`
  },
}

export const nameOfScenario: Kind<ScenarioName> = {
  ...kind('the name of a built-in scenario, or a file', () => z.string().min(1)),
  locate: scenarioFromHere,
}

const HOLIDAYS = 'the name of a file with { holidays: [2026-01-01, …] }'

export const holidayFile: Kind<string> = kind(HOLIDAYS, () =>
  z.string({ error: `expected ${HOLIDAYS}` }).min(1),
)

export const controlToken: Kind<string> = {
  ...kind(tokenForm, () => token('control token')),
  isSecret: true,
}

/** A key that may be empty, `key: null`, which is the same as none. */
export function orNull<Config, Option>(one: Kind<Config, Option>): Kind<Config | null, Option> {
  const { values: _, ...rest } = one
  return { ...rest, schema: () => schemaOf(one).nullable() }
}

/** A list in the config; one value or a list as an option. */
export function listKind<Value>(
  one: Kind<Value>,
  optionForm = one.form,
): Kind<readonly Value[], Value | readonly Value[]> {
  return {
    form: one.form,
    optionForm,
    schema: () => z.array(schemaOf(one)),
    accepts: (value) => [value].flat().every(one.accepts),
    locate: (values: readonly never[], folder) =>
      values.map((value) => one.locate?.(value, folder) ?? value),
    isList: true,
  }
}

/** Variables of a command: their values may contain commas. */
export const commandVariableList: Kind<readonly string[]> = {
  ...kind(variableForm, () => z.array(formedText(isVariable, variableForm))),
  accepts: (value) => [value].flat().every(isVariable),
  fault: variableFault,
  isList: 'repeated',
}

/** Any other values of a config, described by their schema alone. */
export function described<Schema extends z.ZodType>(schema: () => Schema) {
  return kind('', schema) as Kind<unknown> as Kind<ReadonlyDeep<z.output<Schema>>>
}

/** A value that nobody changes. */
type ReadonlyDeep<Value> = Value extends string | number | boolean
  ? Value
  : { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }

function kind<Value>(form: string, schema: () => z.ZodType<Value>): Kind<Value> {
  return { form, schema, accepts: (value) => schema().safeParse(value).success }
}

/** A kind does not name zod's types, so that the library's types need none of them. */
export function schemaOf({ schema }: Pick<Kind<unknown>, 'schema'>): z.ZodType {
  return schema() as z.ZodType
}

function formedText(accepts: (text: string) => boolean, form: string) {
  return z.string().refine(accepts, { error: `expected ${form}` })
}

/** A text that no message quotes; zod's own message would. */
export function secret(name: string) {
  return z.custom<string>((value) => typeof value === 'string' && value !== '', {
    error: ({ input }) =>
      input === ''
        ? `expected a ${name}, found an empty string`
        : `expected the ${name} as a string; write it in quotes`,
  })
}

export function token(name: string) {
  return secret(name).refine((text) => text === '' || isToken(text), {
    error: `expected ${tokenForm}`,
  })
}
