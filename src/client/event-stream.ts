import type { EventData } from '../http/contract/control/calls/requests.ts'

/** Something that happened in a world, with its type. */
export type ControlEvent = {
  [Type in keyof EventData]: { readonly type: Type; readonly data: EventData[Type] }
}[keyof EventData]

/** The events of a server-sent stream, until it ends. */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ControlEvent, void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event !== undefined) yield event
    }
  }
}

/** Nothing for a comment. What the data is, the server's own types say. */
function eventOf(block: string): ControlEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  return { type: fields.get('event'), data: JSON.parse(data) } as ControlEvent
}
