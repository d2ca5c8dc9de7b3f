/** What a shop tells about a purchase besides its amount. */
const kvps = {
  CHANNEL: 'web',
  'BASKET.ID': '7f0c1b9e-4d42-4a51-9f0e-0b6a3c1d2e4f',
  'BASKET.ITEMS': '3',
  'CUSTOMER.EMAIL_HASH': '5d41402abc4b2a76b9719d911017c592',
  'SHIPPING.METHOD': 'express courier, signature on delivery',
  'SHIPPING.POSTCODE': '2000',
  'STORE.NAME': 'Corner Shop, George Street, Sydney',
}

/** Stands for the number of the order in a body. */
export const ORDER = '0000000'

/** The purchase that every server gets: some 600 bytes, with what a real one carries. */
export const purchaseBody = JSON.stringify({
  merchant: { id: 1 },
  kvps,
  transaction: {
    reference: `INV-2026-${ORDER}`,
    amount_details: { total_amount: '4995', currency: 'AUD' },
    payment_method: {
      creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' },
    },
  },
})

export const debitBody = JSON.stringify({
  merchant: { id: 1 },
  transaction: {
    reference: `SUB-2026-${ORDER}`,
    amount_details: { total_amount: '4995', currency: 'AUD' },
    payment_method: {
      directdebit: { bsb: '991-001', account_number: '12345678', account_name: 'Ann Example' },
    },
  },
})

/** The same payment for servers that imitate Stripe. */
export const paymentForm = String(
  new URLSearchParams({
    amount: '4995',
    currency: 'aud',
    source: 'tok_visa',
    description: 'INV-2026-0000000',
    ...Object.fromEntries(
      Object.entries(kvps).map(([name, value]) => [`metadata[${name}]`, value]),
    ),
  }),
)
