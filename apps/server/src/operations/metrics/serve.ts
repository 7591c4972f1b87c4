import { createHash, timingSafeEqual } from 'node:crypto'
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { metricsMediaType } from '#platform/telemetry/registry.ts'
import { httpsOf } from '#platform/http/tls.ts'
import type { Metrics } from './collect.ts'

/** At /metrics, for the bearer of the token if there is one. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    if (token !== undefined && !bears(request, token))
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ error: 'The token of metrics is missing' })
    return reply
      .type(metricsMediaType)
      .header('cache-control', 'no-store')
      .send(await metrics.read())
  })
}

/** On a port of their own, which need not be reachable for users, with the probe of life for workers. */
export async function serveMetrics(
  { host, tls, metrics: { port = 0, token } }: Pick<Config, 'host' | 'tls' | 'metrics'>,
  metrics: Metrics,
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify(httpsOf(tls))
  metricsRoute(app, metrics, token)
  app.get('/healthz', () => ({ status: 'ok' }))
  await app.listen({ port, host })
  return app
}

function bears({ headers: { authorization = '' } }: FastifyRequest, token: string): boolean {
  // Hashes have the same length.
  return timingSafeEqual(sha256(authorization), sha256(`Bearer ${token}`))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
