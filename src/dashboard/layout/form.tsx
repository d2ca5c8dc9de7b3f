import type { Child, PropsWithChildren } from 'hono/jsx'
import type { FormFields, Visit } from '../../control/pages/visit.ts'
import type { Notice, NoticeDetail } from '../notices.ts'
import { pageAddress, sameAddress } from '../words/address.ts'

/** A form: the last part of its address, and what it does. Its page lists it in `forms`. */
export interface PageForm {
  readonly name: string
  readonly handle: (visit: Visit, fields: FormFields) => Promise<FormResult>
}

/** The outcome of a form. */
export interface FormResult {
  readonly notice?: Notice
  /** The next page, if not the one that the form is on. */
  readonly to?: string
}

export function done(text: string, details: readonly NoticeDetail[] = []): FormResult {
  return { notice: { kind: 'done', text, details } }
}

export function refusedBy(text: string, details: readonly NoticeDetail[] = []): FormResult {
  return { notice: { kind: 'refused', text, details } }
}

interface FormProps {
  readonly visit: Visit
  readonly form: PageForm
  readonly class?: string
  readonly id?: string
  /** Values that nobody has to type. */
  readonly values?: Readonly<Record<string, string | number>>
  readonly hasFile?: boolean
  /** The script sends it, and leaves what was typed as it is. */
  readonly isTrying?: boolean
  /** The path of the next page; unless given, the page that the form is on. */
  readonly back?: string
}

/** A form that works without a script. A run from a file has no forms. */
export function Form({ visit, form, values, ...props }: PropsWithChildren<FormProps>) {
  if (visit.isReadOnly) return null
  const _back = props.back === undefined ? sameAddress(visit) : pageAddress(visit, props.back)
  const hidden = { _token: visit.formToken, _back, ...values }
  return (
    <form
      method="post"
      action={pageAddress(visit, `/act/${form.name}`)}
      class={props.class ?? 'inline'}
      id={props.id}
      data-try={props.isTrying ? '' : undefined}
      enctype={props.hasFile ? 'multipart/form-data' : undefined}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={String(value)} />
      ))}
      {props.children}
    </form>
  )
}

interface ButtonProps extends FormProps {
  readonly label: string
  readonly look?: 'small' | 'small danger' | 'strong' | undefined
  readonly title?: string
  readonly isDisabled?: boolean
}

/** One button that does one thing. */
export function ActionButton({ label, look, title, isDisabled = false, ...form }: ButtonProps) {
  return (
    <Form {...form}>
      <button type="submit" class={look} title={title} disabled={isDisabled}>
        {label}
      </button>
    </Form>
  )
}

interface FieldProps extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly label: Child
  /** Of the input; its name unless given. */
  readonly id?: string
  readonly value?: string | undefined
  /** Values to choose from, with their words; undefined: to be typed. */
  readonly choices?: readonly (readonly [value: string, words: Child])[]
  /** Whether it takes several lines. */
  readonly isText?: boolean
  /** Why its value cannot be used. */
  readonly error?: string | undefined
}

/** A field with its label. Other properties are attributes of the input. */
export function Field(props: FieldProps) {
  const { name, label, id = name, value, choices, isText, error, class: look, ...rest } = props
  const more = rest as Record<string, string | number | boolean | undefined>
  const wrong = error && { 'aria-invalid': 'true' as const, 'aria-describedby': `${id}-error` }
  return (
    <div class={typeof look === 'string' ? look : isText ? 'field full' : 'field'}>
      <label for={id}>{label}</label>
      {choices ? (
        <select id={id} name={name} {...wrong}>
          {choices.map(([one, words]) => (
            <option value={one} selected={one === value}>
              {words}
            </option>
          ))}
        </select>
      ) : isText ? (
        <textarea id={id} name={name} spellcheck={false} {...more}>
          {/* A browser leaves out the first line break. */}
          {`\n${value}`}
        </textarea>
      ) : (
        <input id={id} name={name} value={value} autocomplete="off" {...more} {...wrong} />
      )}
      {error && (
        <p class="bad hint" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
