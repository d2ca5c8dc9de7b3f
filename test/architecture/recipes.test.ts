import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../support/run-program.ts'

const root = path.resolve(import.meta.dirname, '../..')

const anyCall = `import type { CallFinding } from '../finding.ts'

export const anyCall: CallFinding<'any-call'> = {
  code: 'any-call',
  severity: 'note',
  one: 'call',
  many: 'calls',
  seen: 'A call was made.',
  watch: () => (exchange) => ({
    key: 'any',
    subject: exchange.request.path,
    message: 'A call was made.',
    advice: 'Make none.',
    exchanges: [exchange],
  }),
}
`

const channel = `channel: {
    means: 'Where the customer ordered.',
    carriers: withTransaction,
    shape: { what: 'a channel', ...restrictedShape, min: 1, max: 20 },
    trigger: { rank: 6.5, kind: 'channel' },
    option: ['text', 'where the customer ordered'],
  },
  customer_reference: {`

const silence = `silence: {
    means: 'Answer with an empty body.',
    form: 'true',
    describe: () => 'an empty answer',
  },
  garbage: {`

const oddPage = `import type { PageRoute } from '../layout/frame.ts'
import { renderPage } from '../layout/page.tsx'

export const oddRoute: PageRoute = {
  path: '/odd',
  show: async (frame) => renderPage({ frame, title: 'Odd' }, <h1>Odd</h1>),
}
`

const oddCommand = `import { callCommand } from '../../define/command.ts'

export const oddCommand = callCommand({
  name: 'odd',
  group: 'See what happened',
  summary: 'Show what is odd',
  examples: ['odd'],
  call: (client) => client.odd(),
  text: (_output, { odd }) => \`Odd: \${odd}.\`,
})
`

type Change = (text: string) => string

const swap =
  (from: string, to: string): Change =>
  (text) =>
    text.replaceAll(from, () => to)

