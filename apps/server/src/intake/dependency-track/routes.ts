import { dependencyTrack } from '@assay/contract/intake/dependency-track.ts'
import { findAccount } from '#accounts/account/store.ts'
import { findTeam } from '#accounts/teams/store.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { tagPages } from '#projects/tags/store.ts'
import { auditCalls } from './audit-calls.ts'
import { badgeCalls } from './badge-calls.ts'
import type { CallsOf } from './calls-of.ts'
import { cloneCalls } from './clone-version.ts'
import { findingCalls } from './finding-calls.ts'
import { loginCalls } from './login.ts'
import { portfolioMetricsCalls, projectMetricsCalls } from './metrics-calls.ts'
import { pageOf } from './page-of.ts'
import { theirPermissions } from './permissions.ts'
import { portfolioCalls } from './portfolio-calls.ts'
import { replyAsDependencyTrack } from './problem.ts'
import { projectReads, projectWrites } from './project-calls.ts'
import { propertyCalls } from './property-calls.ts'
import { searchCalls } from './search-calls.ts'
import { uploadCalls } from './upload-calls.ts'
import { v2Calls } from './v2-calls.ts'
import { versionResponse } from './version.ts'

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
    ...auditCalls(context),
    ...portfolioCalls(context),
    ...searchCalls(context),
    ...loginCalls({ routes, ...context }),
    ...cloneCalls(context),
    ...propertyCalls(context),
    ...badgeCalls(context),
    ...v2Calls(context),
  }
  void routes.app.register(async (app) => {
    app.setErrorHandler(replyAsDependencyTrack)
    registerRoutes({ ...routes, app }, dependencyTrack, handlers)
  })
}

function otherCalls({ db }: Pick<AppContext, 'db'>): CallsOf<'teamSelf' | 'tags'> {
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
  }
}

/** A token belongs to a team, or to the account. */
async function teamOf(db: Database, { token, scope }: Caller): Promise<{ uuid: string; name: string }> {
  const team = token?.teamUuid ? await findTeam(db, scope, token.teamUuid) : undefined
  if (team) return { uuid: team.uuid, name: team.name }
  return { uuid: scope.accountUuid, name: (await findAccount(db, scope))?.name ?? '' }
}
