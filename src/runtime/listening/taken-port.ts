import { stopCommand } from '../../store/port/stop-command.ts'
import { StartError } from '../start-error.ts'
import { hostInUrl } from './server-address.ts'

/** Explains why the server cannot listen. */
export function listenFailure(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  if (cause.code === 'EADDRINUSE') return new StartError(takenText(host, port))
  if (cause.code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more rights than this user has; pass --port above 1023`,
    )
  }
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}; pass another --host`)
  }
  return cause
}

/** Does not call the port to find out who listens: another program may not expect a request. */
function takenText(host: string, port: number): string {
  const stop = stopCommand(`http://${hostInUrl(host)}:${port}`)
  return `Port ${port} is taken; pass another --port, or stop what listens there: '${stop}' if it is a sandbox`
}
