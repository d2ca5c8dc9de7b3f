import { expect, test } from 'vitest'
import { assumptionEntries } from '../../src/domain/assumptions/assumptions.ts'
import type { FormKind } from '../../src/domain/assumptions/entry.ts'
import { bankCodes, retryAdvice, returnCodes } from '../../src/domain/transaction/bank-codes.ts'
import { allProbes } from '../../src/gateways/calibrate/probes/all-probes.ts'
import { calibrationSample } from './calibrate-sample.ts'

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
If you can reach the gateway's test environment, [\`npx sandgate calibrate\`](calibrate.md) measures them there.

\`\`\`yaml
assumptions:
  paths: { void: "/transactions/{audit}/cancel" }
  words: { voided: reversed }
  error_codes: { not_found: E404 }
\`\`\`

A start is refused if two paths collide, if two members or link relations that stand side by side are the same, or if a virtual PAN
would start like a card. Several error codes may have one name, as some gateways do. Under \`error_codes\` stands every code of [the API](api.md); the control API keeps its own names.
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

test('docs/calibrate.md says of every assumption how it is seen, or why it is not', async () => {
  const watched = assumptionEntries().flatMap(({ key }) => {
    const probe = allProbes[key]
    return 'how' in probe ? [`| \`${key}\` | ${probe.how} |`] : []
  })
  const hidden = assumptionEntries().flatMap(({ key }) => {
    const probe = allProbes[key]
    return 'reason' in probe ? [`| \`${key}\` | ${probe.reason} |`] : []
  })
  const text = `${calibrateHead(await calibrationSample())}${watched.join('\n')}\n${hiddenHead}${hidden.join('\n')}\n`
  await expect(text).toMatchFileSnapshot(page('calibrate.md'))
})

const calibrateHead = ({
  said,
  written,
}: Awaited<ReturnType<typeof calibrationSample>>) => `# Calibrate

<!-- The tables are made from src/gateways/calibrate/probes. -->

How far is the sandbox from the real gateway? Each guess that Sandgate makes about the gateway is an [assumption](assumptions.md) with a name. If you have access to the
gateway's own test environment, \`calibrate\` measures the assumptions there and writes what differs into your [config](config.md).

\`\`\`sh
npx sandgate calibrate --against http://127.0.0.1:4010/v1
npx sandgate calibrate --against http://127.0.0.1:4010/v1 --only paths words cvv
npx sandgate calibrate --against http://127.0.0.1:4010/v1 --write measured.yaml
\`\`\`

The address above is a second sandbox, to try it out. For a real gateway, give its base address with the version, and your credentials:

\`\`\`sh
npx sandgate calibrate --against https://test.gateway.example/v1 --basic shop:s3cret --merchant 42 --write sandgate.config.yaml
\`\`\`

| option | meaning |
|---|---|
| \`--against <url>\` | the base address of the API, \`/v1\` included |
| \`--basic <user:password>\`, \`--bearer <token>\` | your credentials. Other users of the machine can see options with \`ps\`; the variables \`SANDGATE_GATEWAY_BASIC\` and \`SANDGATE_GATEWAY_BEARER\` do the same |
| \`--merchant <id>\` | the merchant to pay for, default 1 |
| \`--only <assumption...>\` | measures only these; \`paths\` means all that begin with \`paths.\` |
| \`--write <file>\` | puts what differs into a config file in YAML |
| \`--yes\` | does not ask before it sends requests to another machine |
| \`--json\` | prints one document, with each request that a finding rests on and its answer |

## What it does

Use it with a test environment only, **never with a live gateway**. Unless the address is on this machine, it says what it will do and asks first; a script passes \`--yes\`.

It sends some 500 requests, one after the other:

- Payments of 1 to 25 dollars by public test cards and a made-up bank account. At the end it voids them all; what cannot be voided is refunded, and what is left is listed with its audit.
- Two customers with stored cards and a stored bank account. At the end it deletes them.
- Several hundred requests that are wrong on purpose and create nothing. If the gateway tells all errors of a request at once, lengths and currencies are tried without a single payment.

It follows no redirect and sends nothing to any other address. If an answer is lost, it looks for the payment by its correlation id, so that it is voided in the end, and tries that measurement once more. After a 429 it waits as long as the gateway asks.
Ctrl-C stops the measuring and still cleans up. Credentials are never printed or stored. Card and account numbers, CVVs and expiry dates are masked in all output.

## What it says

\`\`\`
${said}
\`\`\`

| verdict | means |
|---|---|
| \`confirmed\` | the gateway does what your config says |
| \`differs\` | the gateway does something else, and this is what |
| \`cannot tell\` | this gateway does not show it, and the reason. It never guesses |

*Ours* is the value in the config of the working folder, or the default. The numbers stand for the requests that show it, which are listed below the table. In a
terminal the findings are grouped by verdict; in a pipe, as here, each has a line of its own. Limits, such as the longest reference, are exact.

The exit code is 0 whatever it finds, 1 if the gateway refuses the credentials or the merchant, 2 for a wrong option or config file, 3 if no gateway answers, 130 after Ctrl-C.

## What it writes

\`--write\` changes only the settings that differ from those of the file. Above each, a comment names the requests that show it. Everything else in the file stays, comments included. It
refuses a file that is not valid, or not YAML, before it sends anything. A setting that a sandbox cannot have
is not written, and the last lines say so: a gateway may use one error code for several refusals, for example.

\`\`\`yaml
${written}
\`\`\`

A sandbox that is started with the file does what the gateway does: measure it the same way, and all that can be seen is \`confirmed\`. To compare a whole run of your own tests, use
[\`replay --against\`](replay.md#replay-at-another-gateway).

## How each assumption is seen

A path counts as found only after a payment made there was looked up and has the right type. Candidates are your config's path, links in the gateway's answers and a few usual names. If none
works, set \`paths.purchase\` in the config first: nearly everything needs a purchase.

| assumption | what is looked at |
|---|---|
`

const hiddenHead = `
## What it cannot see

| assumption | why |
|---|---|
`

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
