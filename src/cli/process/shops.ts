import { controlClient } from '../../control/client/control-client.ts'
import type { ReportResponse } from '../../control/contract/calls/report.ts'
import type { Running } from '../../runtime/running.ts'
import type { FaultDocument } from '../../scenario/faults/table.ts'
import type { RuleDocument } from '../../scenario/scenario-document.ts'
import { captureChild } from './captured-child.ts'
import { type ShopName, shopWords } from './own-program.ts'

export interface ShopRun {
  readonly shop: ShopName
  readonly report: ReportResponse
  /** Whether the shop believes that all its payments succeeded. */
  readonly hasPassed: boolean
}

/** The first response to each purchase is lost after the money moved. */
export const lostPurchases: readonly RuleDocument[] = [
  lost('first purchase: connection reset', { reference: 'A-1001' }, { reset: true }),
  lost('second purchase: 503', { reference: 'A-1002' }, { http: 503 }),
]

/** The shop has to wait until its patience ends. */
export const lostRefund = lost('refund: no response', { operation: 'refund' }, { hang: true })

function lost(name: string, when: RuleDocument['when'], how: Partial<FaultDocument>): RuleDocument {
  const outcome = { fault: { at: 'after', ...how } as const }
  return { name, when: { operation: 'purchase', ...when }, outcome }
}

/** Generous for slow machines; a shop needs a few seconds. */
const LIMIT_MS = 60_000

/** Runs a shop of `examples/clients` in its own world, while these rules lose responses. */
export async function runShop(
  shop: ShopName,
  running: Running,
  {
    rules,
    ...place
  }: {
    readonly rules: readonly RuleDocument[]
    readonly env: NodeJS.ProcessEnv
    readonly stopping: AbortSignal
  },
): Promise<ShopRun> {
  const world = controlClient({ url: running.localUrl, world: shop })
  await world.reset({ label: `the ${shop} shop` })
  for (const rule of rules) await world.addRule(rule)
  const words = [...shopWords(shop), `${world.urlOf()}/v1`]
  const { exitCode } = await captureChild(words, { ...place, limitMs: LIMIT_MS })
  const report = await world.report()
  running.endClient(shop)
  return { shop, report, hasPassed: exitCode === 0 }
}

export function doubleChargeOf(runs: readonly ShopRun[]) {
  const naive = runs.find(({ shop }) => shop === 'naive')
  return naive?.report.findings.find(({ code }) => code === 'double-charge')
}

/** The shops also check Sandgate: it must find the double charge, and nothing wrong with the careful one. */
export function selfCheckFailure(runs: readonly ShopRun[]): string | undefined {
  if (doubleChargeOf(runs) === undefined) {
    return 'The naive shop charged twice, but the report does not show it'
  }
  const careful = runs.find(({ shop }) => shop === 'careful')
  const isWell = careful?.hasPassed && careful.report.verdict === 'safe'
  return isWell
    ? undefined
    : 'The careful shop did everything right, but the report does not call it safe'
}
