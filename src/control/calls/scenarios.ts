import * as z from 'zod'
import type { Fault } from '../../base/documents/complaint.ts'
import { redactText } from '../../base/redaction/redacted.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import type { Call } from '../../gateway/wire/call.ts'
import { noted } from '../../gateway/wire/contract/note.ts'
import { coded, complaint } from '../../gateway/wire/contract/objection.ts'
import { type Location, RequestProblem } from '../../gateway/wire/request-problem.ts'
import {
  addTemporaryRules,
  clearTemporaryRules,
  removeTemporaryRule,
} from '../../gateway/world/commands/rules/one-shot-rules.ts'
import {
  changeScenarios,
  loading,
  replacing,
  unloading,
} from '../../gateway/world/commands/rules/rule-commands.ts'
import type { World } from '../../gateway/world/world.ts'
import { magicValues } from '../../scenario/describe/magic-values.ts'
import { temporaryRule } from '../../scenario/reading/compile.ts'
import { endedWindows } from '../../scenario/reading/judge.ts'
import { parseRuleValue } from '../../scenario/reading/read.ts'
import type { RuleDocument, ScenarioDocument } from '../../scenario/scenario-document.ts'
import {
  type AddedRuleResponse,
  addedRuleSchema,
  explainSchema,
  type LoadedResponse,
  loadedSchema,
  magicSchema,
  type RulesResponse,
  removedCountSchema,
  rulesSchema,
  scenariosSchema,
  type WarningResponse,
} from '../contract/calls/scenarios.ts'
import { anyText, strict } from '../contract/control-field.ts'
import { explainBody } from '../contract/explain-request.ts'
import { handler } from '../control-handler.ts'
import { explainRequest, ruleAnswer, rulesAnswer, scenariosAnswer } from '../explain-request.ts'
import { composeScenarios, type GivenScenarios, readScenarios } from '../read-scenario.ts'

/** Larger sets of rules belong in a scenario. */
const MOST_AT_ONCE = 1000

const anyObject = { type: 'object', additionalProperties: true }

const scenarioForm = {
  description: 'A scenario, as in a scenario file, or the name of a built-in one.',
  anyOf: [{ type: 'string' }, anyObject],
}

/** Each is a document or a shipped name; `readScenarios` checks them. */
const replaceBody = strict({
  scenarios: z
    .array(noted(z.unknown(), { whole: scenarioForm }), complaint('invalid_type', 'Must be a list'))
    .max(100, coded('out_of_range', 'Must be at most 100 scenarios')),
})
const named = strict({ name: anyText })

const ruleForm = { description: 'A rule, as in a scenario file.', ...anyObject }

// These are checked in the same way as files are.
const scenarioBody = noted(z.unknown() as z.ZodType<unknown, ScenarioDocument | string>, {
  whole: scenarioForm,
})
const ruleBody = noted(z.unknown() as z.ZodType<unknown, RuleDocument>, {
  whole: { anyOf: [ruleForm, { type: 'array', items: ruleForm, maxItems: MOST_AT_ONCE }] },
})

export const scenarios = {
  scenarios: handler({ answer: scenariosSchema }, ({ world }) => scenariosAnswer(world)),
  replaceScenarios: handler(
    {
      body: replaceBody,
      read: ({ scenarios: given }) => readScenarios(given, (i) => ['body', 'scenarios', i]),
      answer: loadedSchema,
    },
    // New scenarios may extend the ones they replace.
    (call, { body }) => changed(call, body, replacing),
  ),
  loadScenario: handler(
    {
      body: scenarioBody,
      read: (body) => readScenarios([body], () => ['body']),
      answer: loadedSchema,
    },
    (call, { body }) => changed(call, body, loading),
  ),
  unloadScenario: handler({ path: named, answer: scenariosSchema }, ({ world }, { path }) => {
    changeScenarios(world, unloading(path.name))
    return scenariosAnswer(world)
  }),
  magic: handler({ answer: magicSchema }, ({ world }) => ({
    magic: magicValues(world.rules.scenarios),
  })),
  rules: handler({ answer: rulesSchema }, ({ world }) => temporaryRules(world)),
  addRule: handler({ body: ruleBody, read: rulesIn, answer: addedRuleSchema }, (call, { body }) =>
    addRule(call, body),
  ),
  clearRules: handler({ answer: removedCountSchema }, ({ world }) => ({
    removed: world.run(() => clearTemporaryRules(world)),
  })),
  removeRule: handler({ path: named, answer: rulesSchema }, ({ world }, { path }) => {
    world.run(() => removeTemporaryRule(world, path.name))
    return temporaryRules(world)
  }),
  explain: handler({ body: explainBody, answer: explainSchema }, (call, { body }, { operations }) =>
    explainRequest(call, body, operations),
  ),
}

