import { redactText } from '../../../../base/redaction/redacted.ts'
import { problem } from '../../../../domain/problem.ts'
import type { ScenarioRule } from '../../../../scenario/rule.ts'
import { metaChange, readMeta } from '../../records/meta.ts'
import { forgottenCounts } from '../../rule-state.ts'
import type { World } from '../../world.ts'
import { unknownName } from './unknown-name.ts'

/** How many temporary rules may wait at a time. */
const MOST_WAITING = 1000

/** Used-up rules stay visible, up to this many. */
const MOST_USED_UP = 100

/** Builds a rule from a number that no temporary rule of this world has had. */
export type NumberedRule = (number: number) => ScenarioRule

/** Appends temporary rules; returns them as stored. */
export function addTemporaryRules(
  world: World,
  given: readonly NumberedRule[],
): readonly ScenarioRule[] {
  const { rules: state } = world
  const taken = new Set(state.temporaryRules.map(({ id }) => id))
  let last = readMeta(world.records, 'one_shots')?.last ?? state.temporaryRules.length
  const added = given.map((rule) => {
    do last += 1
    while (taken.has(`rules/rule-${last}`))
    return rule(last)
  })
  const now = world.now()
  const waiting = state.temporaryRules.filter((rule) => !state.isUsedUp(rule, now))
  refuseTaken(waiting, added)
  const names = new Set(added.map(({ id }) => id))
  const usedUp = state.temporaryRules.filter(
    (rule) => state.isUsedUp(rule, now) && !names.has(rule.id),
  )
  const kept = new Set([...waiting, ...usedUp.slice(-MOST_USED_UP)])
  const rules = [...state.temporaryRules.filter((rule) => kept.has(rule)), ...added]
  keep(world, { rules, last }, names)
  return added
}

export function removeTemporaryRule(world: World, given: string): void {
  const { temporaryRules } = world.rules
  const name = redactText(given)
  const rules = temporaryRules.filter(({ rule }) => rule.name !== name)
  if (rules.length === temporaryRules.length) {
    const known = temporaryRules.map(({ rule }) => rule.name)
    const message = `There is no temporary rule '${name.slice(0, 80)}'`
    throw unknownName(message, 'rule_name', { name, known })
  }
  keepSome(world, rules)
}

/** Removes all temporary rules; returns how many there were. */
export function clearTemporaryRules(world: World): number {
  const { length } = world.rules.temporaryRules
  if (length > 0) keepSome(world, [])
  return length
}

function keepSome(world: World, rules: readonly ScenarioRule[]): void {
  const last = readMeta(world.records, 'one_shots')?.last ?? world.rules.temporaryRules.length
  keep(world, { rules, last }, new Set())
}

/** Headers and counts identify a rule by its name, so waiting rules need distinct names. */
function refuseTaken(waiting: readonly ScenarioRule[], added: readonly ScenarioRule[]): void {
  if (waiting.length + added.length > MOST_WAITING) {
    const message = `At most ${MOST_WAITING} temporary rules can wait; remove some first`
    throw problem('out_of_range', message, 'rule')
  }
  const taken = new Set(waiting.map(({ id }) => id))
  for (const { id, rule } of added) {
    if (taken.has(id)) {
      const message = `There is a temporary rule '${rule.name}' already; remove it, or choose another name`
      throw problem('invalid_format', message, 'rule')
    }
    taken.add(id)
  }
}

function keep(
  world: World,
  state: { readonly rules: readonly ScenarioRule[]; readonly last: number },
  begins: ReadonlySet<string>,
): void {
  const { rules } = world
  const counted = new Set(state.rules.map(({ id }) => id))
  for (const id of begins) counted.delete(id)
  const isKept = (id: string) => !id.startsWith('rules/') || counted.has(id)
  world.commit([metaChange('one_shots', state), ...forgottenCounts(world.records, isKept)])
  const gone = rules.temporaryRules.filter((rule) => !state.rules.includes(rule))
  rules.adoptTemporaryRules(state.rules)
  world.openWindows()
  const added = state.rules.filter(({ id }) => begins.has(id))
  const change = begins.size > 0 ? 'added' : 'removed'
  const names = (begins.size > 0 ? added : gone).map(({ rule }) => rule.name)
  const scenarios = rules.scenarios.map(({ name }) => name)
  world.events.emit({ type: 'scenario', scenarios, temporaryRules: { change, names } })
}
