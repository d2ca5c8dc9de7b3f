/** Commands in the quoting of the shell that they are pasted into. */

export const shells = ['sh', 'powershell'] as const

export type Shell = (typeof shells)[number]

/** The shell that most people use on a system. Git's bash on Windows sets MSYSTEM. */
export function usualShell(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): Shell {
  return platform === 'win32' && env.MSYSTEM === undefined ? 'powershell' : 'sh'
}

export interface CurlCall {
  readonly method: string
  readonly url: string
  readonly headers: readonly string[]
  /** JSON. */
  readonly body: string | undefined
}

/**
 * Control characters are removed: a terminal might act on them. In an address they stay, encoded:
 * without them it would be another one.
 */
export function curlLine({ method, url, headers, body }: CurlCall, shell: Shell): string {
  const plain = (text: string) => text.replaceAll(/\p{Cc}/gu, '')
  return writers[shell]({
    method: plain(method),
    url: url.replaceAll(/\p{Cc}/gu, encodeURIComponent),
    headers: headers.map(plain),
    body,
  })
}

const writers: Readonly<Record<Shell, (call: CurlCall) => string>> = {
  sh: (call) => curlParts('curl', call, quoted).join(' \\\n  '),
  powershell: powershellCurl,
}

function curlParts(
  program: string,
  { method, url, headers, body }: CurlCall,
  quote: (word: string) => string,
): readonly string[] {
  return [
    // A method of the API needs no quotes. A run file may have been written by somebody else.
    `${program} -sS${method === 'GET' ? '' : ` -X ${/^[A-Z]+$/.test(method) ? method : quote(method)}`} ${quote(url)}`,
    ...headers.map((header) => `-H ${quote(header)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ]
}

/**
 * `curl` alone is another command in Windows PowerShell. Its versions pass quotes in an argument in
 * different ways, so the body goes through the input.
 */
function powershellCurl(call: CurlCall): string {
  const { body, ...rest } = inAscii(call)
  const parts = curlParts('curl.exe', { ...rest, body: undefined }, powershellWord)
  if (body === undefined) return parts.join(' `\n  ')
  return [`${powershellWord(body)} | ${parts[0]}`, ...parts.slice(1), "--data-binary '@-'"].join(
    ' `\n  ',
  )
}

/** JSON in ASCII means the same. */
function inAscii(call: CurlCall): CurlCall {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  return { ...call, body: call.body?.replaceAll(/[^ -~]/g, escaped) }
}

/** Inside single quotes, only the quote itself is special to a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** PowerShell treats typographic quotes as plain ones. */
function powershellWord(text: string): string {
  return `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`
}
