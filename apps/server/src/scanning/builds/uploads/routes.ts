import { contract } from '@assay/contract/contract.ts'
import type { FilePart } from '@assay/contract/endpoint.ts'
import {
  isRepositoryExclusions,
  readRepositoryExclusions,
} from '@assay/engine/policies/repository-exclusions.ts'
import {
  isRepositoryPolicy,
  isRepositoryRules,
  readRepositoryRules,
} from '@assay/engine/policies/repository-rules.ts'
import type { SourceDocument } from '@assay/engine/inventory.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { type StreamLimits, StreamSlots } from '#auth/limits/stream-slots.ts'
import { outdatedEcosystems, readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { hasToken } from '#auth/callers/token-store.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { awaitBuild } from '#scanning/builds/await-build.ts'
import { buildResponse } from '#scanning/builds/build-response.ts'
import { checkReadable } from '#scanning/builds/reading/check-readable.ts'
import { followBuild } from '#scanning/builds/follow-build.ts'
import { packDocument } from '#scanning/builds/documents/pack-document.ts'
import { documentOf, receiveUpload, type Uploader } from './receive-upload.ts'
import { type BuildRow, findBuild, findLastOfToken } from '#scanning/builds/store.ts'
import { addDocument, beginBuild, startBuild, type Target } from './submit-build.ts'
import type { BuildDocument } from '#scanning/builds/documents/build-document.ts'
import type { UploadedDocument } from './unpack-documents.ts'

/** How clients refer to a build they created. */
interface Submission {
  content: string
  language: string
  path: string
}

/** A stream queries the database twice a second. */
export const streamLimits: StreamLimits = { ofMember: 20, ofAccount: 100, ofServer: 200 }

export function buildsRoutes(context: AppContext): void {
  stepByStep(context)
  inParallel(context)
}

function stepByStep(context: AppContext): void {
  const { routes, db, queue } = context
  const toResponse = responseFor(context)
  const slots = new StreamSlots(streamLimits)
  registerRoutes(routes, contract.builds, {
    async create({ caller, body, reply, change }) {
      const id = await change(async (tx) => {
        const id = await beginBuild(tx, caller, { project: { url: body.url }, branch: body.branch })
        return { result: id, target: { id }, after: { url: body.url, branch: body.branch } }
      })
      reply.header('location', `/api/v1/builds/${id}`)
      return {}
    },
    async submit({ caller, params, body, change }) {
      const { scope } = caller
      const id = checkedId(params.id)
      if (!(await findBuild(db, scope, id))) throwNotFound('build')
      const document = submittedDocument(body)
      // What is invalid in files of the repository is reported as issues of the scan.
      const accepted = countEntries(document) ?? (await checkReadable(id, [document]))
      const packed = await packDocument(document)
      return change(async (tx) => {
        await addDocument(tx, scope, { buildUuid: id, document: packed })
        return { result: { accepted }, after: { path: document.path, accepted } }
      })
    },
    start({ caller: { scope }, params, change }) {
      const id = checkedId(params.id)
      return change(async (tx) => {
        const before = (await findBuild(tx, scope, id)) ?? throwNotFound('build')
        await startBuild({ tx, queue }, scope, id)
        const after = (await findBuild(tx, scope, id)) ?? throwNotFound('build')
        const result = buildResponse(scope, after, [])
        return { result, before: { state: before.state }, after: { state: after.state } }
      })
    },
    async get({ caller, params }) {
      const row = await findBuild(db, caller.scope, checkedId(params.id))
      return toResponse(caller.scope, row ?? throwNotFound('build'))
    },
    async lastOfToken({ caller, params }) {
      const { scope, memberUuid } = caller
      const query = { uuid: params.tokenUuid, memberUuid, others: caller.scopeFor('tokens.read-any') }
      if (!(await hasToken(db, scope, query))) throwNotFound('token')
      const row = await findLastOfToken(db, scope, params.tokenUuid)
      return { build: row ? await toResponse(scope, row) : null }
    },
    async events({ caller, params, gone }) {
      const { scope } = caller
      const uuid = checkedId(params.id)
      slots.take(caller, gone)
      if (!(await findBuild(db, scope, uuid))) throwNotFound('build')
      return mapEvents(followBuild(db, scope, { uuid, gone }), (row) => toResponse(scope, row))
    },
  })
}

/** 'name,version' lines of the language, except JSON, which is detected as in an upload. */
function submittedDocument({ content, language, path: submittedPath }: Submission): BuildDocument {
  const isJson = /^\uFEFF?\s*\{/.test(content)
  const ending = isJson ? 'json' : 'csv'
  const path =
    submittedPath.replace(/[?#].*$/, '').replace(/^\/+/, '') || `dependencies.${language}.${ending}`
  const isRecognized = isJson || isRepositoryPolicy(path)
  return {
    path,
    format: isRecognized ? 'auto' : `csv:${language.toLowerCase()}`,
    bytes: new TextEncoder().encode(content),
  }
}

/** Exclusions or rules of a file of the repository; null for an inventory. */
function countEntries(document: SourceDocument): number | null {
  if (isRepositoryExclusions(document.path)) return readRepositoryExclusions(document).exclusions.length
  return isRepositoryRules(document.path) ? readRepositoryRules(document).rules.length : null
}

function inParallel(context: AppContext): void {
  const { routes } = context
  const upload = async (
    call: Uploader,
    {
      wait,
      documents,
      ...target
    }: Target & { documents: UploadedDocument[]; wait?: 'true' | 'false' | undefined },
  ) => {
    const queued = await receiveUpload(context, call, { documents, target: async () => target })
    const { scope } = call.caller
    return responseFor(context)(
      scope,
      wait === 'false' ? queued : await awaitBuild(context, scope, queued.uuid),
    )
  }
  const projectOf = (body: { url: string; name?: string | undefined; teamUuid?: string | undefined }) => ({
    url: body.url,
    name: body.name,
    teamUuid: body.teamUuid,
  })
  registerRoutes(routes, contract.uploads, {
    intoNew: ({ body: { branch, wait, ...body }, ...call }) =>
      upload(call, { project: projectOf(body), branch, wait, documents: [documentOf(body)] }),
    intoProject: ({ params, body: { branch, wait, ...body }, ...call }) =>
      upload(call, {
        project: { uuid: params.projectUuid, teamUuid: body.teamUuid },
        branch,
        wait,
        documents: [documentOf(body)],
      }),
    folderIntoNew: ({ body: { branch, wait, ...body }, ...call }) =>
      upload(call, { project: projectOf(body), branch, wait, documents: documentsOf([body.file].flat()) }),
  })
}

const maxPathLength = 1_000

/** Uses the paths sent as file names. */
function documentsOf(files: readonly FilePart[]): UploadedDocument[] {
  const paths = files.map(({ filename }) => filename.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, ''))
  if (paths.some((path) => path === '' || path.length > maxPathLength || path.split('/').includes('..')))
    throw new Problem(400, 'pathInvalid', 'A file name must be a path within the project')
  if (new Set(paths).size < paths.length)
    throw new Problem(400, 'pathRepeated', 'Two files have the same path')
  return files.map((file, index) => documentOf({ file, path: paths[index]! }))
}

const responseFor = (context: AppContext) => async (scope: Scope, row: BuildRow) =>
  buildResponse(scope, row, outdatedEcosystems(await readKnowledge(context)))

const checkedId = (id: string) => (/^[\da-f-]{36}$/i.test(id) ? id : throwNotFound('build'))

async function* mapEvents<T, R>(
  events: AsyncIterable<T>,
  change: (event: T) => Promise<R>,
): AsyncGenerator<R> {
  for await (const event of events) yield await change(event)
}
