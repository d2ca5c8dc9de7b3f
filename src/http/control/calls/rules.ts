import * as z from 'zod'
import { nextTurn } from '../../../document/in-batches.ts'
import { maskWritten } from '../../../domain/card/card-number-in-text.ts'
import { oneShotRule } from '../../../scenario/reading/compile.ts'
import { parseRuleValue } from '../../../scenario/reading/read.ts'
import type { RuleDocument } from '../../../scenario/scenario-document.ts'
import {
  addOneShots,
  clearOneShots,
  removeOneShot,
} from '../../../world/commands/rules/one-shot-rules.ts'
import type { World } from '../../../world/world.ts'
import type { Call } from '../../call.ts'
import type {
  AddedRuleAnswer,
  RulesAnswer,
  ruleCalls,
  WarningAnswer,
} from '../../contract/control/calls/rules.ts'
import { controlContract, strict, text } from '../../contract/control/control-field.ts'
import { explainBody } from '../../contract/control/explain-request.ts'
import { type Location, RequestProblem } from '../../request-problem.ts'
import { type Handlers, handler, readingHandler, simpleHandler } from '../control-handler.ts'
import { explainRequest } from '../explain-request.ts'
import { ruleAnswer } from '../representation/rule-representation.ts'

const ruleContract = controlContract({ body: z.unknown() })
const namedContract = controlContract({ path: strict({ name: text }) })
const explainContract = controlContract({ body: explainBody })

/** More would be a scenario. */
const MOST_AT_ONCE = 1000

export const rules: Handlers<typeof ruleCalls> = {
  rules: simpleHandler(({ world }) => rulesAnswer(world)),
  addRule: readingHandler(ruleContract, {
    read: ({ body }) => rulesIn(body),
    handle: addRule,
  }),
  clearRules: simpleHandler(({ world }) => ({ removed: world.run(() => clearOneShots(world)) })),
  removeRule: handler(namedContract, ({ world }, { path }) => {
    world.run(() => removeOneShot(world, path.name))
    return rulesAnswer(world)
  }),
  explain: handler(explainContract, ({ world }, { body }) => explainRequest(world, body)),
}

/** One rule gives that rule; a list gives a list, of which all are added or none. */
function addRule({ world }: Call, { rules: given, isList }: GivenRules): AddedRuleAnswer {
  const added = world.run(() =>
    addOneShots(
      world,
      given.map(
        ({ document }) =>
          (number) =>
            oneShotRule(document, number),
      ),
    ),
  )
  const answers = added.map((rule, i) => ({
    ...ruleAnswer(world, rule),
    warnings: given[i]?.warnings ?? [],
  }))
  // A list is answered with a list, which only those who send one get to see.
  return (isList ? { rules: answers } : answers[0]) as AddedRuleAnswer
}

interface GivenRules {
  readonly rules: readonly GivenRule[]
  readonly isList: boolean
}

interface GivenRule {
  readonly document: RuleDocument
  readonly warnings: readonly WarningAnswer[]
}

async function rulesIn(body: unknown): Promise<GivenRules> {
  if (!Array.isArray(body)) return { rules: [await ruleIn(body, ['body'])], isList: false }
  if (body.length > MOST_AT_ONCE) {
    const message = `expected at most ${MOST_AT_ONCE} rules, found ${body.length}`
    throw new RequestProblem([{ code: 'out_of_range', message, location: ['body'] }])
  }
  const rules: GivenRule[] = []
  for (const [i, rule] of body.entries()) {
    if (i % 100 === 99) await nextTurn()
    rules.push(await ruleIn(rule, ['body', i]))
  }
  return { rules, isList: true }
}

async function ruleIn(value: unknown, location: Location): Promise<GivenRule> {
  const { document, errors, warnings } = await parseRuleValue(value)
  if (document !== undefined) {
    const located = warnings.map(({ path, message }) => ({
      message: maskWritten(message),
      location: [...location, ...path],
    }))
    return { document, warnings: located }
  }
  throw new RequestProblem(
    errors.map(({ path, message }) => ({
      code: 'invalid_format',
      message,
      location: [...location, ...path],
    })),
  )
}

function rulesAnswer(world: World): RulesAnswer {
  return { rules: world.rules.oneShots.map((rule) => ruleAnswer(world, rule)) }
}
