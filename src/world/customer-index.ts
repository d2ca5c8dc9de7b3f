import type { Customer } from '../domain/customer.ts'

export class CustomerIndex {
  put(_customer: Customer, _before: Customer | undefined): void {}
  remove(_customer: Customer): void {}
}
