import type { FastifyInstance } from 'fastify'

/** The url without the base path. Without it, it is taken as it is: some proxies remove it, and health checks have none. */
export function withoutBasePath(url: string, basePath: string): string {
  const rest = url.slice(basePath.length)
  if (basePath === '' || !url.startsWith(basePath) || !/^(?:[/?]|$)/.test(rest)) return url
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Adds the base path to where responses lead on this server. */
export function addBasePathToLocations(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return
  app.addHook('onSend', async (_request, reply) => {
    const location = reply.getHeader('location')
    if (typeof location === 'string' && location.startsWith('/'))
      reply.header('location', basePath + location)
  })
}
