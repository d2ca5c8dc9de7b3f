/** No gateway answers at the address. In a file of its own: every command knows it, few ask a gateway. */
export class NoGateway extends Error {}
