import { test } from 'vitest'
import { allCommands } from '../../../src/cli/all-commands.ts'
import { type CommandDefinition, commandGroups } from '../../../src/cli/define/command.ts'
import type { OptionDefinition } from '../../../src/cli/define/option.ts'
import { targetOptions } from '../../../src/cli/options/connection.ts'
import { settingOptions } from '../../../src/cli/options/start-options.ts'
import { expectParts, tableOf } from './written.ts'

test('docs/reference/cli.md has every command with its options', async () => {
  const definitions = await Promise.all(Object.values(allCommands).map((load) => load()))
  const sections = commandGroups.flatMap((heading) => [
    `### ${heading}`,
    ...definitions.filter(({ group }) => group === heading).flatMap((one) => sectionsOf(one)),
  ])
  await expectParts('docs/reference/cli.md', { commands: sections.join('\n\n') })
})

function sectionsOf(one: CommandDefinition, before = ''): readonly string[] {
  const { name, summary, details, args, members } = one
  const words = `${before}${name}`
  const forms = Object.values(args).map(({ form }) => form)
  const usage = [words, ...(one.runs ? ['--', '<command...>'] : forms)].join(' ')
  const rows = Object.values(ownOptions(one)).map(rowOf)
  return [
    `#### ${words}`,
    `${code(usage)}: ${escaped(details ?? `${described(summary)}.`)}`,
    ...(one.starts === undefined || one.starts === 'start' ? [] : [settingsText(one.starts)]),
    ...(rows.length === 0 ? [] : [tableOf('option | meaning', rows)]),
    ...members.flatMap((member) => sectionsOf(member, `${words} `)),
  ]
}

const verbs =
  'add|advance|check|create|explain|fill|follow|freeze|let|list|load|move|open|print|remove|replace|restore|resume|save|serve|set|settle|show|stop|unload|write'

/** A summary says what to do, details what the command does: `List or follow` is `Lists or follows`. */
function described(summary: string): string {
  return summary.replaceAll(new RegExp(`(?<=^|, |\\b(?:and|or) )(?:${verbs})\\b`, 'gi'), '$&s')
}

/** Without those that most commands share, which the page explains once. */
function ownOptions({ options, starts }: CommandDefinition): CommandDefinition['options'] {
  const shared = [
    ...Object.keys(targetOptions.world),
    ...(starts === undefined || starts === 'start' ? [] : Object.keys(settingOptions('start'))),
  ]
  const own = Object.entries(options).filter(
    ([name, one]) => !shared.includes(name) || !isSame(one, starts, name),
  )
  return Object.fromEntries(own)
}

function isSame(one: OptionDefinition, starts: CommandDefinition['starts'], name: string): boolean {
  const others = [
    ...Object.entries(targetOptions.world),
    ...(starts === undefined ? [] : Object.entries(settingOptions(starts))),
  ]
  return others.some(([key, other]) => key === name && other.help === one.help)
}

function settingsText(starts: NonNullable<CommandDefinition['starts']>): string {
  const shared = Object.keys(settingOptions('start'))
  const names = Object.entries(settingOptions(starts)).flatMap(([name, { flags }]) =>
    shared.includes(name) ? [code(flags.replace(/^-\w, /, '').replace(/ .*/, ''))] : [],
  )
  return `It also has these options of [start](#start): ${names.join(', ')}.`
}

function rowOf({ flags, help, words, usually, ...one }: OptionDefinition): string {
  const choices = words === undefined ? '' : `. One of ${words.map(code).join(', ')}`
  const usual = usually ?? ('default' in one ? String(one.default) : undefined)
  const text = `${escaped(help)}${choices}${usual === undefined ? '' : ` (default: ${usual})`}`
  return `| ${code(flags)} | ${text} |`
}

function code(text: string): string {
  return `\`${text}\``
}

/** Outside code, `<name>` would be taken for HTML. */
function escaped(text: string): string {
  return text.replaceAll(/<[\w ]+>(?:\/<[\w ]+>)?/g, code)
}
