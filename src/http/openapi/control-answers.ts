import answerFile from './control-answers.json' with { type: 'json' }
import type { JsonSchema } from './json-schema.ts'

/**
 * The schemas of the control API's answers, made from the types of its handlers by
 * scripts/control-answers.mjs. They are large and seldom needed, so they are loaded on demand.
 */
export const controlAnswers = answerFile as {
  readonly answers: Readonly<Record<string, JsonSchema>>
  readonly schemas: Readonly<Record<string, JsonSchema>>
}
