import { nearestWord } from '../../../base/text/nearest-word.ts'
import { faults, moments } from './fault.ts'
import { recoveryKinds } from './recovery-kind.ts'
import { sweptOperations } from './swept-operation.ts'

/** A word that no cell has at this place of its name. */
interface WrongWord {
  readonly word: string
  /** The words that there are. */
  readonly known: readonly string[]
  /** The name that was probably meant. */
  readonly meant: string | undefined
}

/** `a-test/purchase-3/after/reset+search-1/http`, or its beginning. */
const form =
  /^(?:[^+]*\/)?(?<operation>[a-z_]+)-\d+(?:\/(?<at>[^/+]+)(?:\/(?<fault>[^/+]+)(?:\+(?<recovery>[a-z]+)-\d+(?:\/(?<recoveryAt>[^/+]+(?=\/)|before|after))?(?:\/(?<recoveryFault>[^/+]+))?)?)?)?$/d

const words: Readonly<Record<string, readonly string[]>> = {
  operation: sweptOperations,
  at: moments,
  fault: faults,
  recovery: recoveryKinds,
  recoveryAt: moments,
  recoveryFault: faults,
}

/** Whether a text has the form of the name of a cell or a call, whatever its words. */
export function isCellName(name: string): boolean {
  return form.test(name) || name === 'again' || name === 'twice'
}

/** The first word in the name of a cell that no cell of any command has there. */
export function wrongWordIn(name: string): WrongWord | undefined {
  const places = form.exec(name)?.indices?.groups ?? {}
  for (const [group, known] of Object.entries(words)) {
    const [start, end] = places[group] ?? []
    if (start === undefined || end === undefined) continue
    const word = name.slice(start, end)
    if (known.includes(word)) continue
    const nearest = nearestWord(word, known)
    return { word, known, meant: nearest && name.slice(0, start) + nearest + name.slice(end) }
  }
  return undefined
}
