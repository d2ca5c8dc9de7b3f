import { createHash } from 'node:crypto'
import type { Child } from 'hono/jsx'
import { lowerFirst } from '../../base/text/counted.ts'
import { printableLines } from '../../base/text/printable.ts'
import { MarkSprite } from '../parts/mark.tsx'
import { FactList, type ShownFact } from '../parts/table.tsx'
import { Unbroken } from '../parts/text.tsx'
import style from '../style/dashboard.css?asset'
import savedStyle from '../style/saved.css?asset'
import { dateTimeText } from '../words/time.ts'

/** What a reader of a report must know of the run: `['Version', '1.0.0']`. */
export type RunLine = readonly [name: string, value: string]

/**
 * A page that needs no network. It is a file, which a terminal may show.
 * @param script what it is more comfortable with; it works without
 */
export function wholePage(title: string, children: Child, script?: string): string {
  const html = (
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content={`default-src 'none'; style-src 'unsafe-inline'${allowing(script)}`}
        />
        <title>{`${title} · Sandgate`}</title>
        <style dangerouslySetInnerHTML={{ __html: style + savedStyle }} />
      </head>
      <body>
        <MarkSprite />
        <main>{children}</main>
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  )
  return printableLines(`<!DOCTYPE html>${html}`)
}

/** Only this script may run. */
function allowing(script: string | undefined): string {
  if (script === undefined) return ''
  return `; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** `Wed 18 Nov 2026, 02:56:53 in Sydney`: dates as everywhere on the page. */
export function factText(name: string, value: string): string {
  const isInstant = (name === 'Date' || name === 'Clock') && Date.parse(value) > 0
  return isInstant ? `${dateTimeText(value)} in Sydney` : value
}

/** How a run was made, in one line: `20 Nov 2026, 04:06:03 in Sydney · npm test · version 1.0.0`. */
export function FactLine({ facts }: { facts: readonly RunLine[] }) {
  return (
    <p class="who soft" id="facts">
      {facts.map(([name, value], i) => (
        <>
          {i > 0 && ' · '}
          <span>
            {name === 'Command' && <code>{value}</code>}
            {name === 'Date' && factText(name, value)}
            {name !== 'Command' && name !== 'Date' && `${lowerFirst(name)} ${value}`}
          </span>
        </>
      ))}
    </p>
  )
}

/** How a run was made, for its first page. */
export function RunFacts({ title, facts: given }: { title: string; facts: readonly ShownFact[] }) {
  const facts = given.map((fact): ShownFact => {
    if (!fact || typeof fact[1] !== 'string') return fact
    const text = factText(String(fact[0]), fact[1])
    return [fact[0], <Unbroken text={text} />, fact[2] ?? {}]
  })
  return (
    <section class="panel" aria-labelledby="facts-title">
      <h2 id="facts-title">{title}</h2>
      <FactList facts={facts} />
    </section>
  )
}
