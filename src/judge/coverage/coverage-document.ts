import * as z from 'zod'
import type { ValueOf } from '../../base/value-of.ts'

export const caseSchema = z
  .object({
    name: z.string().describe('The name of the case, as plans use it.'),
    group: z.string().describe('The group that it is listed in.'),
    description: z.string().describe('What happens.'),
    provoke: z.string().describe('How to make it happen: a card, an amount, a command.'),
    covered: z.boolean().describe('Whether the run has tried it.'),
    not_counted: z.string().nullable().describe('Why it does not count, if so.'),
    why: z.string().nullable().describe('The reason that the plan gives.'),
  })
  .meta({ id: 'CaseDocument', description: 'A case that tests should try.' })

export type CaseDocument = ValueOf<typeof caseSchema>

export const coverageSchema = z
  .object({
    percent: z.number().describe('Of the cases that count, to one decimal.'),
    cases: z.array(caseSchema).describe('All cases, in display order.'),
  })
  .meta({ id: 'CoverageDocument', description: 'The cases to try, and those already tried.' })

export type CoverageDocument = ValueOf<typeof coverageSchema>
