import { textWithoutCredentials } from '@assay/engine/url-credentials.ts'
import { traceOfLine } from '#platform/traces/log-traces.ts'
import pino, { type DestinationStream, type Logger } from 'pino'

/** Authorization headers, cookies and query strings are never logged, since they may contain tokens. */
export const createLog = (level: string, destination: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      // Settings and library errors contain URLs with passwords.
      hooks: { streamWrite: textWithoutCredentials },
      mixin: traceOfLine,
      redact: ['req.headers', 'password', 'token', '*.password', '*.token'],
      serializers: {
        // The driver attaches its whole client to errors.
        err: (error: Error) => ({ ...pino.stdSerializers.err(error), client: undefined }),
        req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
          id,
          method,
          path: url.split('?')[0],
        }),
      },
    },
    destination,
  )

/** Log lines that cannot be written (full disk, closed pipe) are dropped. */
const standardOutput = (): DestinationStream => {
  const destination = pino.destination()
  destination.on('error', () => undefined)
  return destination
}
