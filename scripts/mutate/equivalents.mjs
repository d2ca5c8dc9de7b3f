/**
 * Mutants that change nothing that anybody can see, with the reason.
 * @type {readonly { file: string, code: string, now: string, why: string }[]}
 */
export const equivalents = [
  {
    file: 'src/insight/findings/payment/double.ts',
    code: 'return (event.order > from || isLate) && event.order < to',
    now: '>=',
    why: 'no look or move of a story has the number of an attempt: each event has its own',
  },
  {
    file: 'src/insight/findings/payment/double.ts',
    code: 'return (event.order > from || isLate) && event.order < to',
    now: '<=',
    why: 'no look or move of a story has the number of an attempt: each event has its own',
  },
  {
    file: 'src/insight/findings/payment/lost-sale.ts',
    code: "...story.events.filter(({ kind, order }) => kind === 'look' && order > attempt.order),",
    now: '>=',
    why: 'no look or move of a story has the number of an attempt: each event has its own',
  },
  {
    file: 'src/insight/findings/payment/unresolved.ts',
    code: "if (event.kind !== 'look' || event.order < order) return []",
    now: '<=',
    why: 'no look or move of a story has the number of an attempt: each event has its own',
  },
  {
    file: 'src/store/disk/lock.ts',
    code: 'await pause(pollInterval)',
    now: ';',
    why: 'the loop ends by the clock and awaits the disk: the pause only spares the processor',
  },
  {
    file: 'src/domain/redaction/card-in-text.ts',
    code: 'if (text.length < SHORTEST || text.search(runs[spelling]) < 0) return text',
    now: '&&',
    why: 'only spares a replacement that would replace nothing',
  },
  {
    file: 'src/domain/redaction/card-in-text.ts',
    code: 'for (let i = 0; i + SHORTEST <= digits.length; i += 1) {',
    now: '-',
    why: 'no card number begins so near to the end',
  },
  {
    file: 'src/domain/redaction/card-in-text.ts',
    code: 'for (let at = 0; at < run.length; at += 1) {',
    now: '<=',
    why: 'there is no digit behind the end',
  },
  {
    file: 'src/domain/time/duration.ts',
    code: "return (ms < 0 ? '-' : '') + parts.join(' ')",
    now: '<=',
    why: 'zero has no parts and was answered before',
  },
  {
    file: 'src/domain/time/sydney-time.ts',
    code: 'if (dayNumber < ruleSince) {',
    now: '<=',
    why: "the last early season ends on the day on which today's rule begins, and both say standard time",
  },
  {
    file: 'src/domain/time/sydney-time.ts',
    code: 'if (month !== 4 && month !== 10) return month < 4 || month > 10',
    now: '<=',
    why: 'April is answered below',
  },
  {
    file: 'src/domain/time/sydney-time.ts',
    code: 'if (month !== 4 && month !== 10) return month < 4 || month > 10',
    now: '>=',
    why: 'October is answered below',
  },
  {
    file: 'src/world/commands/transactions/forget-correlations.ts',
    code: 'if (world.records !== records) return await forgetCorrelations(world, ids)',
    now: '(forgetCorrelations(world, ids))',
    why: 'an async function awaits what it returns',
  },
  {
    file: 'src/world/commands/transactions/settle.ts',
    code: 'for (let from = 0; from < all.length; from += PER_TURN) {',
    now: '<=',
    why: 'a last part without audits moves nothing',
  },
  {
    file: 'src/world/records/agenda.ts',
    code: 'return one.at === other.at ? one.audit < other.audit : one.at < other.at',
    now: '<=',
    why: 'two entries for one instant and audit are alike',
  },
  {
    file: 'src/world/records/indexes/sorted-list.ts',
    code: 'if (waiting.length > FEW) this.#items = this.#items.concat(waiting).sort(this.#compare)',
    now: '!(waiting.length > FEW)',
    why: 'both ways give the same list, at another speed',
  },
  {
    file: 'src/world/records/indexes/sorted-list.ts',
    code: 'if (waiting.length > FEW) this.#items = this.#items.concat(waiting).sort(this.#compare)',
    now: '>=',
    why: 'both ways give the same list, at another speed',
  },
  {
    file: 'src/world/records/indexes/token-index.ts',
    code: 'if (siblings.length === 0) this.#byCustomer.delete(customer)',
    now: ';',
    why: 'an empty list says the same as none',
  },
  {
    file: 'src/world/transaction-moves.ts',
    code: 'if (found.length >= limit && found.filter(({ at }) => at <= entry.at).length >= limit) break',
    now: '>',
    why: 'only stops later: the list is sorted and cut afterwards',
  },
  {
    file: 'src/world/transaction-moves.ts',
    code: 'if (found.length >= limit && found.filter(({ at }) => at <= entry.at).length >= limit) break',
    now: '<',
    why: 'only stops later: the list is sorted and cut afterwards',
  },
  {
    file: 'src/world/commands/transactions/forget-correlations.ts',
    code: 'looked += 1',
    now: '-=',
    why: 'every five thousandth turn is the same, counted up or down',
  },
  {
    file: 'src/world/records/untrusted/claims.ts',
    code: "const holds = refunded + completions + completed > 0 || voiding || status === 'voided'",
    now: '>=',
    why: 'only spares looking at transactions that hold nothing and that nothing acts on',
  },
]
