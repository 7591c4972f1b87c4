import fastifyStatic from '@fastify/static'
import { type Language, languages } from '@assay/contract/languages.ts'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { browserLanguage } from '#platform/http/browser-language.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

interface WebOptions {
  webFolder: string
  basePath: string
  /** `methods`: those of a page at this path. */
  replyToUnknownRoute: (request: FastifyRequest, reply: FastifyReply, methods?: readonly string[]) => unknown
}

/** Serves the web app and the API reference. */
export async function webRoutes(
  app: FastifyInstance,
  { webFolder, basePath, replyToUnknownRoute }: WebOptions,
): Promise<void> {
  apiPage(app, basePath)
  if (!existsSync(webFolder)) {
    app.setNotFoundHandler((request, reply) => replyToUnknownRoute(request, reply))
    return
  }
  // The build writes compressed copies next to its files.
  const files = { index: false, cacheControl: false, preCompressed: true } as const
  await app.register(fastifyStatic, {
    ...files,
    root: webFolder,
    wildcard: false,
    globIgnore: ['assets/**', ...(basePath === '' ? [] : ['index*'])],
    // The page itself is revalidated on every request.
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  // Looked up per request, since a new build has other files. Names contain a hash of the content.
  await app.register(fastifyStatic, {
    ...files,
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  // Routing happens in the browser; unknown paths get the app with status 404.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split(/[?#]/, 1)[0]!
    if (!requestsPage(request, path))
      return replyToUnknownRoute(request, reply, isKnownPage(path) ? ['GET', 'HEAD'] : [])
    const language = languageOf(request)
    const file = language === languages[0] ? 'index.html' : `index.${language}.html`
    reply
      .code(isKnownPage(path) ? 200 : 404)
      .header('content-language', language)
      .header('vary', 'accept-language, cookie')
    if (basePath === '') return reply.sendFile(file)
    return pageBelowPath(join(webFolder, file), { basePath, request, reply })
  })
}

/** Clients that accept anything, such as link checkers, get existing pages; for other paths they get the API's error. */
function requestsPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest, path: string): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/')) return false
  return accept.includes('text/html') || (accept.includes('*/*') && isKnownPage(path))
}

/** Language chosen by the member, otherwise by Accept-Language. There is one build per language. */
function languageOf(request: FastifyRequest): Language {
  const chosen = /(?:^|;\s*)assay\.language=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
  return languages.find((each) => each === chosen) ?? browserLanguage(request) ?? languages[0]
}

const pages = new Set([
  '/',
  '/dashboard',
  '/plans',
  '/status',
  '/jobs',
  '/inbox',
  '/assistant',
  '/docs',
  '/api',
  '/terms.html',
  '/gdpr.html',
  '/projects',
  '/fixes',
  '/components',
  '/licenses',
  '/findings',
  '/decisions',
  '/overdue',
  '/history',
  '/cases',
  '/groups',
  '/reports',
  '/vulns',
  '/password',
  '/verify',
  '/unsubscribe',
  '/settings',
])
/** Paths with parameters, whose existence only the page itself can check. */
const named = [
  /^\/(?:settings|docs)\/[a-z-]+\/?$/,
  /^\/report\/gh\/[^/]+\/[^/]+\/?$/,
  /^\/components\/[^/]+\/[^/]+\/?$/,
  /^\/(?:groups|cases)\/[\da-f-]+\/?$/,
  /^\/policies\/[\da-f-]+\/hits\/?$/,
]
const isKnownPage = (path: string) =>
  pages.has(path === '/' ? path : path.replace(/\/$/, '')) || named.some((each) => each.test(path))

function apiPage(app: FastifyInstance, basePath: string): void {
  let viewer: Promise<Buffer> | undefined
  app.get(viewerScript, async (_request, reply) => {
    viewer ??= readViewer()
    return reply.type('application/javascript; charset=utf-8').send(await viewer)
  })
  app.get('/api/reference', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(apiReference(basePath)),
  )
}

const viewerScript = '/api/reference-viewer/js/scalar.js'

/** The package consists of its script, which takes 17 MB of heap, so it is loaded on first use. */
async function readViewer(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const holder = fastify()
  await holder.register(reference, {
    routePrefix: '/api/reference-viewer',
    configuration: { url: '/api/v1/openapi.json' },
  })
  const { rawPayload } = await holder.inject(viewerScript)
  await holder.close()
  return rawPayload
}

/** The viewer's default page starts it with an inline script, which the CSP forbids; a data block works too. */
const apiReference = (basePath: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Assay API</title>
  </head>
  <body>
    <script id="api-reference" type="application/json" data-url="${basePath}/api/v1/openapi.json" data-configuration='{"withDefaultFonts":false,"showDeveloperTools":"never","mcp":{"disabled":true},"agent":{"disabled":true},"hideClientButton":true}'></script>
    <script src="${basePath}${viewerScript}"></script>
  </body>
</html>
`

/** The built page knows no base path: its script learns it here, and its chunks are found next to it. */
async function pageBelowPath(
  file: string,
  { basePath, request, reply }: { basePath: string; request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const built = await readFile(file, 'utf8')
  const page = built
    .replace('<html ', `<html data-base="${basePath}" `)
    .replaceAll('src="/assets/', `src="${basePath}/assets/`)
  const tag = `"${createHash('sha256').update(page).digest('base64url')}"`
  reply.headers({ etag: tag, 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  // A proxy that compresses makes the tag a weak one.
  const isKnown = request.headers['if-none-match']?.includes(tag) && reply.statusCode === 200
  return isKnown ? reply.code(304).send() : reply.send(page)
}
