import type { Request } from '../../law/wire/request.ts'
import type { Choosing } from './choosing.ts'

/** What goes wrong before anybody looks at the content. */
export function astray({ chance }: Choosing, request: Request): Request {
  const headers = (more: Readonly<Record<string, string>>) => ({
    ...request,
    headers: { ...request.headers, ...more },
  })
  const hasBody = request.body !== undefined
  const ofBody: readonly (() => Request)[] = [
    () => ({ ...request, body: '{"merchant":' }),
    () => ({ ...request, body: JSON.stringify(request.body).padEnd(64 * 1024 + 1) }),
    () =>
      headers({ 'content-type': chance.one(['text/plain', 'application/json; charset=utf-16']) }),
    () => headers({ 'content-type': 'application/json; charset=UTF-8' }),
    () => headers({ 'content-encoding': 'gzip' }),
  ]
  const ofAny: readonly (() => Request)[] = [
    () => headers({ origin: 'https://shop.example' }),
    () => headers({ authorization: 'Bearer nobody' }),
    () => ({ ...request, path: `${request.path}/nowhere/at/all` }),
    () => ({ ...request, method: 'PUT', body: undefined }),
  ]
  return (chance.some(hasBody ? [...ofBody, ...ofAny] : ofAny) ?? (() => request))()
}
