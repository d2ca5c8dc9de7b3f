import { styleText } from 'node:util'
import type { Meaning } from '../../control/facts/meaning.ts'
import type { OutputStream } from '../io.ts'

/** The meaning of a piece of text; the output decides how it looks. */
export type Tone = 'good' | 'bad' | 'odd' | 'quiet' | 'strong' | 'link'

export type Style = (tone: Tone, text: string) => string

const formats = {
  good: 'green',
  bad: 'red',
  odd: 'yellow',
  quiet: 'dim',
  strong: 'bold',
  link: 'cyan',
} as const satisfies Record<Tone, Parameters<typeof styleText>[0]>

/**
 * Colours for a terminal; none for a pipe or with NO_COLOR. Computed once, since Node would read
 * the environment again for every word of the live log.
 */
export function styleFor(stream: OutputStream): Style {
  const isPlain = styleText('bold', 'x', { stream }) === 'x'
  if (isPlain) return (_tone, text) => text
  return (tone, text) => styleText(formats[tone], text, { validateStream: false })
}

/** The tones of findings. */
export const severityStyles = { error: 'bad', warning: 'odd', note: 'quiet' } as const

/** How a meaning looks; what is ordinary has no colour. */
export const meaningTones: Readonly<Record<Meaning, Tone | undefined>> = {
  good: 'good',
  calm: undefined,
  warn: 'odd',
  bad: 'bad',
}

/** A text in the colour of its meaning. */
export function inTone(style: Style, meaning: Meaning, text: string): string {
  const tone = meaningTones[meaning]
  return tone === undefined ? text : style(tone, text)
}
