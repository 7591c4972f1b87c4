import { contract } from '@assay/contract/contract.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { findSetup, readFeatures } from '#integrations/core/setup-store.ts'
import { awaitIssue } from '#integrations/tickets/await-issue.ts'
import { createTicket } from '#integrations/tickets/create-ticket.ts'
import { type ListedTicket, listTickets } from '#integrations/tickets/store.ts'
import { wireTicket } from '#integrations/tickets/wire-ticket.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findProject } from '#projects/project-store.ts'
import { issueTrackers } from './trackers.ts'

const maxTickets = 1000

export function ticketsRoutes(appContext: AppContext): void {
  const { routes, db } = appContext
  const context = { ...appContext, log: routes.app.log }
  registerRoutes(routes, contract.tickets, {
    trackers: async ({ caller }) => ({ trackers: await listTrackers(appContext, caller.scope, null) }),
    async list({ caller, params }) {
      const { scope } = caller
      const project = (await findProject(db, scope, params.projectUuid)) ?? throwNotFound('project')
      const trackers = await listTrackers(appContext, scope, project.url)
      const tickets: ReturnType<typeof wire>[] = []
      for (const { id: tracker } of trackers) {
        const of = { tracker, projectUuid: project.uuid, limit: maxTickets }
        tickets.push(...(await listTickets(db, scope, of)).map(wire))
      }
      return { trackers, tickets }
    },
    async create({ caller, params, body: { tracker, ...ticket }, change }) {
      const { scope } = caller
      const { integration } =
        issueTrackers.find((each) => each.integration.id === tracker) ?? throwNotFound('tracker')
      const project = (await findProject(db, scope, params.projectUuid)) ?? throwNotFound('project')
      const usable = await listTrackers(appContext, scope, project.url)
      if (!usable.some(({ id }) => id === tracker)) throwNotUsable(integration.texts.en.name)
      const created = await change((tx) =>
        createTicket({ ...context, db: tx }, caller, { integration, projectUuid: project.uuid, ...ticket }),
      )
      await awaitIssue(appContext, scope, created.uuid)
      const of = { tracker, projectUuid: project.uuid, limit: 1, uuid: created.uuid }
      // Issues deleted in the service have been removed by now; the next request creates a new one.
      const [row] = await listTickets(db, scope, of)
      return respond(created.isNew ? 201 : 200, wire(row ?? created.row))
    },
  })
}

const wire = (row: ListedTicket) => ({ tracker: row.tracker, ...wireTicket(row) })

/** The services that are connected and can have issues of the project, or of any for null. */
async function listTrackers({ db }: Pick<AppContext, 'db'>, scope: Scope, projectUrl: string | null) {
  const features = await readFeatures(db, scope)
  const found: { id: string; name: string }[] = []
  for (const { integration, nameOf, isFor } of issueTrackers) {
    const { id, feature } = integration
    const setup = await findSetup(db, scope, id)
    if (!setup?.isActive || (feature !== null && !features.includes(feature))) continue
    const { settings } = setup
    if (projectUrl === null || isFor(settings, projectUrl)) found.push({ id, name: nameOf(settings) })
  }
  return found
}

function throwNotUsable(name: string): never {
  throw new Problem(
    409,
    'notConfigured',
    `${name}: not set up, turned off, or without a repository for this project`,
  )
}
