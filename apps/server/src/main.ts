import { major } from './system/node-version.ts'
import { ConfigError, readConfig } from './config.ts'
import { EmbeddedDatabaseError } from './database/embedded/embedded-database-error.ts'
import { startServer } from './server.ts'

/** On a terminal somebody reads along: warnings are enough there. */
const logLevel = process.stdout.isTTY ? 'warn' : 'info'

/** What ends the start with a sentence instead of a stack. */
const isForPeople = (error: unknown) => error instanceof ConfigError || error instanceof EmbeddedDatabaseError

try {
  if (major < 24)
    throw new ConfigError(`Assay runs on Node 24 or later; this is ${process.version}. Use npm start.`)
  const server = await startServer(readConfig({ ASSAY_LOG_LEVEL: logLevel, ...process.env }))
  let isStopping = false
  const stop = (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    void server.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`Assay did not stop cleanly: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  server.onLost(() => stop(1))
} catch (error) {
  process.stderr.write(isForPeople(error) ? `${(error as Error).message}\n` : `${(error as Error).stack}\n`)
  process.exit(1)
}
