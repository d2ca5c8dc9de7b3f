import { controlClient } from '../../../client/control-client.ts'
import type { ReportAnswer } from '../../../http/contract/control/calls/report.ts'
import type { Running } from '../../../runtime/running.ts'
import type { RuleDocument } from '../../../scenario/scenario-document.ts'
import { captureChild } from '../../process/captured-child.ts'
import { shopFile } from '../../process/files.ts'

/** A shop of `examples/clients`, and how it reacts to a lost answer. */
export interface Shop {
  readonly name: 'naive' | 'sloppy' | 'careful'
  readonly habit: string
}

export const shops: readonly Shop[] = [
  { name: 'naive', habit: 'sends the payment again' },
  {
    name: 'sloppy',
    habit: 'sends the same request again, and takes a refusal for a failed payment',
  },
  { name: 'careful', habit: 'asks what became of the request before it sends another' },
]

/** The faults for every shop: each first answer is lost after the money moved. */
const lostAnswers: readonly RuleDocument[] = [
  {
    name: 'first purchase: connection reset',
    when: { operation: 'purchase', reference: 'A-1001' },
    outcome: { fault: { at: 'after', reset: true } },
  },
  {
    name: 'second purchase: 503',
    when: { operation: 'purchase', reference: 'A-1002' },
    outcome: { fault: { at: 'after', http: 503 } },
  },
  {
    name: 'refund: no answer',
    when: { operation: 'refund' },
    outcome: { fault: { at: 'after', hang: true } },
  },
]

export interface ShopRun {
  readonly shop: Shop
  readonly report: ReportAnswer
  /** Whether the shop believes that all its payments succeeded. */
  readonly hasPassed: boolean
}

/** Generous for slow machines; a shop needs a few seconds. */
const LIMIT_MS = 60_000

/** Runs a shop in its own world, with the same lost answers as the others. */
export async function runShop(
  shop: Shop,
  running: Running,
  { env, stopping }: { readonly env: NodeJS.ProcessEnv; readonly stopping: AbortSignal },
): Promise<ShopRun> {
  const world = controlClient({ url: running.localUrl, world: shop.name })
  await world.reset({ label: `the ${shop.name} shop` })
  for (const rule of lostAnswers) await world.addRule(rule)
  const words = [process.execPath, shopFile(shop.name), `${world.urlOf()}/v1`]
  const { exitCode } = await captureChild(words, { env, limitMs: LIMIT_MS, stopping })
  return { shop, report: await world.report(), hasPassed: exitCode === 0 }
}
