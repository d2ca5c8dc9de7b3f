export interface StatusLook {
  readonly mark: string
  readonly tone: 'good' | 'calm' | 'warn' | 'bad'
}

const looks: Readonly<Record<string, StatusLook>> = {
  approved: { mark: 'approved', tone: 'good' },
  declined: { mark: 'declined', tone: 'calm' },
  pending: { mark: 'pending', tone: 'calm' },
  error: { mark: 'failed', tone: 'warn' },
  voided: { mark: 'void', tone: 'calm' },
  unknown: { mark: 'unclear', tone: 'warn' },
}

/** How a transaction's status is drawn. */
export function statusLook(status: string): StatusLook {
  return (
    (Object.hasOwn(looks, status) ? looks[status] : undefined) ?? { mark: 'note', tone: 'calm' }
  )
}
