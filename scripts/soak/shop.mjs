/** @typedef {import('./soaked-sandbox.mjs').SoakedSandbox} SoakedSandbox */
/** @typedef {{ audit: number, reference: string, amount: number }} Sale */

const card = { creditcard: { pan: '4111111111111111', expiry_date: '1230' } }
const faults = [
  { at: 'after', http: 503 },
  { at: 'before', http: 500 },
  { at: 'after', reset: true },
  { at: 'after', truncate: true },
]

/** How many of those looked up before are looked up again after each start. */
const EARLIER = 200

/** A client that buys, looks up and breaks things, and remembers everything acknowledged. */
export class Shop {
  sent = 0
  acknowledged = 0
  faults = 0
  moves = 0
  snapshots = 0
  /** @type {Sale[]} */
  #sales = []
  /** How many of them were looked up after a start. */
  #checked = 0
  #state
  #ids = 0

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed || 1
  }

  /** From 0 to below 1, the same for the same seed. */
  random() {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return this.#state / 2 ** 32
  }

  /** @param {number} probability */
  chance(probability) {
    return this.random() < probability
  }

  /** One thing after another until the time is up or the sandbox is gone. */
  /** @param {SoakedSandbox} sandbox @param {number} end @param {string[]} failures */
  async trade(sandbox, end, failures) {
    while (performance.now() < end && !sandbox.isOver && failures.length === 0) {
      const dice = this.random()
      if (dice < 0.8) await this.#buy(sandbox, failures)
      else if (dice < 0.9) await this.#lookUp(sandbox, failures)
      else if (dice < 0.94) await this.#breakNext(sandbox, failures)
      else if (dice < 0.97) await this.#buy(sandbox, failures, `/w/w${this.#number(5)}`)
      else if (dice < 0.985) await this.#advance(sandbox, failures)
      else await this.#save(sandbox, failures)
    }
  }

  /** All that was acknowledged since the last time is still there, and so are some from before. */
  /** @param {SoakedSandbox} sandbox @param {string[]} failures */
  async check(sandbox, failures) {
    const recent = this.#sales.slice(this.#checked)
    const earlier = Array.from({ length: Math.min(this.#checked, EARLIER) }, () =>
      this.#number(this.#checked),
    ).flatMap((at) => this.#sales[at] ?? [])
    this.#checked = this.#sales.length
    return await this.#checkThese(sandbox, [...recent, ...earlier], failures)
  }

  /** Everything that was ever acknowledged is still there. */
  /** @param {SoakedSandbox} sandbox @param {string[]} failures */
  async checkAll(sandbox, failures) {
    return await this.#checkThese(sandbox, this.#sales, failures)
  }

  /** @param {SoakedSandbox} sandbox @param {readonly Sale[]} sales @param {string[]} failures */
  async #checkThese(sandbox, sales, failures) {
    for (let from = 0; from < sales.length; from += 50) {
      const some = sales.slice(from, from + 50)
      await Promise.all(some.map((sale) => this.#checkOne(sandbox, sale, failures)))
    }
    return sales.length
  }

  /** @param {SoakedSandbox} sandbox @param {Sale} sale @param {string[]} failures */
  async #checkOne(sandbox, { audit, reference, amount }, failures) {
    const answer = await sandbox.call('GET', `/v1/transactions/${audit}`)
    const { transaction } = answer?.body ?? {}
    const isSame =
      transaction?.reference === reference &&
      Number(transaction?.amount_details?.total_amount) === amount
    if (answer?.status !== 200 || !isSame) {
      failures.push(
        `transaction ${audit} (${reference}) is not as it was: ${JSON.stringify(answer)}`,
      )
    }
  }

  /** @param {SoakedSandbox} sandbox @param {string[]} failures */
  async #buy(sandbox, failures, world = '') {
    this.#ids += 1
    const reference = `soak-${this.#ids}`
    const amount = 100 * (1 + this.#number(5000))
    const answer = await sandbox.call(
      'POST',
      `${world}/v1/transactions/purchase`,
      {
        merchant: { id: 1 },
        transaction: {
          reference,
          amount_details: { total_amount: String(amount), currency: 'AUD' },
          payment_method: card,
        },
      },
      reference,
    )
    this.sent += 1
    if (answer === undefined) return
    if (answer.status === 200) {
      this.acknowledged += 1
      if (world === '') this.#sales.push({ audit: answer.body.audit, reference, amount })
    } else if (!JSON.stringify(answer.body).includes('A scenario asked for')) {
      failures.push(`a purchase was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
  }

  /** @param {SoakedSandbox} sandbox @param {string[]} failures */
  async #lookUp(sandbox, failures) {
    const sale = this.#sales[this.#number(this.#sales.length)]
    if (sale === undefined) return
    const answer = await sandbox.call('GET', `/v1/transactions/${sale.audit}`)
    this.sent += 1
    if (answer !== undefined && answer.status !== 200) {
      failures.push(`transaction ${sale.audit} was answered ${answer.status}`)
    }
  }

  /** @param {SoakedSandbox} sandbox @param {string[]} failures */
  async #breakNext(sandbox, failures) {
    const fault = faults[this.#number(faults.length)]
    const rule = { when: { operation: 'purchase' }, outcome: { fault } }
    const answer = await sandbox.call('POST', '/_sandbox/rules', rule)
    if (this.#isDone(answer, 'a rule', failures)) this.faults += 1
  }

  /** @param {SoakedSandbox} sandbox @param {string[]} failures */
  async #advance(sandbox, failures) {
    const by = `${1 + this.#number(60)}m`
    const answer = await sandbox.call('POST', '/_sandbox/clock/advance', { by })
    if (this.#isDone(answer, 'a clock move', failures)) this.moves += 1
  }

  /** @param {SoakedSandbox} sandbox @param {string[]} failures */
  async #save(sandbox, failures) {
    const name = `s${this.#number(3)}`
    const answer = await sandbox.call('PUT', `/_sandbox/snapshots/${name}`)
    if (this.#isDone(answer, 'a snapshot', failures)) this.snapshots += 1
  }

  /** @param {{ status: number } | undefined} answer @param {string} what @param {string[]} failures */
  #isDone(answer, what, failures) {
    if (answer !== undefined && answer.status >= 400) {
      failures.push(`${what} was answered ${answer.status}: ${JSON.stringify(answer)}`)
    }
    return answer?.status === 200
  }

  /** @param {number} below */
  #number(below) {
    return Math.floor(this.random() * below)
  }
}
