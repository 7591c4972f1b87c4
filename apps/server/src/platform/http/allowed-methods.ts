import type { FastifyInstance } from 'fastify'

/** Registered before the routes: the methods of a path, sorted; none for an unknown one. */
export function collectMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const each of [method].flat()) route.methods.add(each)
    routes.set(url, route)
  })
  return (path) => {
    const matching = [...routes.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].toSorted()
  }
}

/** Of a path with ':name' and '*'. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${RegExp.escape(url)
      .replaceAll(/(?::|\\x3a)\w+/g, '[^/]+')
      .replaceAll(String.raw`\*`, '.*')}$`,
  )
