import type { AssumptionKey } from '../../../domain/assumptions/assumptions.ts'
import { cardProbes, tokenProbes } from './cards.ts'
import { codeProbes } from './codes.ts'
import { debitProbes } from './debits.ts'
import { limitProbes } from './limits.ts'
import { pathProbes } from './paths.ts'
import { never, type Probe, type ProbeTable } from './probe.ts'
import { relationProbes } from './relations.ts'
import { requestProbes } from './requests.ts'
import { statusProbes, wordingProbes } from './wording.ts'

const failure = never(
  'only a failure inside the gateway shows it, and no request brings that about',
)

const gatewayCodeProbes = {
  'gateway_status_codes.acquirer_unreachable': failure,
  'gateway_status_codes.acquirer_time_out': failure,
  'gateway_status_codes.acquirer_unusable': failure,
  'gateway_status_codes.plugin_failure': failure,
  'gateway_status_codes.card_type_not_enabled': failure,
  'gateway_status_codes.internal': failure,
} satisfies ProbeTable

/** A probe for every assumption; the compiler reports a missing one. */
export const allProbes: Readonly<Record<AssumptionKey, Probe>> = {
  ...pathProbes,
  ...statusProbes,
  ...tokenProbes,
  ...requestProbes,
  ...cardProbes,
  ...wordingProbes,
  ...limitProbes,
  ...debitProbes,
  ...relationProbes,
  ...codeProbes,
  ...gatewayCodeProbes,
  preauthorisation_days: never('it would take days'),
  card_cutoff: never('it shows only at that time of day'),
}
