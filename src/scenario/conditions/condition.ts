import type { Fault } from '../../base/documents/complaint.ts'
import type { Conditions, Facts, Method, Operation } from '../rule.ts'
import type { WhenDocument } from '../scenario-document.ts'

/** One condition of a rule, ready to be checked. */
export interface ConditionCheck {
  readonly field: string
  /** The expected value, in words. */
  readonly wanted: string
  readonly holds: (facts: Facts) => boolean
  readonly found: (facts: Facts) => string | undefined
  /** Why the condition does not hold, if expected and found value do not explain it. */
  readonly unmatched?: (facts: Facts) => string
}

/** How an author writes a condition and how it is stored; the schemas are built from it. */
export type ConditionForm =
  /** A text, a glob or a list. `words` are the allowed ones. */
  | { readonly kind: 'texts'; readonly words?: readonly string[]; readonly isNumbered?: true }
  /** One of the words, or a list of them. */
  | { readonly kind: 'words'; readonly words: readonly [string, ...string[]] }
  | { readonly kind: 'word'; readonly words: readonly [string, ...string[]] }
  | { readonly kind: 'ids' }
  | { readonly kind: 'amount' }
  | { readonly kind: 'texts by key' }
  | { readonly kind: 'moment' }
  | { readonly kind: 'days' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'rate' }

/** How to find rules by the texts of this condition, or by how they begin. */
interface ConditionIndex<Stored> {
  /** In the form that is compared; undefined if it is a range. */
  globs(stored: Stored): readonly string[] | undefined
  /** Makes that form of a request's text; left out if it is the text itself. */
  readonly normalise?: ((text: string) => string) | undefined
  /** How many characters are known of a text that may be masked; left out if all are. */
  readonly known?: number | undefined
}

/** How a tester triggers a rule with this condition. */
interface Trigger<Stored> {
  /** The order in which to suggest triggers: the smallest first. */
  readonly rank: number
  readonly kind: string
  /** A value to send; empty if none can be known in advance. */
  example(pattern: string, ending: string, stored: Stored): string
}

/** Everything about one condition of the scenario language. */
export interface Condition<Written = unknown, Stored = unknown> {
  readonly means: string
  readonly form: ConditionForm
  /** The calls that can have this field. */
  readonly carriers: readonly Operation[]
  /** Only requests with this payment method have it. */
  readonly method?: Method
  compile(written: Written): Stored
  /** Why no request can ever match. Paths start at the condition. */
  faults(written: Written, all: WhenDocument): readonly Fault[]
  checks(stored: Stored, all: Conditions): readonly ConditionCheck[]
  /** Readable patterns, one per alternative. */
  patterns(stored: Stored): readonly string[]
  /** Left out if many requests share a value. */
  readonly index?: ConditionIndex<Stored>
  readonly trigger?: Trigger<Stored>
  /** The part of a request's text that may be shown, if not all of it. */
  readonly show?: (text: string) => string
  /** `--bsb <digits>` and its help. Left out if a described request does not have it. */
  readonly option?: readonly [value: string, help: string]
}
