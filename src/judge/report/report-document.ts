import * as z from 'zod'
import type { ValueOf } from '../../base/value-of.ts'
import { transactionKinds } from '../../domain/transaction/kinds-and-statuses.ts'
import { testRefSchema } from '../../record/test-ref-schema.ts'
import { booksSchema } from '../books/books-document.ts'
import { coverageSchema } from '../coverage/coverage-document.ts'
import { severities } from '../findings/finding.ts'
import { findingSchema } from '../findings/finding-document.ts'
import { reportVerdicts } from '../report-verdict.ts'
import { encounters, losses } from '../run/encounters.ts'
import { outcomesSchema } from './outcomes-document.ts'

const verdict = z.enum(reportVerdicts)
const counts = z.record(z.enum(severities), z.int().min(0))
const centsByCurrency = z.record(z.string(), z.int())

const unmatchedScenarioSchema = z
  .object({
    name: z.string().describe('The name of the scenario.'),
    rules: z.int().describe('How many rules it has.'),
  })
  .meta({ id: 'UnmatchedScenario', description: 'A scenario whose rules matched no request.' })

export type UnmatchedScenario = ValueOf<typeof unmatchedScenarioSchema>

const testSchema = z
  .object({
    id: z
      .string()
      .describe('The world and the number of the test; the ids of its payments begin with it.'),
    ...testRefSchema.shape,
    ended: z.boolean().describe('Whether it has ended.'),
    verdict: verdict.describe('As for the whole report.'),
    counts: counts.describe('How many findings of each severity.'),
    encountered: z
      .partialRecord(z.enum(encounters), z.int())
      .describe('How often each situation occurred; situations that did not occur are omitted.'),
    requests: z.int().describe('How many requests it sent.'),
    payments: z.int().describe('How many payments it made.'),
    charged: centsByCurrency.describe('Cents by currency, double charges included.'),
    double_charges: z.int().describe('How many payments were charged more than once.'),
    double_refunds: z.int().describe('How many payments were refunded more than once.'),
    at: z.iso.datetime().nullable().describe('Sandbox time of its first request.'),
    real_at: z.iso.datetime().nullable().describe('Real time of its first request.'),
    duration: z
      .int()
      .describe('Milliseconds of real time from its first request to its last response.'),
  })
  .meta({ id: 'TestDocument', description: 'One test of the run.' })

export type TestDocument = ValueOf<typeof testSchema>

const acceptedFindingSchema = findingSchema
  .pick({
    code: true,
    severity: true,
    subject: true,
    message: true,
    test: true,
    payment: true,
  })
  .extend({ because: z.string().describe('The reason that the config gives.') })
  .meta({ id: 'AcceptedFinding', description: 'A finding that the config accepts.' })

export type AcceptedFinding = ValueOf<typeof acceptedFindingSchema>

const acceptedSchema = z
  .object({
    code: z.string().describe('The kind of finding.'),
    test: z.string().optional().describe('The name of the test; any unless given.'),
    because: z.string().describe('The reason that the config gives.'),
  })
  .meta({ id: 'Accepted', description: 'A finding that a project accepts, and why.' })

export type Accepted = ValueOf<typeof acceptedSchema>

const deletedSchema = z
  .object({
    requests: z.int().describe('How many requests were deleted.'),
    counts: counts.describe('How many findings of each severity were deleted.'),
  })
  .meta({ id: 'DeletedPart', description: 'What was deleted from a report.' })

export type DeletedPart = ValueOf<typeof deletedSchema>

