import { textWithoutCredentials } from '@assay/engine/url-credentials.ts'
import { runCommand } from './commands.ts'
import { inspect } from 'node:util'
import { ConfigError, readConfig } from './config.ts'
import { EmbeddedDatabaseError } from '#platform/database/embedded/embedded-database-error.ts'
import { RestoreRefused } from '#platform/backup/restore-backup.ts'
import { TlsFileError } from '#platform/http/tls.ts'
import { DatabaseStartError } from '#platform/database/reach-database.ts'
import { type RunningServer, startServer } from './server.ts'
import { createLog } from '#platform/system/log.ts'

/** On a terminal, only warnings are logged. */
const logLevel = process.stdout.isTTY ? 'warn' : 'info'
/** A shutdown that takes longer, such as with a hanging database, is aborted. */
const stopLimitMs = 30_000

/** Startup errors reported as a message without a stack. */
const isStartError = (error: unknown) =>
  error instanceof ConfigError ||
  error instanceof EmbeddedDatabaseError ||
  error instanceof RestoreRefused ||
  error instanceof TlsFileError ||
  error instanceof DatabaseStartError

let server: RunningServer | undefined
let isStopping = false
let drainMs = 0

function stop(exitCode: number): void {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), stopLimitMs + drainMs).unref()
  void (server?.stop() ?? Promise.resolve()).then(
    () => process.exit(exitCode),
    (error: unknown) => {
      process.stderr.write(`Assay did not stop cleanly: ${textWithoutCredentials(String(error))}\n`)
      process.exit(1)
    },
  )
}

// A closed pipe or full disk of the output does not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

const [, , ...words] = process.argv

try {
  if (words.length > 0) {
    await runCommand(words, process.env)
    process.exit(0)
  }
  const config = readConfig({ ASSAY_LOG_LEVEL: logLevel, ...process.env })
  drainMs = config.drainMs
  const log = createLog(config.logLevel)
  // After an unhandled error the state is unknown: shut down, and let the supervisor restart the process.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error, event }, 'Unhandled error, shutting down')
      stop(1)
    })
  }
  server = await startServer(config, log)
  process.on('SIGINT', () => stop(0))
  process.on('SIGTERM', () => stop(0))
  server.onLost((error) => {
    process.stderr.write(`${textWithoutCredentials(error.message)}\n`)
    stop(1)
  })
} catch (error) {
  const text = isStartError(error) ? (error as Error).message : inspect(error)
  process.stderr.write(`${textWithoutCredentials(text)}\n`)
  process.exit(1)
}
