import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { markTraced } from './log-traces.ts'
import { parseTraceparent, requestIdOf, traceIdOf } from './traceparent.ts'
import { isTracing, startSpan, type StartedSpan } from './tracing.ts'

const parentOf = ({ headers: { traceparent } }: Pick<IncomingMessage, 'headers'>) =>
  isTracing() && typeof traceparent === 'string' ? parseTraceparent(traceparent) : null

/** The id of the trace that the request continues, or a new one. */
export function requestId(request: IncomingMessage): string {
  const parent = parentOf(request)
  return parent ? requestIdOf(parent.traceId) : randomUUID()
}

const spans = new WeakMap<FastifyRequest, StartedSpan>()

/** A span for each request; what it sends and stores continues its trace. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  app.addHook('onRequest', (request, reply, done) => {
    const span = startSpan({
      name: request.method,
      kind: 'server',
      parent: parentOf(request),
      traceId: traceIdOf(request.id),
    })
    if (span) {
      spans.set(request, span)
      reply.log = request.log = markTraced(request.log, span.context)
    }
    done()
  })
  // The body arrives by events of the connection, outside of the context of earlier hooks.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const route = url === undefined || url.includes('*') ? null : url
    spans.get(request)?.end({
      name: route === null ? request.method : `${request.method} ${route}`,
      attributes: {
        'http.request.method': request.method,
        'http.response.status_code': reply.statusCode,
        'url.scheme': request.protocol,
        ...(route !== null && { 'http.route': route }),
      },
      error: reply.statusCode >= 500 ? `${reply.statusCode}` : null,
    })
    done()
  })
}
