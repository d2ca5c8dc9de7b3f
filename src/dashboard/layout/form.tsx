import type { PropsWithChildren } from 'hono/jsx'
import type { Visit } from '../../http/pages/visit.ts'
import { pageAddress, sameAddress } from '../words/address.ts'

interface FormProps {
  readonly visit: Visit
  /** The action that it asks for. */
  readonly action: string
  readonly class?: string
  readonly id?: string
  /** Values that nobody has to type. */
  readonly values?: Readonly<Record<string, string | number>>
  readonly hasFile?: boolean
  /** The script sends it, and leaves what was typed as it is. */
  readonly isTrying?: boolean
  /** Where to go on; unless given, where the form stands. */
  readonly back?: string
}

/** A form that works without a script. There is none where nothing may be changed. */
export function Form(props: PropsWithChildren<FormProps>) {
  const { visit, action, values = {}, hasFile = false } = props
  if (visit.isReadOnly) return null
  return (
    <form
      method="post"
      action={pageAddress(visit, `/act/${action}`)}
      class={props.class ?? 'inline'}
      id={props.id}
      data-try={props.isTrying ? '' : undefined}
      enctype={hasFile ? 'multipart/form-data' : undefined}
    >
      <input type="hidden" name="_token" value={visit.formToken} />
      <input type="hidden" name="_back" value={props.back ?? sameAddress(visit)} />
      {Object.entries(values).map(([name, value]) => (
        <input type="hidden" name={name} value={String(value)} />
      ))}
      {props.children}
    </form>
  )
}

interface ButtonProps extends Omit<FormProps, 'hasFile' | 'isTrying'> {
  readonly label: string
  readonly look?: 'plain' | 'strong' | 'danger' | 'small'
  readonly title?: string
}

/** One button that does one thing. */
export function ActionButton({ label, look = 'plain', title, ...form }: ButtonProps) {
  return (
    <Form {...form}>
      <button type="submit" class={look} title={title}>
        {label}
      </button>
    </Form>
  )
}

/** The search box, on every page. */
export function SearchBox({ visit }: { visit: Visit }) {
  const isHere = visit.path === '/search'
  return (
    <search>
      <form method="get" action={pageAddress(visit, '/search')} id="search-form">
        <label class="out-of-sight" for="search-box">
          Search
        </label>
        <input
          id="search-box"
          name="q"
          type="search"
          placeholder="Search ( / )"
          value={isHere ? (visit.query.q ?? '') : ''}
          maxlength={255}
          autocomplete="off"
          data-filter
        />
      </form>
    </search>
  )
}
