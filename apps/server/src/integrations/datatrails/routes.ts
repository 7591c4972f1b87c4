import { contract } from '@assay/contract/contract.ts'
import type { Integration } from '@assay/contract/integrations.ts'
import { type RkvstSbom, sbomStates } from '@assay/contract/rkvst.ts'
import { text } from './protocol.ts'
import { RkvstSettings } from './settings.ts'
import type { Wording } from '#platform/texts/text.ts'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import type { Change } from '#auth/router/change.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findProject, projectPages } from '#projects/project-store.ts'
import { checkSetup } from '#integrations/core/check-setup.ts'
import { queueDelivery } from '#integrations/core/deliver-job.ts'
import { describeSetup } from '#integrations/core/describe-setup.ts'
import { saveSetup } from '#integrations/core/save-setup.ts'
import { findActive } from '#integrations/core/setup.ts'
import { datatrailsIntegration as integration, plannedSbom } from './index.ts'
import {
  ensureSbom,
  findLink,
  findSbomRow,
  listLinked,
  listSboms,
  type SbomRow,
  type SbomState,
  setLinked,
  updateSbom,
} from './store.ts'

const maxHistory = 1000
const Shown = RkvstSettings.omit({ clientSecret: true }).extend({ clientId: z.string().default('') })

interface BranchParams {
  accountUuid: string
  projectUuid: string
  branch: string
}

interface StateChange {
  tx: Tx
  scope: Scope
  row: SbomRow
  wanted: SbomState
  subject: Wording
}

export function rkvstRoutes(appContext: AppContext): void {
  registerCredentials(appContext)
  registerSboms(appContext)
}

const { credentials, saveCredentials, checkCredentials, ...sbomCalls } = contract.rkvst

function registerCredentials(appContext: AppContext): void {
  const { routes, db, vault } = appContext
  const context = { ...appContext, log: routes.app.log }
  registerRoutes(
    routes,
    { credentials, saveCredentials, checkCredentials },
    {
      credentials: async ({ caller }) =>
        wireCredentials(await describeSetup({ db, vault }, caller.scope, integration)),
      saveCredentials: ({ caller, body, change }) =>
        change(async (tx) => {
          const saved = await saveSetup({ tx, vault, scope: caller.scope, integration }, body)
          return { ...saved, result: wireCredentials(saved.result) }
        }),
      checkCredentials: ({ caller, body }) =>
        checkSetup(context, caller.scope, { integration, input: body, language: 'en' }),
    },
  )
}

function registerSboms(appContext: AppContext): void {
  const { routes, db } = appContext
  const changeSbom = (
    { caller, params, change }: { caller: Caller; params: { sbomUuid: string }; change: Change },
    wanted: SbomState,
  ) => {
    const { scope } = caller
    return change(async (tx) => {
      const row = (await findSbomRow(tx, scope, params.sbomUuid)) ?? throwNotFound('SBOM')
      return want(appContext, {
        tx,
        scope,
        row,
        wanted,
        subject: text('sbomOfScan', { scan: row.scan_uuid }),
      })
    })
  }
  registerRoutes(routes, sbomCalls, {
    async projects({ caller }) {
      const linked = await listLinked(db, caller.scope)
      return streamItems(projectPages(db, caller.scope), ({ uuid, url, name, branches }) => ({
        uuid,
        url,
        name,
        branches: branches.map((branch) => ({ name: branch, isLinked: linked.has(`${uuid} ${branch}`) })),
      }))
    },
    link: (input) => link(input, true),
    unlink: (input) => link(input, false),
    publish({ caller, params, change }) {
      const { scope } = caller
      return change(async (tx) => {
        const { project, branch } = await branchOf(tx, scope, params)
        const scanUuid = branch.last_scan_uuid ?? throwNotFound('report')
        const row = await ensureSbom(tx, scope, {
          projectUuid: project.uuid,
          branchUuid: branch.uuid,
          scanUuid,
        })
        return want(appContext, {
          tx,
          scope,
          row,
          wanted: 'published',
          subject: `${project.url} ${branch.name}`,
        })
      })
    },
    async history({ caller, params }) {
      const { branch } = await branchOf(db, caller.scope, params)
      return (await listSboms(db, caller.scope, { branchUuid: branch.uuid, limit: maxHistory })).map(wireSbom)
    },
    publishSbom: (input) => changeSbom(input, 'published'),
    withdrawSbom: (input) => changeSbom(input, 'withdrawn'),
  })
}

const link = (
  { caller, params, change }: { caller: Caller; params: BranchParams; change: Change },
  isLinked: boolean,
) =>
  change(async (tx) => {
    const { branch } = await branchOf(tx, caller.scope, params)
    const before = (await findLink(tx, caller.scope, branch.uuid))?.isLinked ?? false
    await setLinked(tx, caller.scope, { branchUuid: branch.uuid, isLinked })
    return { result: { isLinked }, before: { isLinked: before }, after: { isLinked } }
  })

/** Stores the target state and queues a job to apply it. */
async function want(
  { vault, queue }: Pick<AppContext, 'vault' | 'queue'>,
  { tx, scope, row, wanted, subject }: StateChange,
) {
  if (!(await findActive({ db: tx, vault }, scope, integration)))
    throw new Problem(409, 'notConfigured', 'DataTrails is not set up, or is turned off')
  const after = (await updateSbom(tx, scope, { uuid: row.uuid, wanted })) ?? throwNotFound('SBOM')
  await queueDelivery({ tx, queue }, scope, { id: integration.id, ...plannedSbom(row, subject) })
  return {
    result: wireSbom(after),
    target: { sbomUuid: row.uuid },
    before: { state: row.state, wanted: row.wanted },
    after: { wanted },
  }
}

async function branchOf(db: Database, scope: Scope, { projectUuid, branch: name }: BranchParams) {
  const project = (await findProject(db, scope, projectUuid)) ?? throwNotFound('project')
  const branch = (await findBranch(db, scope, { projectUuid, name })) ?? throwNotFound('branch')
  return { project, branch }
}

const stateOf = (text: string): SbomState => sbomStates.find((state) => state === text) ?? 'queued'

const wireSbom = (row: SbomRow): RkvstSbom => ({
  uuid: row.uuid,
  reportUuid: row.scan_uuid,
  state: stateOf(row.state),
  wanted: stateOf(row.wanted),
  remoteId: row.remote_id,
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
})

const wireCredentials = ({ values, secrets, isConfigured, isActive, updatedAt }: Integration) => ({
  ...Shown.parse(values),
  isConfigured,
  isActive,
  hasClientSecret: secrets.length > 0,
  updatedAt,
})
