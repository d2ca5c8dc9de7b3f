import { commandLine } from '../../../base/text/copied-request.ts'
import { moments, usualFaults } from '../cells/fault.ts'
import type { MadeWith } from './made-with-schema.ts'

/** The options that say which cells there are, but not what a run does without any fault. */
export const ofCells = ['at', 'faults', 'depth', 'quick', 'full', 'crash', 'idempotent']

/** Those of the cells that do not say how a cell is run. */
const ofChoice = ofCells.filter((name) => name !== 'crash' && name !== 'idempotent')

const usual: Readonly<Record<string, readonly string[] | string>> = {
  at: moments,
  faults: usualFaults,
  depth: '2',
}

/** The options as they are typed that a cell needs when it is run again. */
export function repeatedOptions(options: MadeWith): string {
  return typedOptions(options, (name) => !ofChoice.includes(name))
}

/** The same with those that choose cells, for the whole sweep. */
export function wholeOptions(options: MadeWith): string {
  return typedOptions(options, (name) => String(options[name]) !== String(usual[name]))
}

/** Lists of words are typed with commas, other lists as an option each. */
export function typedOptions(
  options: Readonly<Record<string, unknown>>,
  isWanted: (name: string) => boolean,
): string {
  const words = Object.entries(options).flatMap(([name, value]) => {
    if (!isWanted(name)) return []
    const values = [name in usual ? String(value) : value].flat()
    return values.flatMap((one) =>
      one === true ? [optionName(name)] : [optionName(name), String(one)],
    )
  })
  return commandLine(words)
}

/** `--tls-cert` for `tlsCert`. */
export function optionName(name: string): string {
  return `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`
}

/** The command of a sweep, as it is typed. */
export function sweepLine(options: readonly string[], command: string): string {
  return ['npx sandgate sweep', ...options.filter((one) => one !== ''), '--', command].join(' ')
}
