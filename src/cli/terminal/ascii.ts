import type { Io, OutputStream } from '../io.ts'

/** What our own texts use beyond ASCII. */
const spellings: Readonly<Record<string, string>> = {
  '…': '...',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '→': '->',
  '←': '<-',
  '×': 'x',
  '·': '-',
  '•': '*',
  '✓': '+',
  '✗': 'x',
}

/** The same streams, but for a terminal or a file that knows ASCII only, as `LC_ALL=C` says. */
export function inLocale(io: Io): Io {
  const { LC_ALL, LC_CTYPE, LANG } = io.env
  const locale = LC_ALL || LC_CTYPE || LANG
  if (locale !== 'C' && locale !== 'POSIX') return io
  return Object.create(io, {
    stdout: { value: inAscii(io.stdout) },
    stderr: { value: inAscii(io.stderr) },
    exitCode: { value: io.exitCode, writable: true },
  }) as Io
}

function inAscii(stream: OutputStream): OutputStream {
  const write = (chunk: unknown, ...rest: readonly unknown[]) =>
    Reflect.apply(stream.write, stream, [typeof chunk === 'string' ? ascii(chunk) : chunk, ...rest])
  return Object.create(stream, { write: { value: write } }) as OutputStream
}

/** A JSON document keeps its meaning: there each character is escaped. */
function ascii(text: string): string {
  const isDocument = text.startsWith('{') && text.endsWith('}\n')
  return text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => (isDocument ? undefined : spellings[unit]) ?? escaped(unit),
  )
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
