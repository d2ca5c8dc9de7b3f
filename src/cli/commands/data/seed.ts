import { MAX_ID } from '../../../domain/identifier.ts'
import { maxSeeded } from '../../../gateway/seed/seed-limits.ts'
import { callCommand } from '../../define/command.ts'
import { option } from '../../define/option.ts'
import { wholeNumber } from '../../options/argument.ts'
import { dataText } from '../../words/value-text.ts'

export const seedCommand = callCommand({
  name: 'seed',
  group: 'Save and restore',
  summary: 'Fill the sandbox with realistic data',
  details:
    'Adds 25 customers, 40 stored cards and bank accounts, and 200 transactions, all for merchant 1 and at the current sandbox time. Pass numbers to add something else. Rules do not apply to these transactions. The same seed gives the same data.',
  examples: ['seed', 'seed --customers 10000 --seed 7'],
  options: {
    customers: option('--customers <n>', 'how many customers', wholeNumber(0, maxSeeded.customers)),
    tokens: option('--tokens <n>', 'how many tokens in total', wholeNumber(0, maxSeeded.tokens)),
    transactions: option(
      '--transactions <n>',
      'how many transactions',
      wholeNumber(0, maxSeeded.transactions),
    ),
    seed: option(
      '--seed <n>',
      'seed for the generated data (default: the seed of the sandbox)',
      wholeNumber(0, MAX_ID),
    ),
  },
  call: (client, { customers, tokens, transactions, seed }) => {
    const given = Object.entries({ customers, tokens, transactions, seed })
    return client.seed(Object.fromEntries(given.filter(([, value]) => value !== undefined)))
  },
  text: (_output, made) => `Made ${dataText(made)} from seed ${made.seed}.`,
})
