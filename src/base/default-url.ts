/** Where a sandbox listens unless told otherwise: SAND on a phone keypad. */
export const DEFAULT_PORT = 7263

export const DEFAULT_URL = `http://127.0.0.1:${DEFAULT_PORT}`
