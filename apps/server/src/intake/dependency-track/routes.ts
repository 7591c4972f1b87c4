import { dependencyTrack } from '@assay/contract/intake/dependency-track.ts'
import { findAccount } from '#accounts/account/store.ts'
import { findTeam } from '#accounts/teams/store.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { tagPages } from '#projects/tags/store.ts'
import { drawBadge } from '#reporting/badges/draw-badge.ts'
import type { CallsOf } from './calls-of.ts'
import { findingCalls } from './finding-calls.ts'
import { portfolioMetricsCalls, projectMetricsCalls } from './metrics-calls.ts'
import { pageOf } from './page-of.ts'
import { theirPermissions } from './permissions.ts'
import { projectMissing, replyAsDependencyTrack } from './problem.ts'
import { projectReads, projectWrites } from './project-calls.ts'
import { uploadCalls } from './upload-calls.ts'
import { versionResponse } from './version.ts'
import { findVersion, type VersionRow } from './versions-store.ts'
import { metricsOfVersion } from './metrics-of.ts'

/** The calls of Dependency-Track's clients. Their paths differ from all of ours, and so do errors below them. */
export function dependencyTrackRoutes({ routes, ...context }: AppContext): void {
  const handlers = {
    version: async () => versionResponse,
    ...otherCalls(context),
    ...uploadCalls(context),
    ...projectReads(context),
    ...projectWrites(context),
    ...findingCalls(context),
    ...projectMetricsCalls(context),
    ...portfolioMetricsCalls(context),
  }
  void routes.app.register(async (app) => {
    app.setErrorHandler(replyAsDependencyTrack)
    registerRoutes({ ...routes, app }, dependencyTrack, handlers)
  })
}

function otherCalls({ db }: Pick<AppContext, 'db'>): CallsOf<'teamSelf' | 'tags' | 'badge'> {
  return {
    async teamSelf({ caller }) {
      const permissions = theirPermissions(caller.permissions).map((name) => ({ name, description: '' }))
      return { ...(await teamOf(db, caller)), permissions }
    },
    async tags({ caller: { scope }, query, reply }) {
      const tags: { name: string; projectCount: number }[] = []
      for await (const page of tagPages(db, scope))
        tags.push(...page.map(({ name, projects }) => ({ name, projectCount: projects.length })))
      return pageOf(reply, tags, query)
    },
    async badge({ caller: { scope }, params, reply }) {
      const version = await findVersion(db, scope, params.branchUuid)
      if (!version) throw projectMissing()
      // Opened directly, an SVG could otherwise run scripts.
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      return drawVulnerabilities(version)
    },
  }
}

/** A token belongs to a team, or to the account. */
async function teamOf(db: Database, { token, scope }: Caller): Promise<{ uuid: string; name: string }> {
  const team = token?.teamUuid ? await findTeam(db, scope, token.teamUuid) : undefined
  if (team) return { uuid: team.uuid, name: team.name }
  return { uuid: scope.accountUuid, name: (await findAccount(db, scope))?.name ?? '' }
}

function drawVulnerabilities(version: VersionRow): Uint8Array<ArrayBuffer> {
  const { critical, high, medium, low, unassigned, vulnerabilities } = metricsOfVersion(version)
  const counts = `${critical} C, ${high} H, ${medium} M, ${low} L, ${unassigned} U`
  const isUnknown = version.lastScannedAt === null
  const color = isUnknown
    ? 'lightgrey'
    : critical + high > 0
      ? 'red'
      : vulnerabilities > 0
        ? 'orange'
        : 'brightgreen'
  const message = isUnknown ? 'no BOM' : counts
  return new TextEncoder().encode(drawBadge({ label: 'vulnerabilities', message, color, style: 'flat' }))
}