async function changed(
  { world }: Call,
  given: GivenScenarios,
  change: typeof loading,
): Promise<LoadedResponse> {
  changeScenarios(
    world,
    change((inForce) => composeScenarios(given, inForce)),
  )
  const warnings = given.drafts.flatMap(({ document, ...draft }) => [
    ...located(draft.warnings, draft.location),
    ...ended(world, document?.rules ?? []),
  ])
  return { ...(await scenariosAnswer(world)), warnings }
}

/** Rules whose window is over on this world's clock; it may be set back, so they are no errors. */
function ended(world: World, rules: readonly RuleDocument[]): readonly WarningResponse[] {
  const now = world.now()
  return endedWindows(rules, now, `the sandbox clock, ${isoUtc(now)}`).map(({ path, message }) => ({
    message: redactText(`${ruleLabel(rules, path[1])} ${message}`),
  }))
}

/** Its name, or its position in the list. */
function ruleLabel(rules: readonly RuleDocument[], index: unknown): string {
  const { name } = rules[Number(index)] ?? {}
  return name === undefined ? `rules[${index}]` : `'${name}'`
}

/** A single rule returns that rule; a list is added as a whole or not at all, and returns a list. */
function addRule({ world }: Call, { rules: given, isList }: GivenRules): AddedRuleResponse {
  const added = world.run(() =>
    addTemporaryRules(
      world,
      given.map(
        ({ document }) =>
          (number) =>
            temporaryRule(document, number),
      ),
    ),
  )
  const answers = added.map((rule, i) => ({
    ...ruleAnswer(world, rule),
    warnings: given[i]?.warnings ?? [],
  }))
  // The cast hides the list answer, which only clients that send a list get.
  return (isList ? { rules: answers } : answers[0]) as AddedRuleResponse
}

interface GivenRules {
  readonly rules: readonly GivenRule[]
  readonly isList: boolean
}

interface GivenRule {
  readonly document: RuleDocument
  readonly warnings: readonly WarningResponse[]
}

async function rulesIn(body: unknown): Promise<GivenRules> {
  if (!Array.isArray(body)) return { rules: [await ruleIn(body, ['body'])], isList: false }
  if (body.length > MOST_AT_ONCE) {
    const message = `expected at most ${MOST_AT_ONCE} rules, found ${body.length}`
    throw new RequestProblem([{ code: 'out_of_range', message, location: ['body'] }])
  }
  const rules: GivenRule[] = []
  for (const [i, rule] of body.entries()) rules.push(await ruleIn(rule, ['body', i]))
  return { rules, isList: true }
}

async function ruleIn(value: unknown, location: Location): Promise<GivenRule> {
  const { document, errors, warnings } = await parseRuleValue(value)
  if (document !== undefined) {
    return { document, warnings: located(warnings, location) }
  }
  throw new RequestProblem(
    errors.map(({ path, message }) => ({
      code: 'invalid_format',
      message,
      location: [...location, ...path],
    })),
  )
}

function located(warnings: readonly Fault[], location: Location): readonly WarningResponse[] {
  return warnings.map(({ path, message }) => ({
    message: redactText(message),
    location: [...location, ...path],
  }))
}

async function temporaryRules(world: World): Promise<RulesResponse> {
  return { rules: await rulesAnswer(world, world.rules.temporaryRules) }
}
