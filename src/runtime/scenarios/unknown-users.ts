import { compileGlob } from '../../scenario/conditions/glob.ts'
import type { Scenario } from '../../scenario/rule.ts'
import type { Settings } from '../config/settings.ts'

/** Warnings of rules that no request meets, since nobody calls by the name that they want. */
export function unknownUsers(
  scenarios: readonly Scenario[],
  { auth, users }: Pick<Settings, 'auth' | 'users'>,
): readonly string[] {
  const listed = auth === 'open' ? ['anybody'] : users.map(({ name }) => name)
  const callers = [...listed, 'dashboard']
  const why =
    auth === 'open' ? "with 'auth: open' every caller is 'anybody'" : 'no user has that name'
  const rules = new Map(scenarios.flatMap((scenario) => scenario.rules.map((one) => [one.id, one])))
  return [...rules.values()].flatMap(({ id, rule }) => {
    const { user } = rule.when
    if (user === undefined || user.some((glob) => callers.some(compileGlob(glob)))) return []
    return [`'${id}' is never met: it wants user ${user.join(' or ')}, and ${why}`]
  })
}
