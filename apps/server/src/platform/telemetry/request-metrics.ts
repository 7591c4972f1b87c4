import type { FastifyInstance } from 'fastify'
import { buckets, defineGauge, defineHistogram } from './registry.ts'

const durations = defineHistogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by route, method and class of status.',
  labels: ['route', 'method', 'status'],
  bounds: buckets.request,
})
const running = defineGauge({ name: 'http_requests_in_flight', help: 'Requests being answered.', labels: [] })

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The route is its template; all unknown paths are one. */
export function measureRequests(app: FastifyInstance): void {
  let inFlight = 0
  app.addHook('onRequest', (_request, _reply, done) => {
    running.set({}, ++inFlight)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    running.set({}, --inFlight)
    const { url } = request.routeOptions
    const labels = {
      route: url === undefined || url.includes('*') ? 'other' : url,
      method: methods.has(request.method) ? request.method : 'other',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}
