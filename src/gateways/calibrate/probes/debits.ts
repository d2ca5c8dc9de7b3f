import {
  type AccountMembers,
  bankForm,
  bankToken,
  credit,
  debit,
  debitCurrencies,
  debitForm,
  membersIn,
} from '../lab/accounts.ts'
import { CannotTell, type LabExchange, partAt, soleMember } from '../lab/exchange.ts'
import { reportsEveryFault } from '../lab/openings.ts'
import { never, type ProbeTable, probe, seen } from './probe.ts'
import { oneByOne } from './requests.ts'

export const debitProbes = {
  'direct_debit.cutoff': never('it shows only at that time of day'),
  'direct_debit.clear_banking_days': never('it would take days'),
  'direct_debit.return_banking_days': never('it would take days'),
  'direct_debit.credit_mode': probe(
    'The mode of a standalone refund to an account.',
    async (lab) => {
      const { lookup } = await credit(lab)
      const mode = partAt(lookup.body, 'transaction', 'directdebit_mode')
      if (typeof mode === 'string') return seen(mode, lookup)
      throw new CannotTell('the lookup has no directdebit_mode', [lookup])
    },
  ),
  'direct_debit.currencies': probe('Debits in every currency, none of them made.', async (lab) => {
    if (!(await reportsEveryFault(lab))) throw new CannotTell(oneByOne)
    const { accepted, by } = await debitCurrencies(lab)
    if (accepted.length > 0) return seen(accepted, ...by)
    throw new CannotTell('no currency is accepted for direct debits', by)
  }),
  direct_debit_payment_method: probe('A direct debit, and its lookup.', async (lab) => {
    const form = await debitForm(lab)
    const made = await debit(lab)
    const [key] = debitShown(made.lookup)
    return seen(key || form.key, made.created, made.lookup)
  }),
  'direct_debit_members.bsb': debitMember('bsb'),
  'direct_debit_members.account_number': debitMember('account_number'),
  'direct_debit_members.account_name': debitMember('account_name'),
  bank_account_type: probe('A token for a bank account.', async (lab) => {
    const form = await bankForm(lab)
    const { created } = await bankToken(lab)
    const [type] = soleMember(partAt(created.body, 'account'))
    return seen(type || form.key, created)
  }),
  'bank_account_members.bsb': bankMember('bsb'),
  'bank_account_members.account_number': bankMember('account_number'),
  'bank_account_members.account_name': bankMember('account_name'),
} satisfies ProbeTable

function debitShown({ body }: LabExchange) {
  return soleMember(partAt(body, 'transaction', 'payment_method'))
}

function debitMember(member: keyof AccountMembers) {
  return probe('A direct debit, and its lookup.', async (lab) => {
    const form = await debitForm(lab)
    const made = await debit(lab)
    const [, shown] = debitShown(made.lookup)
    return seen(membersIn(shown)[member] ?? form.members[member], made.created, made.lookup)
  })
}

function bankMember(member: keyof AccountMembers) {
  return probe('A token for a bank account.', async (lab) => {
    const form = await bankForm(lab)
    const { created } = await bankToken(lab)
    const [, shown] = soleMember(partAt(created.body, 'account'))
    return seen(membersIn(shown)[member] ?? form.members[member], created)
  })
}
