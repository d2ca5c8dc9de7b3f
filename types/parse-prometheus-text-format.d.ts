declare module 'parse-prometheus-text-format' {
  interface Sample {
    readonly value: string
    readonly labels?: Readonly<Record<string, string>>
  }
  export default function parse(
    text: string,
  ): readonly { readonly name: string; readonly metrics: readonly Sample[] }[]
}
