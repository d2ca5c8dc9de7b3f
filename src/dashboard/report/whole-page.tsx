import type { Child } from 'hono/jsx'
import { printableLines } from '../../document/printable.ts'
import { MarkSprite } from '../parts/mark.tsx'
import style from '../style/dashboard.css?asset'

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
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <MarkSprite />
        <main>{children}</main>
      </body>
    </html>
  )
  return printableLines(`<!DOCTYPE html>${html}`)
}
