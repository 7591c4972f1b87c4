import { textWithoutCredentials } from '@assay/engine/url-credentials.ts'
import pino, { type DestinationStream, type Logger } from 'pino'

/** Authorization and cookies never reach the log; neither do query strings, which may carry tokens. */
export const createLog = (level: string, destination: DestinationStream = standardOutput()): Logger =>
  pino(
    {
      level,
      // Settings and errors of libraries hold addresses with passwords in them.
      hooks: { streamWrite: textWithoutCredentials },
      redact: ['req.headers', 'password', 'token', '*.password', '*.token'],
      serializers: {
        // The driver hangs its whole client on an error.
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

/** What cannot be written, on a full disk or to a reader that has gone, is lost: the server goes on. */
const standardOutput = (): DestinationStream => {
  const destination = pino.destination()
  destination.on('error', () => undefined)
  return destination
}
