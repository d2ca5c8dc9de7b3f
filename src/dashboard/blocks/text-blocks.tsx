import type { Heading, List, Paragraph, Strip } from '../../judge/blocks/block.ts'
import { sideLabel, wordsIn } from '../../judge/blocks/block.ts'
import { MarkedWord, VerdictPanel } from '../parts/mark.tsx'
import { Advised, Unbroken } from '../parts/text.tsx'
import { CodeLink } from '../payment/verdict.tsx'
import { toneClass, WordsView } from './words-view.tsx'

/** The verdict, and beneath it what limits it. */
export function StripView({ strip }: { strip: Strip }) {
  const { tone, line, notes, sides = [], isOpen } = strip
  const [first = '', ...rest] = line.split(/(?<=\.) /)
  return (
    <>
      <VerdictPanel tone={tone} {...(isOpen && { mark: 'question' })}>
        <p role="status">
          {rest.length > 0 ? <b>{first}</b> : <Unbroken text={first} />}{' '}
          <Unbroken text={rest.join(' ')} />
        </p>
      </VerdictPanel>
      {notes.length + sides.length > 0 && (
        <div class="caution stack" id="caution">
          {notes.map((words) => (
            <p>
              <WordsView words={words} />
            </p>
          ))}
          {sides.map((side) => (
            <p>
              <WordsView words={`${sideLabel(side)} ${side.line}`} />
            </p>
          ))}
        </div>
      )}
    </>
  )
}

const severityLooks = {
  bad: { tone: 'bad', mark: 'failed' },
  warn: { tone: 'warn', mark: 'warning' },
  quiet: { tone: 'calm', mark: 'note' },
  good: { tone: 'good', mark: 'approved' },
  strong: { tone: 'calm', mark: 'note' },
} as const

export function HeadingView({ heading, isSaved }: { heading: Heading; isSaved: boolean }) {
  const { id, title, tone = 'strong', label, about, place, codes = [], money } = heading
  if (label === undefined) {
    return (
      <h3 id={id}>
        <span class={toneClass(tone)}>{title}</span>{' '}
        {about !== undefined && <small class="mono">{about}</small>}
      </h3>
    )
  }
  return (
    <h3 id={id}>
      <MarkedWord look={severityLooks[tone]}>{title}</MarkedWord> {about}
      {money !== undefined && (
        <>
          , <b class="bad tight">{money}</b>
        </>
      )}
      {place !== undefined && <span class="soft"> in {place}</span>}{' '}
      <small class="soft">
        {label}{' '}
        {codes.map((code) => (
          <CodeLink code={code} isSaved={isSaved} />
        ))}
      </small>
    </h3>
  )
}

export function ParagraphView({ paragraph, isSaved }: { paragraph: Paragraph; isSaved: boolean }) {
  const { words, label, tone } = paragraph
  const [{ href } = { href: undefined }] = wordsIn(words)
  // A link says by itself what it leads to.
  if (label !== undefined && href !== undefined) {
    return (
      <p class="small-print">
        <WordsView words={words} />
      </p>
    )
  }
  return (
    <p class={tone && toneClass(tone)}>
      {label !== undefined && (
        <>
          <b>{label}:</b>{' '}
        </>
      )}
      {typeof words === 'string' ? (
        <Advised text={words} isSaved={isSaved} />
      ) : (
        <WordsView words={words} />
      )}
    </p>
  )
}

export function ListView({ list: { items, title, id } }: { list: List }) {
  const list = (
    <ul>
      {items.map((words) => (
        <li>
          <WordsView words={words} />
        </li>
      ))}
    </ul>
  )
  if (title === undefined) return <div id={id}>{list}</div>
  return (
    <section class="stack" id={id}>
      <h2>{title}</h2>
      {list}
    </section>
  )
}
