import { pay } from './careful-payment.mjs'
import { openShop } from './shop.mjs'

await openShop(pay)
