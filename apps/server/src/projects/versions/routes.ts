import { isoDay } from '@assay/engine/time.ts'
import { contract } from '@assay/contract/contract.ts'
import type { ProjectVersion } from '@assay/contract/versions.ts'
import { severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { wireCovered } from '#projects/coverage-store.ts'
import { findProject } from '#projects/project-store.ts'
import { changeVersion, createVersion, removeVersion } from './change-versions.ts'
import { listVersions, type VersionRow } from './store.ts'

export function versionsRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.versions, {
    async list({ caller: { scope }, params }) {
      if (!(await findProject(db, scope, params.projectUuid))) throwNotFound('project')
      return (await listVersions(db, scope, params.projectUuid)).map(wireVersion)
    },
    create: ({ caller: { scope }, params, body, change }) =>
      change(async (tx) => {
        const row = await createVersion(tx, scope, { projectUuid: params.projectUuid, ...body })
        const after = wireVersion(row)
        return { result: after, target: { versionUuid: row.uuid }, after }
      }),
    update: ({ caller: { scope }, params, body, change }) =>
      change(async (tx) => {
        const named = { projectUuid: params.projectUuid, uuid: params.versionUuid }
        const { before, after } = await changeVersion(tx, scope, { ...named, ...body })
        return { result: wireVersion(after), before: wireVersion(before), after: wireVersion(after) }
      }),
    remove: ({ caller: { scope }, params, change }) =>
      change(async (tx) => {
        const named = { projectUuid: params.projectUuid, uuid: params.versionUuid }
        return { result: {}, before: wireVersion(await removeVersion(tx, scope, named)) }
      }),
  })
}

const wireVersion = ({ covered, findings, scannedAt, ...row }: VersionRow): ProjectVersion => ({
  ...row,
  scannedAt: scannedAt.getTime(),
  // The last day is still supported.
  isSupported: row.supportedUntil === null || row.supportedUntil >= isoDay(new Date()),
  ...wireCovered(covered),
  findings: Object.fromEntries(
    severities.flatMap((severity) =>
      findings[severity] ? [[toWireSeverity[severity], findings[severity]]] : [],
    ),
  ),
})
