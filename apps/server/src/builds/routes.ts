import { contract } from '@assay/contract/contract.ts'
import type { FilePart } from '@assay/contract/endpoint.ts'
import { isToldByName } from '@assay/engine/documents/read.ts'
import type { Parts } from '../app.ts'
import type { Caller } from '../auth/scope.ts'
import { implement } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { awaitBuild } from './await-build.ts'
import { buildAnswer } from './build-answer.ts'
import { checkReadable } from './check-readable.ts'
import { followBuild } from './follow-build.ts'
import { type BuildDocument, findBuild } from './store.ts'
import { addDocument, beginBuild, startBuild, submitDocument, type Target } from './submit-build.ts'

export function buildsRoutes(parts: Parts): void {
  const { binding, db } = parts
  implement(binding, contract.builds, {
    async create({ caller, body, out }) {
      const id = await beginBuild(parts, caller, { project: { url: body.url }, branch: body.branch })
      out.header('location', `/api/v1/builds/${id}`)
      return {}
    },
    async submit({ caller, params, body }) {
      const { scope } = caller
      const id = checkedId(params.id)
      if (!(await findBuild(db, scope, id))) missing('build')
      const path = body.path.replace(/[?#].*$/, '').replace(/^\/+/, '') || `dependencies.${body.language}.csv`
      const document: BuildDocument = {
        ...{ path, format: `csv:${body.language.toLowerCase()}` },
        bytes: new TextEncoder().encode(body.content),
      }
      const accepted = await checkReadable(document)
      await addDocument(parts, scope, { buildUuid: id, document })
      return { accepted }
    },
    async start({ caller, params }) {
      const id = checkedId(params.id)
      if (!(await findBuild(db, caller.scope, id))) missing('build')
      await startBuild(parts, caller.scope, id)
      return buildAnswer(caller.scope, (await findBuild(db, caller.scope, id)) ?? missing('build'))
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

  const upload = async (
    caller: Caller,
    target: Target,
    file: { file: FilePart; path?: string | undefined; wait?: 'true' | 'false' | undefined },
  ) => {
    const document: BuildDocument = {
      path: file.path || pathOf(file.file),
      format: 'auto',
      bytes: file.file.bytes,
    }
    await checkReadable(document)
    const id = await submitDocument(parts, caller, { ...target, document })
    const build = file.wait === 'false' ? await findBuild(db, caller.scope, id) : undefined
    return buildAnswer(caller.scope, build ?? (await awaitBuild(parts, caller.scope, id)))
  }
  implement(binding, contract.uploads, {
    intoNew: ({ caller, body }) =>
      upload(
        caller,
        { project: { url: body.url, name: body.name, teamUuid: body.teamUuid }, branch: body.branch },
        body,
      ),
    intoProject: ({ caller, params, body }) =>
      upload(
        caller,
        { project: { uuid: params.projectUuid, teamUuid: body.teamUuid }, branch: body.branch },
        body,
      ),
  })
}

/**
 * One path for every upload, whatever the file was called: else each new name would lose the coverage of the last.
 * Only where nothing but its name tells how a file is to be read, it keeps that.
 */
const pathOf = ({ filename, bytes }: FilePart): string =>
  isToldByName({ path: filename, bytes }) ? filename : 'sbom-cdx.json'

const checkedId = (id: string) => (/^[\da-f-]{36}$/i.test(id) ? id : missing('build'))

async function* mapEvents<T, R>(events: AsyncIterable<T>, change: (event: T) => R): AsyncGenerator<R> {
  for await (const event of events) yield change(event)
}
