import { expect, test } from 'vitest'
import { settingLines } from '../../../src/cli/commands/tools/init.ts'
import { variableOf } from '../../../src/cli/options/environment.ts'
import { blocksText, plainLayout } from '../../../src/cli/terminal/blocks-text.ts'
import { assumptionEntries } from '../../../src/domain/assumptions/assumptions.ts'
import type { FormKind } from '../../../src/domain/assumptions/entry.ts'
import { bankCodes, retryAdvice, returnCodes } from '../../../src/domain/transaction/bank-codes.ts'
import { coverageCases } from '../../../src/judge/coverage/coverage.ts'
import { allFindings } from '../../../src/judge/findings/all-findings.ts'
import { groupPart } from '../../../src/judge/findings/finding-blocks.ts'
import { defaultText } from '../../../src/runtime/config/config-keys.ts'
import { allSettings } from '../../../src/runtime/config/settings-table.ts'
import { type MagicValue, magicValues } from '../../../src/scenario/describe/magic-values.ts'
import { defaultScenario } from '../../../src/scenario/library.ts'
import { composeScenario } from '../../../src/scenario/reading/compose.ts'
import { everyFinding } from '../../judge/gallery/every-finding.ts'
import { exhibits } from '../../judge/gallery/exhibits.ts'
import { expectParts, fenced, tableOf } from './written.ts'

test('docs/reference/assumptions.md has every assumption', async () => {
  const rows = assumptionEntries()
    // All codes are alike: one line stands for them.
    .filter(({ key }) => !key.startsWith('error_codes.') || key === 'error_codes.not_found')
    .map(({ key, entry }) => {
      const name = key.startsWith('error_codes.') ? 'error_codes.<name>' : key
      const usual = name === key ? `\`${textOf(entry.default)}\`` : 'the name'
      const source = entry.source === 'specification' ? 'published' : 'assumed'
      return `| \`${name}\` | ${usual} | ${words(entry.form)} | ${source} | ${entry.reason} |`
    })
  const assumptions = tableOf('key | default | values | source | why', rows)
  await expectParts('docs/reference/assumptions.md', { assumptions })
})

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function words(form: FormKind): string {
  switch (form.kind) {
    case 'path':
      return 'a path under `/v1` with the same placeholders'
    case 'status':
      return form.hasBody ? '200 to 299, not 204 or 205' : '200 to 299'
    case 'one of':
      return form.values.map((value) => `\`${value}\``).join(', ')
    case 'yes or no':
      return '`true`, `false`'
    case 'integer':
      return `${form.min} to ${form.max}`
    case 'hours':
      return `more than 0, up to ${form.max}`
    case 'time of day':
      return 'a time in Sydney'
    case 'member':
    case 'relation':
    case 'code':
      return 'a name'
    case 'kvp key':
      return 'letters, digits, dots, underscores'
    case 'mask':
      return 'one character'
    case 'currencies':
      return form.mayBeAny ? '`any`, or a list' : 'a list'
    case 'gateway code':
      return 'any number except 0 and -99'
  }
}

test('docs/reference/response-codes.md has every code', async () => {
  await expectParts('docs/reference/response-codes.md', {
    cards: tableOf(
      'code | status | message | retry',
      bankCodes.map(
        ({ code, status, message, retry }) =>
          `| \`${code}\` | ${status} | ${message} | ${retryAdvice[retry]} |`,
      ),
    ),
    returns: tableOf(
      'code | message | retry',
      returnCodes.map(
        ({ code, message, retry }) => `| \`${code}\` | ${message} | ${retryAdvice[retry]} |`,
      ),
    ),
  })
})

test('docs/reference/coverage.md has every case', async () => {
  const cases = coverageCases.map(({ name, description, provoke, isExtra }) => {
    const only = isExtra ? ' (plans only)' : ''
    return `| \`${name}\`${only} | ${description} | ${provoke} |`
  })
  await expectParts('docs/reference/coverage.md', {
    cases: tableOf('case | what | how to provoke it', cases),
  })
})

test('docs/reference/findings.md shows every finding as it is printed', async () => {
  const { findings } = await everyFinding()
  const sections = allFindings.map(({ code, severity, seen }) => {
    const found = findings.find(
      (one) => one.code === code && one.test?.label === exhibits[code].test,
    )
    if (found === undefined) throw new Error(`${code} was not found`)
    // Real time is the same in every run of this page.
    const text = blocksText([groupPart([found])], { ...plainLayout, today: '2026-03-10' })
      .replace(/(waiting for a response after) \d+ s/, '$1 121 s')
      .replace(/\d\.\d s later/, '2.0 s later')
    return `\n## ${code}\n\n*${severity}.* ${seen}\n\n${fenced('text', text)}\n`
  })
  const list = allFindings.map(
    ({ code, severity, one }) => `| [\`${code}\`](#${code}) | ${severity} | ${one} |`,
  )
  await expectParts('docs/reference/findings.md', {
    list: tableOf('finding | severity | its name in the first line of a report', list),
    findings: sections.join(''),
  })
})

test('docs/reference/config.md has the file that init writes, and every setting', async () => {
  const rows = Object.entries(allSettings).map(([name, { config, flag, help }]) => {
    const option = flag && `\`${flag.replace(/^-\w, /, '').replace(/ .*/, '')}\``
    const cells = [config && `\`${config}\``, option, flag && `\`${variableOf(name)}\``]
    return `| ${cells.map((cell) => cell ?? '').join(' | ')} | ${help} |`
  })
  await expectParts('docs/reference/config.md', {
    file: fenced('yaml', settingLines().slice(1).join('\n')),
    variables: tableOf('key | option | variable | meaning', rows),
  })
})

test('docs/reference/library.md has every option of a sandbox', async () => {
  const options = Object.entries(allSettings).filter(([, one]) => one.flag && !one.commands)
  const rows = options.map(([name, one]) => {
    const usual = one.inTests?.usually ?? defaultText(one)
    const told = `${one.inLibrary ?? one.help}${usual === undefined ? '' : ` (default: ${usual})`}`
    return `| \`${name}\` | ${one.kind.optionForm ?? one.kind.form} | ${told} |`
  })
  await expectParts('docs/reference/library.md', {
    options: tableOf('option | value | meaning', rows),
  })
})

test('docs/reference/magic-values.md has what the default scenario has', async () => {
  const values = magicValues([composeScenario(defaultScenario, () => undefined)])
  const ofKind = (kind: string) =>
    tableOf(
      'send | or any that match | what happens | rule',
      values.filter((value) => value.kind === kind).map(magicRow),
    )
  const parts = { card: ofKind('card'), amount: ofKind('amount'), bsb: ofKind('bsb') }
  await expectParts('docs/reference/magic-values.md', { ...parts, cvv: ofKind('cvv') })
  expect(values.filter(({ kind }) => !(kind in parts) && kind !== 'cvv')).toEqual([])
})

function magicRow({ example, pattern, only, effect, rule }: MagicValue): string {
  const any = pattern === example ? '' : `\`${pattern}\``
  const what = only === '' || only === 'transactions' ? effect : `${only}: ${effect}`
  return `| \`${example}\` | ${any} | ${what} | \`${rule}\` |`
}
