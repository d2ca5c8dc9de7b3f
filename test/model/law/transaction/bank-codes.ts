const approving = new Set(['00', '08', '11', '16', '77'])
const failing = new Set(['06', '09', '22', '30', '68', '90', '94', '96', '98'])

/** What becomes of a card transaction that the bank answers with this code. */
export function statusOfCode(code: string): 'approved' | 'declined' | 'error' {
  if (approving.has(code)) return 'approved'
  return failing.has(code) ? 'error' : 'declined'
}
