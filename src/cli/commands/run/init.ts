import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { errorCode } from '../../../document/file-failure.ts'
import { defaultAssumptions, listAssumptions } from '../../../domain/assumptions/assumptions.ts'
import { CliError } from '../../cli-error.ts'
import { jsonOption } from '../../command.ts'
import type { Io } from '../../io.ts'
import { fileError } from '../../process/files.ts'
import { outputFor } from '../../terminal/output.ts'

const FILE = 'sandgate.config.yaml'
const others = ['sandgate.config.yml', 'sandgate.config.json']

export function initCommand(command: Command, io: Io): Command {
  return command.addOption(jsonOption()).action(async (options: { readonly json?: true }) => {
    const present = others.find((name) => existsSync(name))
    if (present !== undefined) throw isThere(present)
    await writeFile(FILE, configTemplate(), { flag: 'wx' }).catch((cause: unknown) => {
      throw errorCode(cause) === 'EEXIST' ? isThere(FILE) : fileError('written', FILE, cause)
    })
    outputFor(options, io).result(
      { file: FILE },
      () => `Wrote ${FILE}; 'npx sandgate start' in this folder now uses it.`,
    )
  })
}

function isThere(file: string): CliError {
  return new CliError(`${file} already exists; remove it first, or edit it`)
}

/** A config file that lists every setting with its default and an explanation. */
export function configTemplate(): string {
  return `${head}\nassumptions:\n${assumptionLines().join('\n')}\n`
}

const head = `# yaml-language-server: $schema=node_modules/sandgate/scenarios/sandgate.config.schema.json
# Sandgate reads this file when it starts in this folder, or with --config.
# Everything is optional: a setting that you leave out has the value shown here. Options
# on the command line win over this file. An unknown key or a bad value stops the start.

server:
  port: 7263                # 0: any free port
  host: 127.0.0.1           # if other machines can reach it, a control token is required
  hosts: []                 # other host names to accept, such as sandbox.test
  public_url: null          # base URL of all links, if a proxy is in front
  data: .sandgate           # the folder that keeps everything across restarts
  durability: sync          # relaxed: faster, survives a killed process but not a power cut
  control_token: null       # if set, the control API requires this bearer token
  tls:                      # PEM files for HTTPS; --tls generates a certificate instead
    cert: null
    key: null

# open: no credentials needed. required: only the users below may call.
auth: open

# users:
#   - name: shop
#     password: s3cret      # for Basic
#     token: tok-shop       # for Bearer
#     merchant: 1           # the merchant of this user
#     merchants: [1, 2]     # the merchants that this user may use

# If you list merchants, only these exist. Otherwise every merchant id is accepted.
# merchants:
#   - id: 1
#     name: Corner Shop
#     vault: true
#     standalone_refunds: true
#     surcharge:            # percent
#       default: "1.5"
#       card_types: { amex: "2.2" }          # visa mastercard amex diners jcb unionpay discover
#       methods: { direct_debit: "0" }       # card direct_debit

# Shipped names ('npx sandgate scenario list') or files; the last one has the highest priority.
scenarios: [default]

# The seed for generated values. Without it, each start uses another seed.
# seed: 7

# Freezes the clock at this time. Without it, the clock shows the real time.
# clock: 2026-03-10T01:00:00Z

worlds:
  keep: false               # true: named worlds are kept in the data folder too
  limit: 1000               # the most worlds at a time

# Your own file with { holidays: [2026-01-01, ...] } instead of the built-in holidays.
# holidays: ./holidays.yaml

journal:
  limit: 5000               # requests kept per world

report:
  judge: true               # false: requests are not judged
  no_time_out: 120s         # a client that waits longer for an answer has no time-out
  stories_kept: 1000        # payments that the report remembers
  findings_kept: 1000
  references: any           # unique: a reference is one order, paid once
  # accept:                 # known findings that are listed and do not fail
  #   - code: charged-at-once
  #     test: double click
  #     because: tested on purpose

# What the gateway's specification leaves open, and what is assumed here. If you have the
# real gateway's documents, correct these values; 'npx sandgate assumptions' shows the current ones.`

/** Groups such as `paths.purchase` become nested mappings. */
function assumptionLines(): readonly string[] {
  let [group, reason] = ['', '']
  return listAssumptions(defaultAssumptions).flatMap((row) => {
    const [own, name] = row.key.includes('.') ? splitKey(row.key) : ['', row.key]
    const indent = own === '' ? '  ' : '    '
    const heading = own === '' || own === group ? [] : [`  ${own}:`]
    // Consecutive settings with the same reason share one comment.
    const why = row.reason === reason && own === group ? [] : [`${indent}# ${row.reason}`]
    group = own
    reason = row.reason
    return [...heading, ...why, `${indent}${name}: ${JSON.stringify(row.value)}`]
  })
}

function splitKey(key: string): readonly [string, string] {
  const dot = key.indexOf('.')
  return [key.slice(0, dot), key.slice(dot + 1)]
}
