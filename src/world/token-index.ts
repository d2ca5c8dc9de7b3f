import type { Token } from '../domain/token.ts'

export class TokenIndex {
  put(_token: Token, _before: Token | undefined): void {}
  remove(_token: Token): void {}
  byVirtualPan(_virtualPan: string): number | undefined {
    return undefined
  }
}
