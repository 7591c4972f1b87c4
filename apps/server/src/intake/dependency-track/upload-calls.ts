import { BomInput, type NotificationInput } from '@assay/contract/intake/dependency-track-inputs.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '#context.ts'
import type { Change } from '#auth/router/change.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import { isUuid } from '#platform/http/is-uuid.ts'
import { forbidden } from '#auth/forbidden.ts'
import { Problem } from '#platform/http/problem.ts'
import { hasEnded } from '#scanning/builds/follow-build.ts'
import { documentOf, receiveUpload } from '#scanning/builds/uploads/receive-upload.ts'
import { findBuild } from '#scanning/builds/store.ts'
import { addVex } from '#scanning/vex/add-vex.ts'
import type { CallsOf } from './calls-of.ts'
import { noteVersion } from './setting-store.ts'
import { saveTold } from './shadow-store.ts'
import { toldFindings } from './told-findings.ts'
import { respond } from '#auth/router/reply.ts'
import { readDocument } from './read-document.ts'
import { describeProject, findNamed, findTarget } from './resolve-target.ts'
import { findProjectNamed } from './versions-store.ts'

type Uploads = 'putBom' | 'postBom' | 'notification' | 'bomToken' | 'eventToken' | 'putVex' | 'postVex'

export function uploadCalls(context: Pick<AppContext, 'db' | 'queue'>): CallsOf<Uploads> {
  const { db } = context
  const upload = ({ body, ...call }: Call) => uploadBom(context, call, body)
  const uploadVex: CallsOf<'putVex'>['putVex'] = async ({ caller, change, body, request }) => {
    const { projectUuid } = await findNamed(db, caller.scope, body)
    const file = { ...(await readDocument(request, body.vex, 'VEX')), filename: 'vex.json' }
    const { uuid } = await addVex(context, { caller, change }, { file, projectUuid })
    return { token: uuid }
  }
  const isProcessing: CallsOf<'bomToken'>['bomToken'] = async ({ caller, params }) => ({
    processing: await isUnfinished(context, caller.scope, params.token),
  })
  return {
    putBom: upload,
    postBom: upload,
    notification: ({ body, ...call }) =>
      body.notification.group === 'BOM_PROCESSED'
        ? uploadBom(context, call, bomOf(body))
        : noteFindings(call, body),
    bomToken: isProcessing,
    eventToken: isProcessing,
    putVex: uploadVex,
    postVex: uploadVex,
  }
}

interface Uploading {
  caller: Caller
  change: Change
  request: FastifyRequest
}
type Call = Uploading & { body: BomInput }

async function uploadBom(
  context: Pick<AppContext, 'db' | 'queue'>,
  { request, ...call }: Uploading,
  body: BomInput,
) {
  const { caller } = call
  const { scope } = caller
  const name = body.autoCreate && body.project === undefined ? body.projectName : undefined
  // Before the document is read, which takes longer.
  if (name === undefined) await findNamed(context.db, scope, body)
  const isNew = name !== undefined && (await findProjectNamed(context.db, scope, name)) === undefined
  const file = await readDocument(request, body.bom, 'BOM')
  const build = await receiveUpload(context, call, {
    documents: [documentOf({ file })],
    target: (tx) => findTarget(tx, caller, body),
    async also(tx, { projectUuid, branch, branchUuid }) {
      const isLatest = body.isLatest ?? body.isLatestProjectVersion
      const tags = isNew ? undefined : body.projectTags
      await describeProject(tx, caller, { projectUuid, branch, tags, isLatest })
      await noteVersion(tx, scope, branchUuid)
      return {}
    },
  })
  return { token: build.uuid, projectUuid: build.branchUuid }
}

/** What another server finds is stored for the comparison; notifications about anything else change nothing. */
async function noteFindings(
  { caller: { scope }, change }: Uploading,
  body: z.output<typeof NotificationInput>,
) {
  const told = toldFindings(body)
  if (scope.teams !== 'all') throw forbidden('Receiving notifications', 'an API token for the whole account')
  return change(async (tx) => {
    await saveTold(tx, scope, told)
    return { result: respond(202, { findings: told.length }), after: { findings: told.length } }
  })
}

/** Tokens of anything else than an upload are those of work that is done. */
async function isUnfinished({ db }: Pick<AppContext, 'db'>, scope: Scope, token: string): Promise<boolean> {
  const build = isUuid(token) ? await findBuild(db, scope, token) : undefined
  return build !== undefined && !hasEnded(build)
}

/** Version 4 may leave the document out. */
const omitted = '(Omitted)'

/** The upload that a notification stands for. Throws Problem 400 for notifications without a document. */
function bomOf({ notification: { subject } }: z.output<typeof NotificationInput>): BomInput {
  const { project, bom } = subject ?? {}
  if (!bom?.content || bom.content === omitted)
    throw new Problem(400, 'bodyMissing', 'The notification has no BOM: let the alert include its content.')
  return BomInput.parse({
    projectName: project?.name,
    projectVersion: project?.version,
    autoCreate: true,
    bom: bom.content,
  })
}
