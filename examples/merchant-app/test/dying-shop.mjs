import { Gateway } from '../gateway.mjs'
import { card, openShop } from './shop.mjs'

const [, , api = '', file = '', moment] = process.argv

/** Its process is killed just before a payment leaves, or just after the gateway has taken it. */
class DeadlyGateway extends Gateway {
  /**
   * @override
   * @type {Gateway['purchase']}
   */
  async purchase(payment, correlationId) {
    if (moment === 'after') await super.purchase(payment, correlationId)
    process.kill(process.pid, 'SIGKILL')
    return await new Promise(() => undefined)
  }
}

const gateway = new DeadlyGateway({ api, merchant: 1, patience: 1500 })
await openShop({ api, file, gateway }).checkout.pay('1001', card)
