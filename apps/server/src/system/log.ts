import pino, { type DestinationStream, type Logger } from 'pino'

/** Authorization and cookies never reach the log; neither do query strings, which may carry tokens. */
export const createLog = (level: string, destination: DestinationStream = pino.destination()): Logger =>
  pino(
    {
      level,
      redact: ['req.headers', 'password', 'token', '*.password', '*.token'],
      serializers: {
        // The driver hangs its whole client on an error.
        err: (error: Error) => ({ ...pino.stdSerializers.err(error), client: undefined }),
        req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
          ...{ id, method, path: url.split('?')[0] },
        }),
      },
    },
    destination,
  )
