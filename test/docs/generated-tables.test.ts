import { expect, test } from 'vitest'
import type { FormKind } from '../../src/domain/assumptions/form.ts'
import { assumptionEntries } from '../../src/domain/assumptions.ts'
import { bankCodes, retryAdvice, returnCodes } from '../../src/domain/transaction/bank-codes.ts'

// `npx vitest run test/docs/generated-tables.test.ts -u` writes the pages anew.
const page = (name: string) => new URL(`../../docs/${name}`, import.meta.url).pathname

test('docs/assumptions.md has every assumption', async () => {
  const rows = assumptionEntries()
    // All codes are alike: one line stands for them.
    .filter(({ key }) => !key.startsWith('error_codes.') || key === 'error_codes.not_found')
    .map(({ key, entry }) => {
      const name = key.startsWith('error_codes.') ? 'error_codes.<name>' : key
      const usual = name === key ? `\`${textOf(entry.default)}\`` : 'the name'
      const source = entry.source === 'specification' ? 'published' : 'assumed'
      return `| \`${name}\` | ${usual} | ${words(entry.form)} | ${source} | ${entry.reason} |`
    })
  await expect(`${assumptionsHead}${rows.join('\n')}\n`).toMatchFileSnapshot(page('assumptions.md'))
})

const assumptionsHead = `# Assumptions

<!-- Made from the table in src/domain/assumptions. -->

The gateway's specification leaves much open. Each of its gaps is filled by an assumption, and each assumption is a setting: if you
have the real gateway's documents, correct it in the [config](config.md). \`npx sandgate assumptions\` prints them with their values.

\`\`\`yaml
assumptions:
  paths: { void: "/transactions/{audit}/cancel" }
  words: { voided: reversed }
  error_codes: { not_found: E404 }
\`\`\`

A start is refused if two paths collide, if two members or link relations that stand side by side are the same, or if a virtual PAN
would start like a card. Two error codes cannot have the same name. Under \`error_codes\` stands every code of [the API](api.md); the control API keeps its own names.
The magic amounts 96000NN mean the failure, whatever number \`gateway_status_codes\` gives it; a number in a rule means just that.

| key | default | values | source | why |
|---|---|---|---|---|
`

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function words(form: FormKind): string {
  switch (form.kind) {
    case 'path':
      return 'a path beneath `/v1` with the same `{names}`'
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
      return 'a number but 0 and -99'
  }
}

test('docs/response-codes.md has every code', async () => {
  const cards = bankCodes.map(
    ({ code, status, message, retry }) =>
      `| \`${code}\` | ${status} | ${message} | ${retryAdvice[retry]} |`,
  )
  const returns = returnCodes.map(
    ({ code, message, retry }) => `| \`${code}\` | ${message} | ${retryAdvice[retry]} |`,
  )
  const text = `${codesHead}${cards.join('\n')}\n${returnsHead}${returns.join('\n')}\n`
  await expect(text).toMatchFileSnapshot(page('response-codes.md'))
})

const codesHead = `# Bank response codes

<!-- Made from the table in src/domain/transaction/bank-codes.ts. -->

\`status.acquirer.response_code\` says what the bank answered. Ask for any of these with [a magic card or amount](scenarios.md):
amount \`10000CC\`, or card \`400000?0000000CC\`. A code that is not listed declines. \`npx sandgate cards --codes\` prints this table.

## Cards

| code | status | words | retry |
|---|---|---|---|
`

const returnsHead = `
## Returned direct debits

A debit that a bank returns becomes \`declined\` with one of these. They have one character, so that \`6\` and the card's \`06\` differ.

| code | words | retry |
|---|---|---|
`
