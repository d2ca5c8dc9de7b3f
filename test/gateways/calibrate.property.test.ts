import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AssumptionKey,
  type Assumptions,
  assumptionEntries,
  assumptionsWith,
  defaultAssumptions,
  listAssumptions,
} from '../../src/domain/assumptions/assumptions.ts'
import { calibrate } from '../../src/gateways/calibrate/calibrate.ts'
import { openSettingsFile, settingsText } from '../../src/gateways/calibrate/settings-file.ts'
import { allProbes, isSame, keysOf, type Measured } from '../../src/gateways/calibrate/verdict.ts'
import { baseAddress } from '../../src/gateways/remote/address.ts'
import { RemoteGateway } from '../../src/gateways/remote/remote-gateway.ts'
import { loadConfig } from '../../src/runtime/config/config.ts'
import { scratchFolder } from '../runtime/scratch.ts'
import { rounds } from '../support/extent.ts'
import { startTestSandbox } from '../support/start.ts'
import { randomAssumptions } from './random-assumptions.ts'

/** What calibrate says of a sandbox with some assumptions; it must leave nothing behind. */
async function measured(gateway: Assumptions, ours: Assumptions): Promise<readonly Measured[]> {
  await using sandbox = await startTestSandbox({ assumptions: gateway })
  const remote = new RemoteGateway(baseAddress(sandbox.api), undefined)
  const { measured, cleanedUp } = await calibrate({ remote, ours, merchant: 1, keys: keysOf([]) })
  expect(cleanedUp).toMatchObject({ left: [], leftCustomers: [] })
  return measured
}

const ruleRefusals: readonly AssumptionKey[] = [
  'error_codes.currency_mismatch',
  'error_codes.not_completable',
  'error_codes.already_completed',
  'error_codes.amount_exceeds_preauthorisation',
  'error_codes.not_refundable',
  'error_codes.refund_exceeds_original',
  'error_codes.not_voidable',
]

/** What a sandbox with these assumptions has no way to show. */
function hiddenBy(gateway: Assumptions): ReadonlySet<AssumptionKey> {
  const never = assumptionEntries().flatMap(({ key }) => ('reason' in allProbes[key] ? [key] : []))
  const { rule_refusals, browser_calls, currencies, kvp_namespace, kvps } = gateway
  return new Set<AssumptionKey>([
    ...never,
    // It answers everybody, for every merchant, each with a vault.
    'error_codes.unauthenticated',
    'error_codes.forbidden_merchant',
    'error_codes.vault_not_enabled',
    ...(rule_refusals === 'decline' ? ruleRefusals : []),
    ...(browser_calls === 'allow' ? (['error_codes.browser_call_refused'] as const) : []),
    ...(currencies.length === 1 ? (['error_codes.currency_mismatch'] as const) : []),
    ...(kvp_namespace.length + 2 > kvps.key_length ? (['error_codes.duplicate_kvp'] as const) : []),
  ])
}

/** The assumptions of a sandbox that is started with the file that the findings give. */
async function written(findings: readonly Measured[]): Promise<Assumptions> {
  await using folder = await scratchFolder()
  const file = await openSettingsFile(folder.at('sandgate.config.yaml'))
  const { text } = await settingsText(file, findings, 'http://127.0.0.1/v1')
  await folder.write('sandgate.config.yaml', text)
  const { document } = await loadConfig(undefined, folder.path)
  return assumptionsWith(document.assumptions ?? {})
}

test('every visible assumption of any gateway is found, and confirmed with the written file', async () => {
  await fc.assert(
    fc.asyncProperty(randomAssumptions, async (given) => {
      const gateway = assumptionsWith(given)
      const hidden = hiddenBy(gateway)
      const findings = await measured(gateway, defaultAssumptions)
      const truth = new Map(listAssumptions(gateway).map(({ key, value }) => [key, value]))
      const wrong = findings.filter((finding) =>
        finding.verdict === 'cannot tell'
          ? !hidden.has(finding.key)
          : !isSame(finding.gateway, truth.get(finding.key)),
      )
      expect(wrong.map((one) => ({ ...one, by: [], truth: truth.get(one.key) }))).toEqual([])
      const ours = await written(findings)
      const again = await measured(gateway, ours)
      const unconfirmed = again.filter(
        ({ key, verdict }) =>
          verdict === 'differs' || (verdict === 'cannot tell' && !hidden.has(key)),
      )
      expect(unconfirmed).toEqual([])
    }),
    { numRuns: Number(process.env.CALIBRATE_RUNS ?? rounds(1, 1, 10)), endOnFailure: true },
  )
}, 240_000)
