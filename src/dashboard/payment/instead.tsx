import { lowerFirst } from '../../base/text/counted.ts'
import type { WholePaymentResponse } from '../../control/contract/calls/report.ts'
import { recipeFor } from '../../judge/findings/recipe.ts'
import { CopyBlock, InlineCode, LongCode, Unbroken } from '../parts/text.tsx'
import { CodeLink } from './verdict.tsx'

interface InsteadProps {
  readonly payment: Pick<WholePaymentResponse, 'findings'>
  /** Whether its client may still look up a lost response. */
  readonly isOpen?: boolean
  /** In a file, which leads nowhere. */
  readonly isSaved?: boolean
}

/** What the client should have done, each advice once, and the findings behind it. */
export function Instead({ payment, isOpen = false, isSaved = false }: InsteadProps) {
  const shown = payment.findings.filter(({ code }) => !isOpen || code !== 'unresolved')
  if (shown.length === 0) return null
  const advice = [...new Set(shown.map((one) => one.advice))]
  return (
    <section class="panel" id="instead" aria-label="Instead">
      {advice.map((text, i) => (
        <Advice text={text} number={i} isSaved={isSaved} />
      ))}
      <ul class="soft">
        {shown.map(({ id, code, message }) => (
          <li id={id}>
            <CodeLink code={code} isSaved={isSaved} /> <Unbroken text={message} />
          </li>
        ))}
      </ul>
      <p>
        How to do it right: <code>{recipeFor(shown[0]?.code ?? '')}</code> in the package, or{' '}
        <code>npx sandgate explain {shown[0]?.code}</code>
      </p>
    </section>
  )
}

/** A call that can be sent as it is: nothing in it is left to fill in. */
const call = /(?:GET|POST) \/v1\/[^\s;,…{]*[^\s;,:.…{](?=[\s;,:.]|$)/

interface AdviceProps {
  readonly text: string
  /** Which of the card's pieces of advice it is. */
  readonly number: number
  readonly isSaved: boolean
}

/** A sentence that names its call briefly, and the whole call to copy. */
function Advice({ text, number, isSaved }: AdviceProps) {
  const [whole] = call.exec(text) ?? []
  const brief = whole?.replace(/\?.*/, '?…')
  return (
    <>
      <p>
        <b>{number === 0 ? 'Instead:' : 'And:'}</b>{' '}
        <Sentence text={lowerFirst(text)} whole={whole} brief={brief} />
      </p>
      {whole !== undefined &&
        (isSaved ? <pre>{whole}</pre> : <CopyBlock id={`instead-${number}`} text={whole} />)}
    </>
  )
}

type SentenceProps = { text: string; whole: string | undefined; brief: string | undefined }

function Sentence({ text, whole, brief = '' }: SentenceProps) {
  if (whole === undefined) return <InlineCode text={text} />
  const [before = '', ...after] = text.split(whole)
  return (
    <>
      <InlineCode text={before} />
      <LongCode text={brief} />
      <InlineCode text={after.join(brief)} />
    </>
  )
}
