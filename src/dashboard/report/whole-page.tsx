import type { Child } from 'hono/jsx'
import { printableLines } from '../../document/printable.ts'
import { MarkSprite } from '../parts/mark.tsx'
import { Facts, type ShownFact } from '../parts/table.tsx'
import style from '../style/dashboard.css?asset'
import savedStyle from '../style/saved.css?asset'

/** What a reader of a report must know of the run: `['Version', '0.2.0']`. */
export type RunLine = readonly [name: string, value: string]

/** A page that needs no network and no script. It is a file, which a terminal may show. */
export function wholePage(title: string, children: Child): string {
  const html = (
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>{`${title} · Sandgate`}</title>
        <style dangerouslySetInnerHTML={{ __html: style + savedStyle }} />
      </head>
      <body>
        <MarkSprite />
        <main>{children}</main>
      </body>
    </html>
  )
  return printableLines(`<!DOCTYPE html>${html}`)
}

/** How a run was made, for its first page. */
export function RunFacts({ title, facts }: { title: string; facts: readonly ShownFact[] }) {
  return (
    <section class="panel" aria-labelledby="facts-title">
      <h2 id="facts-title">{title}</h2>
      <Facts facts={facts} />
    </section>
  )
}
