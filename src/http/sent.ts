/**
 * What a handler gives that has written its answer itself, on Node's own response. A web `Response` would
 * cost each start the loading of all that Node has of `fetch`.
 */
export const SENT = Object.freeze({ isSent: true }) as unknown as Response
