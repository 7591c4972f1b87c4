import type { ImportedScan } from '@assay/contract/intake/defect-dojo.ts'
import type { ScanInput } from '@assay/contract/intake/defect-dojo-inputs.ts'
import { maxFiles } from '@assay/contract/uploads.ts'
import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#context.ts'
import type { Change } from '#auth/router/change.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import { readDocument } from '#intake/dependency-track/read-document.ts'
import { findVersion } from '#intake/dependency-track/versions-store.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { awaitBuild } from '#scanning/builds/await-build.ts'
import { totalSize } from '#scanning/builds/documents/document-heads.ts'
import { keepOtherDocuments, listDocumentHeads } from '#scanning/builds/documents/document-store.ts'
import { hasEnded } from '#scanning/builds/follow-build.ts'
import { documentOf, receiveUpload } from '#scanning/builds/uploads/receive-upload.ts'
import { type BuildRow, findUnfinished } from '#scanning/builds/store.ts'
import type { Target } from '#scanning/builds/uploads/submit-build.ts'
import { countFindings } from './count-findings.ts'
import { idOfUuid } from './dojo-id.ts'
import { findEngagement, findProduct } from './place-store.ts'
import { invalidField } from './problem.ts'
import { ensureTest, findTest, pathOfTest } from './test-store.ts'
import { productTypeId } from './wire.ts'

/** Where a report belongs: a branch, and which of its documents the report replaces. */
interface Place {
  target: Target
  title: string
  scanType: string
}

interface Importing {
  caller: Caller
  change: Change
  request: FastifyRequest
}

type Context = Pick<AppContext, 'db' | 'queue' | 'config'>

/** Stores a report beside those of other tests of the branch, scans all of them, and waits briefly for the result. */
export async function importScan(
  context: Context,
  { request, ...call }: Importing,
  body: ScanInput,
): Promise<ImportedScan> {
  const { db } = context
  const { scope } = call.caller
  // Before the document is read, which takes longer.
  const { title, scanType, target } = await findPlace(db, scope, body)
  const file = await readDocument(request, body.file, 'report')
  let test = 0
  const build = await inTurn(context, scope, (isInTurn) =>
    receiveUpload(context, call, {
      documents: [documentOf({ file, path: pathOfTest({ title, scanType }) })],
      target: async (tx) => (await findPlace(tx, scope, body)).target,
      async also(tx, { uuid, branchUuid }) {
        await keepOtherDocuments(tx, scope, { buildUuid: uuid, branchUuid })
        if (isInTurn) await requireTurn(tx, scope, { branchUuid, except: uuid })
        await checkSize(tx, scope, uuid)
        test = await ensureTest(tx, scope, { branchUuid, title, scanType })
        return {}
      },
    }),
  )
  const ended = await awaitBuild(context, scope, build.uuid)
  const version = await findVersion(db, scope, build.branchUuid)
  return {
    scan_type: scanType,
    product_name: version?.name ?? '',
    engagement_name: target.branch,
    test,
    test_id: test,
    engagement_id: idOfUuid(build.branchUuid),
    product_id: idOfUuid(build.projectUuid),
    product_type_id: productTypeId,
    ...(hasEnded(ended) && { statistics: { after: await countFindings(db, scope, { test }) } }),
  }
}

/** Reports that arrive at once are scanned one after the other: each scan has the documents of those before it. */
class NotInTurn extends Error {
  readonly buildUuid: string

  constructor(buildUuid: string) {
    super('Another report of the branch is being scanned')
    this.buildUuid = buildUuid
  }
}

const maxTurnMs = 60_000

async function inTurn(
  context: Context,
  scope: Scope,
  store: (isInTurn: boolean) => Promise<BuildRow>,
): Promise<BuildRow> {
  const deadline = performance.now() + maxTurnMs
  for (;;) {
    try {
      return await store(performance.now() < deadline)
    } catch (error) {
      if (!(error instanceof NotInTurn)) throw error
      await awaitBuild(context, scope, error.buildUuid)
    }
  }
}

async function requireTurn(
  tx: Tx,
  scope: Scope,
  branch: { branchUuid: string; except: string },
): Promise<void> {
  const unfinished = await findUnfinished(tx, scope, branch)
  if (unfinished) throw new NotInTurn(unfinished.uuid)
}

/** By a test, an engagement, or names; a branch that is named takes precedence. Throws Problem 400 as DefectDojo does. */
async function findPlace(db: Database, scope: Scope, body: ScanInput): Promise<Place> {
  const { test: id, scan_type: scanType, test_title: title = '' } = body
  const test = id === undefined ? undefined : await findTest(db, scope, { id })
  if (id !== undefined && !test) throw unknownId('test', id)
  const target = await findTarget(db, scope, { ...body, branchUuid: test?.branchUuid })
  return test ? { target, title: test.title, scanType: test.scanType } : { target, title, scanType }
}

async function findTarget(
  db: Database,
  scope: Scope,
  body: ScanInput & { branchUuid: string | undefined },
): Promise<Target> {
  const { branchUuid, engagement: id, product_name: product, auto_create_context: mayCreate } = body
  if (branchUuid !== undefined || id !== undefined) {
    const engagement = await findEngagement(db, scope, branchUuid ? { uuid: branchUuid } : { id })
    if (!engagement) throw unknownId('engagement', id ?? 0)
    return { project: { uuid: engagement.projectUuid }, branch: body.branch_tag ?? engagement.name }
  }
  if (product === undefined) throw invalidField('product_name', 'engagement or product_name is required')
  const branch = branchOf(body)
  const project = await findProduct(db, scope, { name: product })
  if (!project && !mayCreate) throw unknownName('product')
  if (!project) return { project: { url: product, name: product, tags: body.tags }, branch }
  if (!mayCreate && !(await findEngagement(db, scope, { projectUuid: project.uuid, name: branch })))
    throw unknownName('engagement')
  return { project: { uuid: project.uuid }, branch }
}

/** The rule for what an engagement is called here. */
export function branchOf({
  branch_tag: tag,
  engagement_name: name,
}: Pick<ScanInput, 'branch_tag' | 'engagement_name'>) {
  const branch = tag ?? name
  if (branch === undefined) throw invalidField('engagement_name', 'engagement_name or branch_tag is required')
  return branch
}

const unknownId = (field: 'test' | 'engagement', id: number) =>
  invalidField(field, `Invalid pk "${id}" - object does not exist.`)

const unknownName = (what: 'product' | 'engagement') =>
  invalidField(`${what}_name`, `auto_create_context not True, unable to create non-existing ${what}`)

async function checkSize(tx: Tx, scope: Scope, buildUuid: string): Promise<void> {
  const heads = await listDocumentHeads(tx, scope, buildUuid)
  if (heads.length > maxFiles || totalSize(heads) > maxDocumentBytes)
    throw new Problem(413, 'tooLarge', 'The reports of the branch together are too many or too large')
}
