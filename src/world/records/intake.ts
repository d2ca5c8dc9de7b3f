import type { Intake } from './medium.ts'
import type { Records } from './records.ts'
import type { Standing } from './untrusted/untrusted-rows.ts'

/** Fills records from a document. The schema of rows is loaded only where one is in doubt. */
export function intakeOf(records: Records, standing: () => Standing): Intake {
  return {
    load: (table, line) => records.load(table, line),
    async untrusted() {
      const { UntrustedRows } = await import('./untrusted/untrusted-rows.ts')
      return new UntrustedRows(records, standing())
    },
  }
}
