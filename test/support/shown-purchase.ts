/** The body of a test client's purchase as the journal shows it, without card data. */
export const shownPurchase = {
  merchant: { id: 1 },
  transaction: {
    reference: 'order 1',
    amount_details: { total_amount: '1000', currency: 'AUD' },
    payment_method: {
      creditcard: { pan: '411111xxxxxx1111', expiry_date: 'xxxx', cvv: 'xxx' },
    },
  },
}
