import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { errorCode } from '../../../base/file-failure.ts'
import { defaultAssumptions, listAssumptions } from '../../../domain/assumptions/assumptions.ts'
import { configKeys } from '../../../runtime/config/config-keys.ts'
import type { Setting } from '../../../runtime/config/setting.ts'
import { CliError } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { fileError } from '../../process/files.ts'
import { flow } from '../../terminal/flow.ts'
import { outputFor } from '../../terminal/output.ts'

const FILE = 'sandgate.config.yaml'
const others = ['sandgate.config.yml', 'sandgate.config.json']

export const initCommand = command({
  name: 'init',
  group: 'For tools',
  summary: 'Write a commented sandgate.config.yaml',
  details:
    'Writes sandgate.config.yaml into this folder: every setting with its default and every assumption with its reason. It never overwrites a file.',
  examples: ['init'],
  target: 'nothing',
  async run(_given, { io }) {
    const present = others.find((name) => existsSync(name))
    if (present !== undefined) throw isThere(present)
    await writeFile(FILE, configTemplate(), { flag: 'wx' }).catch((cause: unknown) => {
      throw errorCode(cause) === 'EEXIST' ? isThere(FILE) : fileError('written', FILE, cause)
    })
    outputFor({}, io).say(`Wrote ${FILE}; 'npx sandgate start' in this folder now uses it.`)
  },
})

function isThere(file: string): CliError {
  return new CliError(`${file} already exists; remove it first, or edit it`)
}

/** A config file that lists every setting with its default and an explanation. */
export function configTemplate(): string {
  const assumptions = [assumptionsHead, 'assumptions:', ...assumptionLines()]
  return `${[head.trimEnd(), ...settingLines(), '', ...assumptions].join('\n')}\n`
}

const head = `# yaml-language-server: $schema=node_modules/sandgate/scenarios/sandgate.config.schema.json
# Sandgate reads this file when it starts in this folder, or with --config.
# Everything is optional: a setting that you leave out has the value shown here. Options
# on the command line win over this file. An unknown key or a bad value stops the start.
`

const assumptionsHead = `# What the gateway's specification leaves open, and what is assumed here. If you have the
# real gateway's documents, correct these values; 'npx sandgate assumptions' shows the current ones.`

/** Every setting of the config file, with its default or an example. */
export function settingLines(group?: string): readonly string[] {
  return configKeys(group).flatMap(({ name, path, words, setting }) => {
    const lines = [
      ...flow(words, COMMENT_WIDTH, 0)
        .split('\n')
        .map((line) => `# ${line}`),
      ...(setting === undefined
        ? [`${name}:`, ...settingLines(path).map((line) => `  ${line}`)]
        : valueLines(name, setting)),
    ]
    // The groups and the settings beside them are paragraphs.
    return group === undefined ? ['', ...lines] : lines
  })
}

const COMMENT_WIDTH = 90

/** A setting without a default is shown by an example in a comment. */
function valueLines(name: string, { default: usual, example }: Setting): readonly string[] {
  if (example === undefined) return [`${name}: ${yamlText(usual ?? null)}`]
  const [first, ...more] = example.split('\n')
  const lines = [`${name}:${first === '' ? '' : ` ${first}`}`, ...more.map((line) => `  ${line}`)]
  return lines.map((line) => `# ${line}`)
}

function yamlText(value: unknown): string {
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value)
}

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
