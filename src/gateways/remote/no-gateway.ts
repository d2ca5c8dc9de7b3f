/** No gateway answers at the address. In a separate file: every command knows it, few ask a gateway. */
export class NoGateway extends Error {}
