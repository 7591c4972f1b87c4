import { contract } from '@assay/contract/contract.ts'
import type { Integration } from '@assay/contract/integrations.ts'
import { JiraSettings } from './settings.ts'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import type { Scope } from '#auth/scope.ts'
import type { Config } from '#config.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { findProject } from '#projects/project-store.ts'
import { checkSetup } from '#integrations/core/check-setup.ts'
import { describeSetup } from '#integrations/core/describe-setup.ts'
import { saveSetup } from '#integrations/core/save-setup.ts'
import { findActive } from '#integrations/core/setup.ts'
import { awaitIssue } from '#integrations/tickets/await-issue.ts'
import { createTicket } from '#integrations/tickets/create-ticket.ts'
import { listTickets } from '#integrations/tickets/store.ts'
import { wireTicket } from '#integrations/tickets/wire-ticket.ts'
import { JiraRejection, listProjects } from './client.ts'
import { connectionOf, effectiveTarget } from './deliver.ts'
import { jiraIntegration as integration } from './index.ts'
import { readIssueMeta } from './issue-meta.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { readProjectSettings, upsertProjectSettings } from './store.ts'

const maxIssues = 1000

const Shown = JiraSettings.omit({ apiToken: true, webhookSecret: true }).extend({
  url: z.string().default(''),
})

export function jiraRoutes(appContext: AppContext): void {
  registerConfig(appContext)
  registerIssues(appContext)
}

const { config, saveConfig, checkConfig, projectConfig, saveProjectConfig, ...issueCalls } = contract.jira
const configCalls = { config, saveConfig, checkConfig, projectConfig, saveProjectConfig }

function registerConfig(appContext: AppContext): void {
  const { routes, db, vault, config } = appContext
  const context = { ...appContext, log: routes.app.log }
  const configOf = async (db: Database, scope: Scope, projectUuid: string) => {
    const own = await readProjectSettings(db, scope, projectUuid)
    const { values, isActive } = await describeSetup({ db, vault }, scope, integration)
    return { ...own, isActive, effective: effectiveTarget(own, Shown.parse(values)) }
  }
  registerRoutes(routes, configCalls, {
    config: async ({ caller }) =>
      wireConfig(config, caller.scope, await describeSetup({ db, vault }, caller.scope, integration)),
    saveConfig: ({ caller, body, change }) =>
      change(async (tx) => {
        const saved = await saveSetup({ tx, vault, scope: caller.scope, integration }, body)
        return { ...saved, result: wireConfig(config, caller.scope, saved.result) }
      }),
    checkConfig: ({ caller, body }) =>
      checkSetup(context, caller.scope, { integration, input: body, language: 'en' }),
    async projectConfig({ caller, params }) {
      const project = (await findProject(db, caller.scope, params.projectUuid)) ?? throwNotFound('project')
      return configOf(db, caller.scope, project.uuid)
    },
    async saveProjectConfig({ caller, params, body, change }) {
      const { scope } = caller
      const project = (await findProject(db, scope, params.projectUuid)) ?? throwNotFound('project')
      const before = await readProjectSettings(db, scope, project.uuid)
      return change(async (tx) => {
        await upsertProjectSettings(tx, scope, { projectUuid: project.uuid, settings: body })
        return { result: await configOf(tx, scope, project.uuid), before, after: body }
      })
    },
  })
}

function registerIssues(appContext: AppContext): void {
  const { routes, db, config } = appContext
  const context = { ...appContext, log: routes.app.log }
  /** null if not set up. */
  const findConnection = async (scope: Scope) => {
    const active = await findActive(appContext, scope, integration)
    return active && connectionOf({ config }, JiraSettings.parse(active.settings))
  }
  registerRoutes(routes, issueCalls, {
    async jiraProjects({ caller, query }) {
      const connection = await findConnection(caller.scope)
      return connection ? asProblem(() => listProjects(connection, query.q)) : []
    },
    async issueMeta({ caller, params }) {
      const connection = (await findConnection(caller.scope)) ?? throwNotConfigured()
      return asProblem(() => readIssueMeta(connection, params.key))
    },
    async issues({ caller, params }) {
      const project = (await findProject(db, caller.scope, params.projectUuid)) ?? throwNotFound('project')
      const of = { tracker: integration.id, projectUuid: project.uuid, limit: maxIssues }
      return (await listTickets(db, caller.scope, of)).map(wireTicket)
    },
    async createIssue({ caller, params, body, change }) {
      const { scope } = caller
      const created = await change((tx) =>
        createTicket({ ...context, db: tx }, caller, { integration, ...params, ...body }),
      )
      await awaitIssue(appContext, scope, created.uuid)
      const of = { tracker: integration.id, projectUuid: created.projectUuid, limit: 1, uuid: created.uuid }
      // Issues deleted in Jira have been removed by now; the next request creates a new one.
      const [row] = await listTickets(db, scope, of)
      return respond(created.isNew ? 201 : 200, wireTicket(row ?? created.row))
    },
    async webhook({ params, body, request }) {
      const signature = request.headers['x-hub-signature']
      await receiveWebhook(appContext, {
        accountUuid: z.uuid().safeParse(params.accountUuid).data ?? throwNotFound('webhook'),
        signature: typeof signature === 'string' ? signature : undefined,
        sentBody: request.sentBody ?? '',
        issueKey: body.issue?.key,
      })
      return {}
    },
  })
}

function throwNotConfigured(): never {
  throw new Problem(409, 'notConfigured', 'Jira is not set up, or is turned off')
}

/** Interactive requests return Jira's own error message. */
async function asProblem<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof JiraRejection && error.status === 404) throwNotFound('project of Jira')
    throw new Problem(
      502,
      'integrationFailed',
      error instanceof Error ? error.message : 'The request to Jira failed',
    )
  }
}

const wireConfig = (
  config: Config,
  { accountUuid }: Scope,
  { values, secrets, isConfigured, isActive, updatedAt }: Integration,
) => ({
  ...Shown.parse(values),
  isConfigured,
  isActive,
  hasApiToken: secrets.includes('apiToken'),
  hasWebhookSecret: secrets.includes('webhookSecret'),
  webhookUrl: publicAddress(config) + contract.jira.webhook.path.replace('{accountUuid}', accountUuid),
  updatedAt,
})
