import type { AssumptionKey, Assumptions } from '../../domain/assumptions/assumptions.ts'
import { maskAccountNumber } from '../../domain/bank-account.ts'
import { maskPan } from '../../domain/card/card.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import { checkGateway, type RemoteGateway } from '../remote/remote-gateway.ts'
import { type CleanedUp, cleanUp } from './lab/clean-up.ts'
import type { LabExchange } from './lab/exchange.ts'
import { Lab } from './lab/lab.ts'
import { TEST_CVV, testAccount } from './lab/payments.ts'
import { type Measured, measure } from './verdict.ts'

interface CalibrateOptions {
  readonly remote: RemoteGateway
  /** The assumptions to compare with the gateway. */
  readonly ours: Assumptions
  readonly merchant: number
  readonly keys: readonly AssumptionKey[]
  readonly onProgress?: (done: number, total: number) => void
  /** Stops the measuring; clean-up still runs. */
  readonly stopping?: AbortSignal
}

export interface Calibration {
  readonly measured: readonly Measured[]
  /** The exchanges that support a finding. */
  readonly exchanges: readonly ShownExchange[]
  /** How many requests were sent. */
  readonly requests: number
  readonly cleanedUp: CleanedUp
  /** Whether it was stopped before the end. */
  readonly isStopped: boolean
}

/** Measures assumptions at a gateway, one by one. */
export async function calibrate(options: CalibrateOptions): Promise<Calibration> {
  const { remote, ours, merchant, keys, onProgress = () => undefined, stopping } = options
  await checkGateway(remote, merchant)
  const lab = new Lab({ remote, ours, merchant }, stopping)
  const measured: Measured[] = []
  try {
    for (const key of keys) {
      if (stopping?.aborted) break
      measured.push(await measure(lab, key))
      onProgress(measured.length, keys.length)
    }
  } catch (cause) {
    if (stopping?.aborted !== true) throw cause
  }
  const cleanedUp = await cleanUp(lab)
  const cited = new Set(measured.flatMap(({ by }) => by))
  const exchanges = lab.exchanges.filter((one) => cited.has(one)).map(shownExchange)
  const isStopped = measured.length < keys.length
  return { measured, exchanges, requests: lab.exchanges.length, cleanedUp, isStopped }
}

/** A request and its answer for display: masked, without credentials, long parts cut. */
export interface ShownExchange {
  readonly number: number
  readonly method: string
  readonly path: string
  readonly about: string | null
  readonly correlation_id: string | null
  readonly request: unknown
  readonly status: number
  readonly answer: unknown
}

function shownExchange(exchange: LabExchange): ShownExchange {
  const { number, ask, correlationId = null, status, body } = exchange
  return {
    number,
    method: ask.method,
    path: redactText(ask.path),
    about: ask.about ?? null,
    correlation_id: correlationId,
    request: shown(ask.text ?? ask.body) ?? null,
    status,
    answer: shown(body) ?? null,
  }
}

const LONGEST = 80
const MOST_MEMBERS = 20

/** Members that are always hidden. */
const panNames = ['pan', 'CARD.PAN']
const hiddenNames = ['cvv', 'CARD.CVV', 'expiry_date', 'CARD.EXPIRY']

function shown(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return shownText(value, name)
  if (Array.isArray(value)) return value.map((one) => shown(one))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value)
  if (members.length > MOST_MEMBERS) return `(${members.length} members)`
  return Object.fromEntries(members.map(([key, member]) => [cut(key), shown(member, key)]))
}

function shownText(text: string, name: string): string {
  if (panNames.includes(name)) return maskPan(text)
  if (hiddenNames.includes(name) || text === TEST_CVV) return 'x'.repeat(text.length)
  if (text === testAccount.number) return maskAccountNumber(text)
  return cut(redactText(text))
}

function cut(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, LONGEST / 4)}… (${text.length} characters)`
}
