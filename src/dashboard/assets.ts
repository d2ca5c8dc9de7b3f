import { createHash } from 'node:crypto'
import type { PageResponse } from '../gateway/wire/answer.ts'
import script from './browser/main.ts?asset'
import style from './style/dashboard.css?asset'

const gate = 'M8 22V12a8 8 0 0 1 16 0v10h-4V12.500a4 4 0 0 0-8 0V22z'

function icon(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${colour}"/><path d="${gate}" fill="#fff" transform="translate(0 2)"/></svg>`
}

const assets: Readonly<Record<string, { type: string; text: string }>> = {
  'dashboard.css': { type: 'text/css', text: style },
  'dashboard.js': { type: 'text/javascript', text: script },
  'icon.svg': { type: 'image/svg+xml', text: icon('#2f5fd0') },
  'icon-alarm.svg': { type: 'image/svg+xml', text: icon('#c0271f') },
}

type AssetName = 'dashboard.css' | 'dashboard.js' | 'icon.svg' | 'icon-alarm.svg'

/** Another text, another address: browsers may keep it for good. */
const mark = createHash('sha256').update(JSON.stringify(assets)).digest('hex').slice(0, 12)

export function assetAddress(name: AssetName): string {
  return `/_sandbox/assets/${mark}/${name}`
}

export function assetAnswer(path: string): PageResponse | undefined {
  const [, given, name = ''] = /^\/assets\/(\w+)\/([\w.-]+)$/.exec(path) ?? []
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined
  if (asset === undefined) return undefined
  const caching = given === mark ? 'public, max-age=31536000, immutable' : 'no-store'
  return {
    status: 200,
    headers: { 'Content-Type': `${asset.type}; charset=utf-8`, 'Cache-Control': caching },
    body: asset.text,
  }
}