/** What each kind of change touches in `src`: "Where a change goes" in docs/internals/architecture.md. */
const recipes: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  'a start option': {
    'runtime/config/settings-table.ts': swap(
      '  memory: setting({',
      "  mood: setting({ kind: pathKind('a mood'), config: 'server.mood', flag: '--mood <mood>', help: 'the mood' }),\n  memory: setting({",
    ),
  },
  'a filter of a list': {
    'control/lists/lists.ts': swap(
      'const ofPayments = filters({',
      "const ofPayments = filters({\n  channel: { kind: { is: 'text' }, label: 'Channel', help: 'from this channel', size: 9 },",
    ),
  },
  'a control call with its command': {
    'control/control-calls.ts': swap(
      "      customers: ['GET /customers'",
      "      odd: ['GET /odd', 'Show what is odd'],\n      customers: ['GET /customers'",
    ),
    'control/calls/customers.ts': (text) =>
      `import * as zod from 'zod'\n${text.replace(
        'export const customers = {',
        'export const customers = {\n  odd: handler({ answer: zod.object({ odd: zod.int() }) }, () => ({ odd: 1 })),',
      )}`,
    'cli/commands/look/odd.ts': () => oddCommand,
  },
  'a finding': {
    'judge/findings/habit/any-call.ts': () => anyCall,
    'judge/findings/all-findings.ts': (text) =>
      `import { anyCall } from './habit/any-call.ts'\n${text.replace('callFindings = [', 'callFindings = [anyCall,')}`,
  },
  'a condition on a text of the request': {
    'scenario/conditions/texts.ts': swap('customer_reference: {', channel),
    'gateway/world/commands/transactions/create-transaction.ts': swap(
      'reference: request.reference,\n    kvp',
      "reference: request.reference,\n    channel: 'web',\n    kvp",
    ),
  },
  'a kind of fault': {
    'scenario/faults/table.ts': (text) =>
      swap(
        'garbage: {',
        silence,
      )(text.replace('readonly garbage: true', 'readonly garbage: true\n  readonly silence: true')),
    'gateway/wire/faults/acts.ts': (text) =>
      swap('  /** Sends half a page', '  silence: () => nothing,\n\n  /** Sends half a page')(text),
  },
  'a field of a transaction': {
    'domain/transaction/transaction.ts': swap(
      '  traceNumber: word,',
      '  traceNumber: word,\n  terminal: word.optional(),',
    ),
    'control/contract/calls/transactions.ts': swap(
      '  trace_number: detail(',
      '  terminal: detail(z.string().nullable(), ({ terminal }) => terminal ?? null),\n  trace_number: detail(',
    ),
    'control/facts/facts.ts': swap(
      "    ['token', token",
      "    ['terminal', one.terminal],\n    ['token', token",
    ),
  },
  'a field of a customer': {
    'domain/vault-records.ts': swap(
      '  reference: maskedText(1, 50),',
      '  reference: maskedText(1, 50),\n  city: maskedText(1, 60).exactOptional(),',
    ),
    'gateway/wire/contract/vault/customer-contract.ts': (text) =>
      text
        .replace(
          'object({ reference, name })',
          'object({ reference, name, city: name.exactOptional() })',
        )
        .replace(
          '    reference: noted(z',
          '    city: z.string().optional(),\n    reference: noted(z',
        ),
    'gateway/wire/vault/representation.ts': (text) =>
      text
        .replace('name, reference }) =>', 'name, reference, city }) =>')
        .replace('      reference,\n', '      reference,\n      city,\n'),
  },
  "a bank's response code": {
    'domain/transaction/bank-codes.ts': swap(
      "  ['00', 'approved'",
      "  ['ZZ', 'declined', 'Odd', 'never'],\n  ['00', 'approved'",
    ),
  },
  'a dashboard page': {
    'dashboard/pages/odd.tsx': () => oddPage,
    'dashboard/all-pages.ts': (text) =>
      `import { oddRoute } from './pages/odd.tsx'\n${text.replace('= [\n  homeRoute,', '= [oddRoute, homeRoute,')}`,
  },
  'a verdict of a payment': {
    'judge/payments/payment-verdict.ts': swap("  'failed',\n]", "  'failed',\n  'odd',\n]"),
    'control/facts/meaning.ts': swap(
      "  'double-charge': 'bad'",
      "  odd: 'warn',\n  'double-charge': 'bad'",
    ),
    'dashboard/payment/verdict.tsx': swap(
      "  'double-charge': ['double', '', 'filled'],",
      "  odd: ['lost', 'It is odd.'],\n  'double-charge': ['double', '', 'filled'],",
    ),
  },
}

/** Everything that depends on the tables compiles, and knows the new names. */
const use = `import type { Conditions } from './scenario/rule.ts'
import type { RuleDocument } from './scenario/scenario-document.ts'
import type { FindingCode, SandboxOptions } from './index.ts'
import type { ControlClient } from './control/client/control-client.ts'
export const options: SandboxOptions = { mood: 'good' }
export const filtered = (client: ControlClient) => client.requests({ channel: 'web' })
export const terminal = async (client: ControlClient) => (await client.transaction(1)).terminal
export const code: FindingCode = 'any-call'
export const when: Conditions = { channel: ['web'] }
export const rule: RuleDocument = { when: { channel: 'web' }, outcome: { fault: { at: 'after', silence: true } } }
`

test('a change of each kind touches as many files as the page says', async () => {
  const page = await readFile(path.join(root, 'docs/internals/architecture.md'), 'utf8')
  for (const [kind, files] of Object.entries(recipes)) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${kind} |`))
    expect([kind, Object.keys(files).length]).toEqual([kind, Number(row?.split('| ')[2]?.[0])])
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'sandgate-recipe-'))
  try {
    for (const name of ['src', 'tsconfig.json', 'package.json', 'scenarios', 'plans', 'types'])
      await cp(path.join(root, name), path.join(folder, name), { recursive: true })
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    for (const [name, change] of Object.values(recipes).flatMap(Object.entries<Change>)) {
      const file = path.join(folder, 'src', name)
      const text = await readFile(file, 'utf8').catch(() => '')
      expect(change(text), name).not.toBe(text)
      await writeFile(file, change(text))
    }
    await writeFile(path.join(folder, 'src/use.ts'), use)
    const compiled = await runProgram(
      [process.execPath, path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'],
      { cwd: folder },
    )
    expect(compiled).toMatchObject({ code: 0, stdout: '' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
