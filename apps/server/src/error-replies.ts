import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import { replyWithProblem, bodyOf } from '#platform/http/reply-with-problem.ts'
import { Problem } from '#platform/http/problem.ts'
import { type SecureConfig, secureHeadersOf } from '#platform/http/secure-headers.ts'
import { replyWithScimProblem, scimBodyOf } from '#identity/scim/scim-problem.ts'

/** Errors outside of routes: in SCIM format below its path, otherwise in ours. */
export const replyWithError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  isScim(request.url) ? replyWithScimProblem(error, request, reply) : replyWithProblem(error, request, reply)

/** 405 for a path that has other methods. */
export const replyToUnknownRoute =
  (methodsOf: (path: string) => string[]) =>
  (request: FastifyRequest, reply: FastifyReply, ofPage: readonly string[] = []) => {
    const methods = [...methodsOf(request.url.split(/[?#]/, 1)[0]!), ...ofPage]
    if (methods.length === 0 || methods.includes(request.method))
      return replyWithError(new Problem(404, 'notFound', 'This address does not exist'), request, reply)
    const allowed = methods.join(', ')
    const message = `This address does not have the method ${request.method}, only ${allowed}`
    return replyWithError(
      new Problem(405, 'methodNotAllowed', message),
      request,
      reply.header('allow', allowed),
    )
  }

const isScim = (path: string) => /^\/+api\/v1\/scim(?:\/|$)/.test(path)

/** HTTP parser errors by code: status phrase and problem. */
const rejections = new Map<string, readonly [string, Problem]>([
  [
    'HPE_HEADER_OVERFLOW',
    [
      'Request Header Fields Too Large',
      new Problem(431, 'headersTooLarge', 'The headers are larger than this server accepts'),
    ],
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    ['Request Timeout', new Problem(408, 'requestTimeout', 'The request did not arrive in time')],
  ],
])
const malformed = [
  'Bad Request',
  new Problem(400, 'invalidRequest', 'This is not a valid HTTP request'),
] as const

/** Answers requests that reach no route: https://nodejs.org/api/http.html#event-clienterror */
export function clientErrorHandler(config: SecureConfig) {
  const headers = Object.entries(secureHeadersOf(config)).map(([name, value]) => `${name}: ${value}`)
  return (error: ConnectionError, socket: Socket) => replyToClientError(error, socket, headers)
}

function replyToClientError(error: ConnectionError, socket: Socket, headers: readonly string[]): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isResponding(socket)) {
    socket.destroy()
    return
  }
  const [phrase, problem] = rejections.get(error.code) ?? malformed
  const [type, body] = isScim(pathOf(error))
    ? ['application/scim+json', scimBodyOf(problem)]
    : ['application/json', bodyOf(problem)]
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${problem.status} ${phrase}`,
    `content-type: ${type}; charset=utf-8`,
    `content-length: ${Buffer.byteLength(text)}`,
    ...headers,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** A second response would be taken as part of the first. */
const isResponding = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }) =>
  socket._httpMessage?.headersSent ?? false

/** The path from the request line, if the rejected bytes still contain it. */
function pathOf({ rawPacket }: ConnectionError): string {
  const bytes: unknown = rawPacket
  const start = Buffer.isBuffer(bytes) ? bytes.toString('latin1', 0, 1000) : ''
  return /^[A-Z]+ (\S+)/.exec(start)?.[1] ?? ''
}
