import type { RuleOutcome } from '../rule.ts'

/** An outcome speaks about up to three layers, each of which is decided by itself. One bit each. */
export const VERDICT = 1
export const EXTRAS = 2
export const DELIVERY = 4
export const ALL_LAYERS = VERDICT | EXTRAS | DELIVERY

const layerOf: Readonly<Record<keyof RuleOutcome, number>> = {
  status: VERDICT,
  responseCode: VERDICT,
  responseMessage: VERDICT,
  gatewayStatusCode: VERDICT,
  resolves: VERDICT,
  expires: VERDICT,
  kvps: EXTRAS,
  drift: EXTRAS,
  delayMs: DELIVERY,
  delayMaxMs: DELIVERY,
  fault: DELIVERY,
  headers: DELIVERY,
}

/** The layers that an outcome says something about; an empty one says that all of them are plain. */
export function layersOf(outcome: RuleOutcome): number {
  let layers = 0
  for (const part of partsOf(outcome)) layers |= layerOf[part]
  return layers === 0 ? ALL_LAYERS : layers
}

/** The members of an outcome that belong to a layer. */
export function partsIn(outcome: RuleOutcome, layer: number): readonly (keyof RuleOutcome)[] {
  return partsOf(outcome).filter((part) => layerOf[part] === layer)
}

function partsOf(outcome: RuleOutcome): readonly (keyof RuleOutcome)[] {
  return (Object.keys(outcome) as (keyof RuleOutcome)[]).filter(
    (part) => outcome[part] !== undefined,
  )
}

/** In words, for whoever asks why. */
export function layerNames(layers: number): readonly ('verdict' | 'extras' | 'delivery')[] {
  return [
    ...((layers & VERDICT) === 0 ? [] : (['verdict'] as const)),
    ...((layers & EXTRAS) === 0 ? [] : (['extras'] as const)),
    ...((layers & DELIVERY) === 0 ? [] : (['delivery'] as const)),
  ]
}
