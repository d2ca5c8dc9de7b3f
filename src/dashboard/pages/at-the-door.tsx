import type { Visit } from '../../http/pages/visit.ts'
import type { Frame } from '../layout/frame.ts'
import { barePage, page } from '../layout/page.tsx'
import { pageAddress, sameAddress } from '../words/address.ts'

/** Where a control token is set, the pages are for who knows it. */
export function signInPage(visit: Visit, hasFailed: boolean): string {
  const back = visit.path === '/sign-in' ? pageAddress(visit, '/') : sameAddress(visit)
  return barePage(
    { visit, title: 'Sign in', hasNavigation: false },
    <section class="panel door" aria-labelledby="door-title">
      <h1 id="door-title">Sign in</h1>
      <p>This sandbox was started with a control token.</p>
      <form method="post" action={pageAddress(visit, '/sign-in')} class="stacked">
        <input type="hidden" name="_back" value={back} />
        <div class="field">
          <label for="token">Control token</label>
          <input id="token" name="token" type="password" required autocomplete="current-password" />
        </div>
        {hasFailed && (
          <p class="bad" role="alert">
            That is not the token of this sandbox.
          </p>
        )}
        <button type="submit" class="strong">
          Sign in
        </button>
      </form>
    </section>,
  )
}

/** There is nothing there, or it may not be had. */
export function refusalPage(around: Frame | Visit, status: number, message: string): string {
  const visit = 'visit' in around ? around.visit : around
  const title = status === 404 ? 'Not found' : status === 403 ? 'Not allowed' : 'That did not work'
  const content = (
    <section class="panel door" aria-labelledby="door-title">
      <h1 id="door-title">{title}</h1>
      <p>{message}</p>
      <p>
        <a href={pageAddress(visit, '/')}>Go to the payments</a>
      </p>
    </section>
  )
  return 'visit' in around
    ? page({ frame: around, title }, content)
    : barePage({ visit, title, hasNavigation: true }, content)
}
