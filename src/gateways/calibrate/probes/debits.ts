import {
  type AccountForm,
  type AccountMembers,
  bankForm,
  bankToken,
  credit,
  debit,
  debitCurrencies,
  debitForm,
  membersIn,
} from '../lab/accounts.ts'
import { CannotTell, partAt, soleMember } from '../lab/exchange.ts'
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
  direct_debit_payment_method: ofDebit((form, [key]) => key || form.key),
  'direct_debit_members.bsb': ofDebit(member('bsb')),
  'direct_debit_members.account_number': ofDebit(member('account_number')),
  'direct_debit_members.account_name': ofDebit(member('account_name')),
  bank_account_type: ofBankAccount((form, [key]) => key || form.key),
  'bank_account_members.bsb': ofBankAccount(member('bsb')),
  'bank_account_members.account_number': ofBankAccount(member('account_number')),
  'bank_account_members.account_name': ofBankAccount(member('account_name')),
} satisfies ProbeTable

/** A value of an account as an answer shows it, else as the gateway accepted it. */
type Look = (form: AccountForm, shown: ReturnType<typeof soleMember>) => unknown

function member(name: keyof AccountMembers): Look {
  return (form, [, shown]) => membersIn(shown)[name] ?? form.members[name]
}

function ofDebit(look: Look) {
  return probe('A direct debit, and its lookup.', async (lab) => {
    const form = await debitForm(lab)
    const { created, lookup } = await debit(lab)
    const shown = soleMember(partAt(lookup.body, 'transaction', 'payment_method'))
    return seen(look(form, shown), created, lookup)
  })
}

function ofBankAccount(look: Look) {
  return probe('A token for a bank account.', async (lab) => {
    const form = await bankForm(lab)
    const { created } = await bankToken(lab)
    return seen(look(form, soleMember(partAt(created.body, 'account'))), created)
  })
}
