import { asked } from '../asked.ts'
import { pageAddress } from '../layout/address.ts'
import { type Action, done } from './action.ts'

export const createWorld: Action = async (visit, { name = '' }) => {
  const path = `/worlds/${encodeURIComponent(name.trim())}`
  await asked(visit, { method: 'PUT', path })
  return done(`The world ${name.trim()} is there.`)
}

export const removeWorld: Action = async (visit, { name = '' }) => {
  await asked(visit, { method: 'DELETE', path: `/worlds/${encodeURIComponent(name)}` })
  const text = done(`The world ${name} was removed with all its data.`)
  // Its own pages went with it.
  return name === visit.world ? { ...text, to: pageAddress({ prefix: '' }, '/worlds') } : text
}
