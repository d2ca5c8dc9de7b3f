import { listText } from '../../base/text/counted.ts'

const words = ['api', 'url', 'host', 'port', 'world'] as const

export const variableForm = `a name such as GATEWAY_URL, or a name and a text with ${listText(placeholders(), 'or')}, such as GATEWAY_PORT={port}`

function placeholders(): readonly string[] {
  return words.map((word) => `{${word}}`)
}

/** Why a variable is refused: `GATEWAY_URL` or `GATEWAY_URL=<template>`. */
export function variableFault(text: string): string | undefined {
  const { name, template } = parted(text)
  if (!/^[A-Za-z_]\w*$/.test(name)) return `it must be ${variableForm}`
  const unknown = template.match(/\{\w+\}/g)?.find((one) => !placeholders().includes(one))
  if (unknown === undefined) return undefined
  return `there is no ${unknown}: use ${listText(placeholders(), 'or')}`
}

export function isVariable(text: unknown): boolean {
  return typeof text === 'string' && variableFault(text) === undefined
}

/** The variables of a command that calls the sandbox at these addresses. */
export function commandVariables(
  given: readonly string[],
  { url, api }: { readonly url: string; readonly api: string },
): Readonly<Record<string, string>> {
  const { hostname: host, port: own, protocol } = new URL(url)
  const port = own || (protocol === 'https:' ? '443' : '80')
  const values = { api, url, host, port, world: 'default' }
  const filled = given.map(parted).map(({ name, template }) => {
    const text = template.replaceAll(/\{(\w+)\}/g, (_, word: keyof typeof values) => values[word])
    return [name, text]
  })
  return Object.fromEntries(filled)
}

export function variableName(text: string): string {
  return parted(text).name
}

function parted(text: string): { readonly name: string; readonly template: string } {
  const [name = '', ...rest] = text.split('=')
  return { name, template: rest.length === 0 ? '{api}' : rest.join('=') }
}