/** The report as `GET /report` returns it and as report files contain it. */
export const reportSchema = z
  .object({
    verdict: verdict.describe('The result in one word.'),
    headline: z.string().describe('The first line of the text report.'),
    not_tested: z
      .string()
      .nullable()
      .describe('What was not tested, which limits what a pass means.'),
    incomplete: z
      .array(z.string())
      .exactOptional()
      .describe(
        'Why the run proves less than it seems to: the sandbox itself failed, or the run was cut short. Omitted if it is complete.',
      ),
    earlier_payments: z
      .string()
      .nullable()
      .describe(
        'A sentence if the data folder already had payments when the sandbox started, so that earlier requests are missing from the report.',
      ),
    earlier_errors: z
      .record(z.string(), z.int())
      .exactOptional()
      .describe(
        'How many errors of each kind the last run with this data folder had, before the restart. They count nowhere else. Omitted if there were none.',
      ),
    unmatched_scenarios: z
      .array(unmatchedScenarioSchema)
      .describe(
        'Scenarios named with `--scenario` that no request of the run matched; `default` is not counted.',
      ),
    requests: z.int().describe('How many requests were judged.'),
    refused_calls: z
      .int()
      .exactOptional()
      .describe(
        "Requests that were refused and not judged: from other sites' pages, or without valid credentials. Omitted if there are none.",
      ),
    deleted: deletedSchema
      .exactOptional()
      .describe(
        'What `DELETE /report` has deleted, which counts nowhere else. Omitted if nothing was.',
      ),
    waiting: z
      .int()
      .describe('Requests without a response yet; they are not counted in `requests`.'),
    undecided: z
      .int()
      .describe(
        'Payments that the gateway has not decided yet, or shows only with a status that is not documented.',
      ),
    worlds: z.int().describe('How many worlds had requests.'),
    all_tests: z
      .array(testRefSchema)
      .describe('All tests: those with a name, oldest first, then others that had requests.'),
    encountered: z
      .record(z.enum(encounters), z.int())
      .describe(
        'How often each situation occurred: `faults_before` and `faults_after` processing, `timeouts` (your client closed its connection while a rule delayed the response), `undecided`, `pendings`, `declines`, `refusals`, `lookups`, `searches`. Lost responses are counted for every operation, not only for payments.',
      ),
    unrecovered: z
      .partialRecord(z.enum(losses), z.int())
      .exactOptional()
      .describe(
        'How many of these lost and undecided responses belong to payments with an error, or to lost sales. Omitted if there are none.',
      ),
    recovery: z
      .object({
        lost: z.int().describe('How many correlation ids had a lost response.'),
        known: z.int().describe('For how many of them your client saw the outcome later.'),
        median_ms: z
          .int()
          .nullable()
          .describe('How long that took in real time, as a median. `null` if `known` is 0.'),
        longest_ms: z.int().nullable().describe('The longest of these times.'),
        lookups: z.int().describe('How many lookups and searches it needed for these.'),
      })
      .exactOptional()
      .describe(
        'How long your client did not know the outcome after a lost response. Omitted if no response to a transaction request was lost, and for several runs.',
      ),
    operations: z
      .partialRecord(
        z.enum(transactionKinds),
        z.object({
          requests: z.int().describe('How many requests there were.'),
          lost: z.int().describe('How many left your client without the result.'),
        }),
      )
      .describe('The transaction requests by operation.'),
    counts: counts.describe('How many findings of each severity.'),
    counts_by_code: z
      .record(z.string(), z.int())
      .describe('How many findings of each kind, including those that were not kept.'),
    raised: z
      .record(z.string(), z.int())
      .exactOptional()
      .describe(
        'How many of them are errors although their kind is a warning. Omitted if there are none.',
      ),
    overcharged: z
      .record(z.string(), centsByCurrency)
      .describe(
        'Cents that moved too often, or that lost sales did not bring in, by finding and currency: `{ "double-charge": { "AUD": 4995 } }`.',
      ),
    notes: z
      .record(z.string(), z.int())
      .exactOptional()
      .describe(
        'How many notes of each kind would be errors with `--unique-references`. Omitted if there are none.',
      ),
    findings: z.array(findingSchema).describe('The findings, worst first.'),
    dropped_findings: z.int().describe('How many more findings there are.'),
    books: z
      .array(booksSchema)
      .describe('The latest comparisons with your books; those without differences are added up.'),
    accepted: z
      .array(acceptedFindingSchema)
      .describe('Findings that `report.accept` in the config accepts: they do not fail the run.'),
    unused_accepts: z
      .array(acceptedSchema)
      .describe('Entries of `report.accept` that matched no finding.'),
    coverage: coverageSchema.describe('The [cases](coverage.md) to try, and those already tried.'),
    tests: z
      .array(testSchema)
      .describe('The tests that had requests, oldest first; at most the latest 1,000.'),
    outcomes: outcomesSchema
      .exactOptional()
      .describe(
        'How all requests ended over real time. Omitted if there are none, and for several runs.',
      ),
  })
  .meta({ id: 'ReportDocument', description: 'What the run shows about the client under test.' })

export type ReportDocument = ValueOf<typeof reportSchema>
