import type { Visit } from '../../control/pages/visit.ts'
import { ActionButton, Field } from '../layout/form.tsx'
import { barePage } from '../layout/page.tsx'
import { LongCode } from '../parts/text.tsx'
import { pageAddress, sameAddress } from '../words/address.ts'
import { createWorld } from './worlds.tsx'

/** If a control token is set, only who knows it sees the pages. */
export function signInPage(visit: Visit, hasFailed: boolean): string {
  const back = visit.path === '/sign-in' ? pageAddress(visit, '/') : sameAddress(visit)
  return barePage(
    visit,
    'Sign in',
    false,
    <section class="panel sign-in" aria-labelledby="sign-in-title">
      <h1 id="sign-in-title">Sign in</h1>
      <p>This sandbox was started with a control token.</p>
      <form method="post" action={pageAddress(visit, '/sign-in')} class="stacked">
        <input type="hidden" name="_back" value={back} />
        <Field
          {...{ name: 'token', label: 'Control token', type: 'password', required: true }}
          autocomplete="current-password"
        />
        {hasFailed && (
          <p class="bad" role="alert">
            Wrong token. Use the control token that the sandbox was started with.
          </p>
        )}
        <button type="submit" class="strong">
          Sign in
        </button>
      </form>
    </section>,
  )
}

type Refused = { readonly status: number; readonly message: string }

/** There is no such page, or it is refused. `missing`: the visit to a world that does not exist yet. */
export function refusalPage(visit: Visit, { status, message }: Refused, missing?: Visit): string {
  const title = status === 404 ? 'Not found' : status === 403 ? 'Not allowed' : 'Error'
  return barePage(
    visit,
    title,
    true,
    <section class="panel sign-in" aria-labelledby="sign-in-title">
      <h1 id="sign-in-title">{title}</h1>
      <p>{message}</p>
      {missing && !visit.isReadOnly && (
        <>
          <p>
            It is created by its first request to{' '}
            <LongCode text={`${missing.origin}${missing.prefix}/v1`} />, and then this page shows
            it.
          </p>
          <ActionButton
            {...{ visit, form: createWorld, label: 'Create' }}
            values={{ name: missing.world, _back: pageAddress(missing, '/') }}
          />
        </>
      )}
      <p>
        <a href={pageAddress(visit, '/')}>Go to the payments</a>
      </p>
    </section>,
    missing?.world,
  )
}
