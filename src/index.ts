export { startServer as startSandbox } from './runtime/start-sandbox.ts'
