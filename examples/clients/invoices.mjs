const card = { pan: '4111111111111111', expiry_date: '1230', cvv: '123' }

/** What tonight's billing has to charge, each once, however often it is started. */
export const invoices = [
  { path: '/transactions/purchase', reference: 'INV-7001', cents: 4900, card },
  { path: '/transactions/purchase', reference: 'INV-7002', cents: 9900, card },
]
