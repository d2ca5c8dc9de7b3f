import type { Assumptions } from '../../domain/settings.ts'
import type { Operation } from '../operation.ts'

export function vaultOperations(_assumptions: Assumptions): readonly Operation[] {
  return []
}
