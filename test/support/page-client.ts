/** A browser without a script: gets pages, sends forms, follows where they lead. */
export class PageClient {
  readonly url: string
  readonly headers: Record<string, string>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.headers = headers
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    const answer = await fetch(this.url + path, {
      headers: { Accept: 'text/html,*/*;q=0.8', ...this.headers, ...headers },
      redirect: 'manual',
    })
    return await pageOf(answer)
  }

  /** Sends a form as the page at this path would. */
  async send(path: string, action: string, fields: Record<string, string> = {}): Promise<Page> {
    const { text } = await this.get(path)
    const _token = /name="_token" value="(\w+)"/.exec(text)?.[1] ?? ''
    const answer = await this.post(`${path}/act/${action}`, { _token, _back: path, ...fields })
    const to = answer.headers.get('location')
    return to === null ? answer : await this.get(to)
  }

  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { ...this.headers, ...headers },
      redirect: 'manual',
    })
    return await pageOf(answer)
  }
}

export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** What stands in the box at the top. */
  readonly notice: string
}

async function pageOf(answer: Response): Promise<Page> {
  const text = await answer.text()
  const box = /id="notice">(.*?)<\/section>/s.exec(text)?.[1] ?? ''
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    notice: wordsOf(box),
  }
}

/** The words of a piece of a page. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<wbr ?\/?>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
}
