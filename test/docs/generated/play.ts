import { startTestSandbox } from '../../support/start.ts'
import type { Answered, Sample } from './sample.ts'

/** The answers of a fresh sandbox, whose clock stands still, to one call after the other. */
export async function play(samples: readonly Sample[]): Promise<readonly Answered[]> {
  await using sandbox = await startTestSandbox()
  const answered: Answered[] = []
  for (const sample of samples) {
    const earlier = answered.find((one) => one.sample.of === sample.bodyFrom)
    const given = { ...sample, body: earlier === undefined ? sample.body : earlier.answer }
    answered.push({ ...(await answerOf(sandbox.url, given, answered.length)), sample })
  }
  return answered
}

async function answerOf(url: string, sample: Sample, number: number): Promise<Answered> {
  const { method, path, body } = sample
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(path.startsWith('/v1') && method !== 'GET' && { 'X-Correlation-Id': `call-${number}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = (await answer.text())
    .replaceAll(new URL(url).host, '127.0.0.1:7263')
    .replace(/"id":"[0-9a-f]{16}"/, '"id":"5f2c81d09be3a647"')
  return { sample, status: answer.status, answer: text === '' ? undefined : JSON.parse(text) }
}
