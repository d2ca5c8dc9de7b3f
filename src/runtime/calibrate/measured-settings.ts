import type { Setting } from '../../document/yaml-settings.ts'
import { assumptionsWith } from '../../domain/assumptions/assumptions.ts'
import { maskWritten } from '../../domain/card/card-number-in-text.ts'
import { configFaults } from '../config/checks/config-complaints.ts'
import type { ConfigDocument } from '../config/config-document.ts'
import { complaintsOf, isOk, statusWord } from './lab/answer.ts'
import type { Exchange } from './lab/exchange.ts'
import { assumedValue, isSame, type Measured } from './verdict.ts'

/** A setting that no config can have, though the gateway does so. */
export interface Impossible {
  readonly assumption: string
  readonly reason: string
}

export interface MeasuredSettings {
  readonly settings: readonly Setting[]
  readonly impossible: readonly Impossible[]
}

/** What a config has to say otherwise to do as the gateway does. */
export function measuredSettings(
  document: ConfigDocument,
  measured: readonly Measured[],
): MeasuredSettings {
  const held = assumptionsWith(document.assumptions ?? {})
  const differing = measured.flatMap((one) => {
    if (one.verdict === 'cannot tell' || isSame(assumedValue(held, one.key), one.gateway)) return []
    const [group = '', ...rest] = one.key.split('.')
    const path = ['assumptions', group, ...rest] as const
    const comment = [one.how, ...one.by.map(evidenceLine)]
    return [
      { key: one.key, isSettable: one.isSettable, setting: { path, value: one.gateway, comment } },
    ]
  })
  const settable = differing.filter(({ isSettable }) => isSettable)
  const malformed = differing.flatMap(({ key, isSettable }) =>
    isSettable ? [] : [{ assumption: key, reason: 'its value is not one that a setting may have' }],
  )
  const { settings, impossible } = goingTogether(
    document,
    settable.map(({ setting }) => setting),
  )
  return { settings, impossible: [...malformed, ...impossible] }
}

/** A gateway may give two things one name where a sandbox needs two: the later one is left out. */
function goingTogether(document: ConfigDocument, settings: readonly Setting[]): MeasuredSettings {
  const faults = configFaults(withSettingsOf({ ...document }, settings))
  const faultAt = new Map(faults.map(({ path, message }) => [path.join('.'), message]))
  const impossible = settings.flatMap(({ path }) => {
    const reason = faultAt.get(path.join('.'))
    return reason === undefined ? [] : [{ assumption: path.slice(1).join('.'), reason }]
  })
  if (impossible.length === 0) return { settings, impossible }
  const rest = goingTogether(
    document,
    settings.filter(({ path }) => !faultAt.has(path.join('.'))),
  )
  return { settings: rest.settings, impossible: [...impossible, ...rest.impossible] }
}

type Values = Readonly<Record<string, unknown>>

/** A config's value with settings in place of what it says there. */
export function withSettingsOf(value: Values, settings: readonly Setting[]): Values {
  return settings.reduce<Values>((held, { path, value: own }) => withValue(held, path, own), value)
}

function withValue(held: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  if (rest.length === 0) return { ...held, [name]: value }
  return { ...held, [name]: withValue({ ...(held[name] ?? {}) }, rest, value) }
}

/** `POST /transactions/purchase (in NZD): 200 approved` */
function evidenceLine(exchange: Exchange): string {
  const { ask, status } = exchange
  const said = isOk(exchange)
    ? String(statusWord(exchange) ?? '')
    : complaintsOf(exchange)
        .map(({ code }) => code)
        .join(', ')
  const about = ask.about === undefined ? '' : ` (${ask.about})`
  return maskWritten(`${ask.method} ${ask.path}${about}: ${status} ${said}`.trimEnd())
}
