import { startTestSandbox } from '../../support/start.ts'
import { folded } from './sample-page.ts'

/** What `GET /_sandbox/events` streams while the clock is moved. */
export async function eventSample(): Promise<string> {
  await using sandbox = await startTestSandbox()
  const control = `${sandbox.url}/_sandbox`
  const stream = await fetch(`${control}/events`)
  await fetch(`${control}/clock/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ by: '1h' }),
  })
  const text = await textUntil(stream, /event: clock\n[\s\S]*\n\n/)
  return folded('GET /_sandbox/events', [
    'Here, the clock is moved by an hour.\n',
    `\`\`\`text\n${text.trim()}\n\`\`\`\n`,
  ])
}

async function textUntil({ body }: Response, wanted: RegExp): Promise<string> {
  let text = ''
  if (body === null) return text
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (wanted.test(text)) break
  }
  return text
}
