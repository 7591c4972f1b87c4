import { teaVersion, transparency } from '@assay/contract/intake/transparency.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createPrivateKey, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { AppContext } from '#context.ts'
import type { Handlers } from '#auth/router/handler.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { addRetryAfter, problemOf } from '#platform/http/reply-with-problem.ts'
import { collectionsOf } from '#reporting/publications/collections.ts'
import {
  findPublishedContent,
  findPublishedVersion,
  findVersionOfDocument,
  listPublished,
  listPublishedVersions,
} from '#reporting/publications/store.ts'
import { uuidOfTei } from '#reporting/publications/tei.ts'
import {
  mediaTypes,
  rootOf,
  timeOf,
  wireArtifact,
  wireCollection,
  wireLifecycle,
  wireProduct,
  wireRelease,
} from './wire.ts'

const decompress = promisify(zstdDecompress)

/** Serves what members have published to everyone who has its identifier, while the operator has turned that on. */
export function transparencyRoutes(context: AppContext): void {
  const { routes, config } = context
  if (!config.isTransparent) return
  void routes.app.register(async (app) => {
    app.setErrorHandler(replyAsTea)
    registerRoutes({ ...routes, app }, transparency, {
      ...discoveryCalls(context),
      ...productCalls(context),
      ...releaseCalls(context),
      ...artifactCalls(context),
    })
  })
}

type Calls<Names extends keyof Handlers<typeof transparency>> = Pick<Handlers<typeof transparency>, Names>
type Context = Pick<AppContext, 'db' | 'config'>

const servers = ({ config }: Context) => ({ url: rootOf(config), versions: [teaVersion] })

function discoveryCalls(context: Context): Calls<'wellKnown' | 'discovery'> {
  return {
    wellKnown: async () => ({ schemaVersion: 1 as const, endpoints: [{ ...servers(context), priority: 1 }] }),
    async discovery({ query }) {
      const { uuid } = await findRelease(context, uuidOfTei(query.tei))
      const { url: rootUrl, versions } = servers(context)
      return [{ productReleaseUuid: uuid, servers: [{ rootUrl, versions }] }]
    },
  }
}

function productCalls(context: Context): Calls<'product' | 'products' | 'releases' | 'productReleases'> {
  const { config } = context
  /** Only an identifier of its release leads to it. */
  const wanted = async ({ idType, idValue }: { idType: string; idValue: string }) => {
    const uuid = idType.toUpperCase() === 'TEI' ? uuidOfTei(idValue) : null
    const found = uuid === null ? undefined : await findPublishedVersion(context.db, uuid)
    return found ? [found] : []
  }
  return {
    async product({ params }) {
      const releases = await findReleases(context, params.uuid)
      return wireProduct(config, releases[0]!, releases)
    },
    async products({ query }) {
      const found = await wanted(query)
      return pageOf(
        found.map((each) => wireProduct(config, each, [each])),
        query,
      )
    },
    releases: async ({ params, query }) =>
      pageOf(
        (await findReleases(context, params.uuid)).map((each) => wireRelease(config, each)),
        query,
      ),
    productReleases: async ({ query }) =>
      pageOf(
        (await wanted(query)).map((each) => wireRelease(config, each)),
        query,
      ),
  }
}

function releaseCalls(context: Context): Calls<'release' | 'lifecycle' | 'collections' | 'collection'> {
  const { db, config } = context
  async function collectionsFor(uuid: string) {
    const release = await findRelease(context, uuid)
    return collectionsOf(await listPublished(db, release, release.uuid)).map((each) =>
      wireCollection(config, release.uuid, each),
    )
  }
  return {
    release: async ({ params }) => wireRelease(config, await findRelease(context, params.uuid)),
    lifecycle: async ({ params }) => wireLifecycle(await findRelease(context, params.uuid)),
    collections: async ({ params }) => (await collectionsFor(params.uuid)).toReversed(),
    async collection({ params: { uuid, version } }) {
      const all = await collectionsFor(uuid)
      const found = version === 'latest' ? all.at(-1) : all.find((each) => String(each.version) === version)
      return found ?? throwNotFound('collection')
    },
  }
}

function artifactCalls(context: Context): Calls<'artifact' | 'artifactVersion' | 'download' | 'signature'> {
  const { config } = context
  const artifact = async (uuid: string, version: string) =>
    wireArtifact(config, (await findDocument(context, uuid, version)).document)
  return {
    artifact: ({ params }) => artifact(params.uuid, 'latest'),
    artifactVersion: ({ params }) => artifact(params.uuid, params.version),
    async download({ params: { uuid, version }, reply }) {
      const { document, read } = await findDocument(context, uuid, version)
      reply.header('content-type', mediaTypes[document.kind])
      reply.header('content-disposition', `attachment; filename="${document.kind}.json"`)
      return read()
    },
    async signature({ params: { uuid, version }, reply }) {
      const { read } = await findDocument(context, uuid, version)
      const key = config.signingKey ?? throwNotFound('signature')
      reply.header('content-disposition', 'attachment; filename="document.sig"')
      return new Uint8Array(sign(null, await read(), createPrivateKey(key)))
    },
  }
}

async function findRelease({ db }: Context, uuid: string | null) {
  const found = uuid !== null && isUuid(uuid) ? await findPublishedVersion(db, uuid) : undefined
  return found ?? throwNotFound('release')
}

/** At least one. */
async function findReleases({ db }: Context, projectUuid: string) {
  const found = isUuid(projectUuid) ? await listPublishedVersions(db, projectUuid) : []
  return found.length > 0 ? found : throwNotFound('product')
}

async function findDocument(context: Context, uuid: string, version: string) {
  const { db } = context
  const release = await findRelease(context, isUuid(uuid) ? await findVersionOfDocument(db, uuid) : null)
  const versions = new Map(
    collectionsOf(await listPublished(db, release, release.uuid))
      .flatMap(({ documents }) => documents)
      .filter((each) => each.uuid === uuid.toLowerCase())
      .map((each) => [String(each.version), each]),
  )
  const document =
    (version === 'latest' ? [...versions.values()].at(-1) : versions.get(version)) ??
    throwNotFound('artifact')
  const { kind, collection } = document
  const of = { accountUuid: release.accountUuid, versionUuid: release.uuid, kind, collection }
  const read = async () =>
    new Uint8Array(await decompress((await findPublishedContent(db, of)) ?? throwNotFound('artifact')))
  return { document, read }
}

function pageOf<Item>(
  items: readonly Item[],
  { pageOffset, pageSize }: { pageOffset: number; pageSize: number },
) {
  return {
    timestamp: timeOf(new Date()),
    pageStartIndex: pageOffset,
    pageSize,
    totalResults: items.length,
    results: items.slice(pageOffset, pageOffset + pageSize),
  }
}

/** Errors as the specification has them. */
function replyAsTea(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error, request)
  addRetryAfter(reply, problem)
  const body = problem.status === 404 ? { error: 'OBJECT_UNKNOWN' } : { error: problem.message }
  return reply.code(problem.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}
