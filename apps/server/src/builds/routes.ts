import { contract } from '@assay/contract/contract.ts'
import type { FilePart } from '@assay/contract/endpoint.ts'
import { isToldByName } from '@assay/engine/documents/read.ts'
import type { Parts } from '../app.ts'
import type { Change } from '../audit/record-change.ts'
import type { Caller } from '../auth/scope.ts'
import { implement } from '../http/implement.ts'
import { missing, Problem } from '../http/problem.ts'
import { awaitBuild } from './await-build.ts'
import { buildAnswer } from './build-answer.ts'
import { checkReadable } from './check-readable.ts'
import { followBuild } from './follow-build.ts'
import { type BuildDocument, findBuild } from './store.ts'
import { addDocument, beginBuild, startBuild, submitDocuments, type Target } from './submit-build.ts'

export function buildsRoutes(parts: Parts): void {
  stepByStep(parts)
  atOnce(parts)
}

function stepByStep(parts: Parts): void {
  const { binding, db } = parts
  implement(binding, contract.builds, {
    async create({ caller, body, out, record }) {
      const id = await beginBuild(parts, caller, { project: { url: body.url }, branch: body.branch })
      out.header('location', `/api/v1/builds/${id}`)
      record({ target: { id }, after: { url: body.url, branch: body.branch } })
      return {}
    },
    async submit({ caller, params, body, record }) {
      const { scope } = caller
      const id = checkedId(params.id)
      if (!(await findBuild(db, scope, id))) missing('build')
      const path = body.path.replace(/[?#].*$/, '').replace(/^\/+/, '') || `dependencies.${body.language}.csv`
      const document: BuildDocument = {
        ...{ path, format: `csv:${body.language.toLowerCase()}` },
        bytes: new TextEncoder().encode(body.content),
      }
      const accepted = await checkReadable([document])
      await addDocument(parts, scope, { buildUuid: id, document })
      record({ after: { path: document.path, accepted } })
      return { accepted }
    },
    async start({ caller, params, record }) {
      const id = checkedId(params.id)
      const before = (await findBuild(db, caller.scope, id)) ?? missing('build')
      await startBuild(parts, caller.scope, id)
      const after = (await findBuild(db, caller.scope, id)) ?? missing('build')
      record({ before: { state: before.state }, after: { state: after.state } })
      return buildAnswer(caller.scope, after)
    },
    async get({ caller, params }) {
      const row = await findBuild(db, caller.scope, checkedId(params.id))
      return buildAnswer(caller.scope, row ?? missing('build'))
    },
    async events({ caller: { scope }, params, gone }) {
      const uuid = checkedId(params.id)
      if (!(await findBuild(db, scope, uuid))) missing('build')
      return mapEvents(followBuild(db, scope, { uuid, gone }), (row) => buildAnswer(scope, row))
    },
  })
}

function atOnce(parts: Parts): void {
  const { binding, db } = parts
  const upload = async (
    { caller, record }: { caller: Caller; record: (change: Change) => void },
    {
      documents,
      wait,
      ...target
    }: Target & { documents: BuildDocument[]; wait?: 'true' | 'false' | undefined },
  ) => {
    await checkReadable(documents)
    const id = await submitDocuments(parts, caller, { ...target, documents })
    const build = wait === 'false' ? await findBuild(db, caller.scope, id) : undefined
    const answer = buildAnswer(caller.scope, build ?? (await awaitBuild(parts, caller.scope, id)))
    const after = { branch: target.branch, documents: documents.map(({ path }) => path) }
    record({ target: { id, projectUuid: answer.uuid }, after })
    return answer
  }
  const projectOf = (body: { url: string; name?: string | undefined; teamUuid?: string | undefined }) => ({
    url: body.url,
    name: body.name,
    teamUuid: body.teamUuid,
  })
  implement(binding, contract.uploads, {
    intoNew: ({ body: { branch, wait, ...body }, ...call }) =>
      upload(call, { project: projectOf(body), branch, wait, documents: [documentOf(body)] }),
    intoProject: ({ params, body: { branch, wait, ...body }, ...call }) =>
      upload(call, {
        project: { uuid: params.projectUuid, teamUuid: body.teamUuid },
        ...{ branch, wait, documents: [documentOf(body)] },
      }),
    folderIntoNew: ({ body: { branch, wait, ...body }, ...call }) =>
      upload(call, { project: projectOf(body), branch, wait, documents: documentsOf([body.file].flat()) }),
  })
}

const documentOf = ({ file, path }: { file: FilePart; path?: string | undefined }): BuildDocument => ({
  path: path || pathOf(file),
  format: 'auto',
  bytes: file.bytes,
})

const longestPath = 1_000

/** By the paths that the files have in place of names. */
function documentsOf(files: readonly FilePart[]): BuildDocument[] {
  const paths = files.map(({ filename }) => filename.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, ''))
  if (paths.some((path) => path === '' || path.length > longestPath || path.split('/').includes('..')))
    throw new Problem(400, 'pathInvalid', 'A file has no path within the project for a name')
  if (new Set(paths).size < paths.length)
    throw new Problem(400, 'pathRepeated', 'Two of the files have the same path')
  return files.map(({ bytes }, index) => ({ path: paths[index]!, format: 'auto', bytes }))
}

/**
 * One path for every upload, whatever the file was called: else each new name would lose the coverage of the last.
 * Only where nothing but its name tells how a file is to be read, it keeps that.
 */
function pathOf({ filename, bytes }: FilePart): string {
  const name = filename.split(/[/\\]/).at(-1)!
  return isToldByName({ path: name, bytes }) ? name : 'sbom-cdx.json'
}

const checkedId = (id: string) => (/^[\da-f-]{36}$/i.test(id) ? id : missing('build'))

async function* mapEvents<T, R>(events: AsyncIterable<T>, change: (event: T) => R): AsyncGenerator<R> {
  for await (const event of events) yield change(event)
}
