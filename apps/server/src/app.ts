import { mediaTypeOf, postedForm } from '@assay/contract/endpoint.ts'
import { maxFiles } from '@assay/contract/uploads.ts'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { replyWithError, replyToUnknownRoute, clientErrorHandler } from './error-replies.ts'
import type { AppContext } from '#context.ts'
import type { Config } from '#config.ts'
import { quotasRoutes } from '#accounts/quotas/routes.ts'
import { accountsRoutes } from '#accounts/account/routes.ts'
import { knowledgeRoutes } from '#knowledge/transfer/routes.ts'
import { ownAdvisoriesRoutes } from '#knowledge/own-advisories/routes.ts'
import { registriesRoutes } from '#knowledge/registry-setup/routes.ts'
import { releasesRoutes } from '#knowledge/releases/routes.ts'
import { advisoryDatabasesRoutes } from '#knowledge/advisories/routes.ts'
import { changesOf } from '#accounts/audit/change.ts'
import { recordRejections } from '#accounts/audit/record-rejections.ts'
import { auditRoutes } from '#accounts/audit/routes.ts'
import { authenticate } from './auth/callers/authenticate.ts'
import { rejectedRequestOf } from './auth/callers/rejected-request.ts'
import { whilePermitted } from './auth/callers/while-permitted.ts'
import { baristaRoutes } from '#assistant/conversations/routes.ts'
import { badgesRoutes } from '#reporting/badges/routes.ts'
import { buildsRoutes } from '#scanning/builds/uploads/routes.ts'
import { referenceDataRoutes } from '#accounts/reference-data/routes.ts'
import { componentsRoutes } from '#reporting/components/routes.ts'
import { reauthenticationRoutes } from '#identity/reauthentication/routes.ts'
import { movingRoutes } from '#intake/moving/routes.ts'
import { importsRoutes } from '#intake/imports/routes.ts'
import { defectDojoRoutes } from '#intake/defectdojo/routes.ts'
import { dependencyTrackRoutes } from '#intake/dependency-track/routes.ts'
import { datadogRoutes } from '#integrations/datadog/routes.ts'
import { ticketsRoutes } from '#integrations/project-tickets/routes.ts'
import { pullServerRoutes } from '#integrations/repositories/files/routes.ts'
import { imagesRoutes } from '#scanning/images/routes.ts'
import { integrationsRoutes } from '#integrations/setup/routes.ts'
import { credentialsRoutes } from '#identity/password-login/routes.ts'
import { demoRoutes } from '#demo/routes.ts'
import { exclusionsRoutes } from '#scanning/exclusions/routes.ts'
import { decisionsRoutes } from '#triage/approvals/routes.ts'
import { casesRoutes } from '#triage/cases/routes.ts'
import { caseDocumentsRoutes } from '#reporting/case-documents/routes.ts'
import { triageRoutes } from '#triage/findings/routes.ts'
import { rulesRoutes } from '#scanning/rules/routes.ts'
import { gapsRoutes } from '#scanning/gaps/routes.ts'
import { isaacRoutes } from '#scanning/infrastructure/routes.ts'
import { trustedKeysRoutes, trustedRootsRoutes } from '#scanning/signatures/routes.ts'
import { vexRoutes } from '#scanning/vex/routes.ts'
import { addBasePathToLocations, withoutBasePath } from '#platform/http/base-path.ts'
import { collectMethods } from '#platform/http/allowed-methods.ts'
import { checkEveryInput } from '#platform/http/check-input.ts'
import { checkMediaTypes } from '#platform/http/check-media-type.ts'
import { stoppingOf } from '#platform/http/closing.ts'
import { httpsOf, renewCertificate } from '#platform/http/tls.ts'
import { responseCompression } from '#platform/http/response-compression.ts'
import { secureHeaders, secureHeadersOf } from '#platform/http/secure-headers.ts'
import { rejectLargeForms, removeFinishedForms } from '#platform/uploads/forms.ts'
import { claimKey } from '#auth/idempotency/claim.ts'
import { measureRequests } from '#platform/telemetry/request-metrics.ts'
import { requestId, traceRequests } from '#platform/traces/trace-requests.ts'
import { readFromStandbysDuringOutages } from '#platform/database/standbys.ts'
import { rejectSlowBodies } from '#platform/http/reject-slow-bodies.ts'
import { membersRoutes } from '#accounts/members/routes.ts'
import { mfaRoutes } from '#identity/mfa/routes.ts'
import { headerRoutes } from '#identity/sso/header/routes.ts'
import { oidcRoutes } from '#identity/sso/oidc/routes.ts'
import { ruleHitsRoutes } from '#reporting/rule-hits/routes.ts'
import { licenseUseRoutes } from '#reporting/license-use/routes.ts'
import { openVulnerabilitiesRoutes } from '#reporting/open-vulnerabilities/routes.ts'
import { overridesRoutes } from '#scanning/overrides/routes.ts'
import { passkeysRoutes } from '#identity/passkeys/routes.ts'
import { fixesRoutes } from '#reporting/fixes/routes.ts'
import { rkvstRoutes } from '#integrations/datatrails/routes.ts'
import { jiraRoutes } from '#integrations/jira/routes.ts'
import { insightsRoutes } from '#reporting/insights/routes.ts'
import { liveRoutes } from '#reporting/live/routes.ts'
import { metricsRoutes } from '#reporting/metrics/routes.ts'
import { trendsRoutes } from '#reporting/trends/routes.ts'
import { policiesRoutes } from '#scanning/policies/routes.ts'
import { projectsRoutes } from '#projects/projects/routes.ts'
import { removalRoutes } from '#scanning/removal/routes.ts'
import { propertiesRoutes } from '#accounts/properties/routes.ts'
import { publicationsRoutes } from '#reporting/publications/routes.ts'
import { transparencyRoutes } from '#reporting/transparency/routes.ts'
import { erasRoutes } from '#reporting/eras/routes.ts'
import { gitbotRoutes } from '#reporting/gitbot/routes.ts'
import { reportExportsRoutes } from '#reporting/exports/routes.ts'
import { reportsRoutes } from '#reporting/reports/routes.ts'
import { samlRoutes } from '#identity/sso/saml/routes.ts'
import { scansRoutes } from '#reporting/scans/routes.ts'
import { scimRoutes } from '#identity/scim/routes.ts'
import { sessionsRoutes } from '#identity/sessions/routes.ts'
import { publicConfigRoutes } from '#identity/public-config/routes.ts'
import { ssoRoutes } from '#identity/sso/setup/routes.ts'
import { cliRoutes } from '#operations/cli/routes.ts'
import { notificationDeliveriesRoutes } from '#notifications/deliveries/routes.ts'
import { inboxRoutes } from '#notifications/inbox/routes.ts'
import { notificationRulesRoutes, ownNotificationRulesRoutes } from '#notifications/rules/routes.ts'
import { notificationChannelsRoutes } from '#notifications/channel-setup/routes.ts'
import { notificationsRoutes } from '#notifications/setup/routes.ts'
import { slackSetupRoutes } from '#notifications/slack-setup/routes.ts'
import { jobsRoutes } from '#operations/jobs/routes.ts'
import type { Metrics } from '#operations/metrics/collect.ts'
import { metricsRoute } from '#operations/metrics/serve.ts'
import { systemRoutes } from '#operations/routes.ts'
import { webRoutes } from '#operations/web-routes.ts'
import { personalDataRoutes } from '#operations/people/routes.ts'
import { retentionRoutes } from '#operations/retention/routes.ts'
import { siteRoutes } from '#operations/site/routes.ts'
import { statsRoutes } from '#reporting/stats/routes.ts'
import { savedViewsRoutes } from '#accounts/saved-views/routes.ts'
import { groupsRoutes } from '#projects/groups/routes.ts'
import { versionsRoutes } from '#projects/versions/routes.ts'
import { tagsRoutes } from '#projects/tags/routes.ts'
import { teamsRoutes } from '#accounts/teams/routes.ts'
import { tokensRoutes } from '#accounts/tokens/routes.ts'
import { usersRoutes } from '#accounts/users/routes.ts'
import { vulnerabilitiesRoutes } from '#reporting/vulnerabilities/routes.ts'
import type { RouteContext } from '#auth/router/route-context.ts'

/** All features of the server. */
const features: readonly ((context: AppContext) => void)[] = [
  systemRoutes,
  credentialsRoutes,
  reauthenticationRoutes,
  mfaRoutes,
  passkeysRoutes,
  oidcRoutes,
  samlRoutes,
  headerRoutes,
  usersRoutes,
  accountsRoutes,
  quotasRoutes,
  propertiesRoutes,
  referenceDataRoutes,
  tokensRoutes,
  auditRoutes,
  membersRoutes,
  teamsRoutes,
  tagsRoutes,
  groupsRoutes,
  savedViewsRoutes,
  scimRoutes,
  ssoRoutes,
  publicConfigRoutes,
  sessionsRoutes,
  projectsRoutes,
  versionsRoutes,
  publicationsRoutes,
  transparencyRoutes,
  removalRoutes,
  buildsRoutes,
  reportsRoutes,
  reportExportsRoutes,
  erasRoutes,
  gitbotRoutes,
  scansRoutes,
  vulnerabilitiesRoutes,
  openVulnerabilitiesRoutes,
  licenseUseRoutes,
  ruleHitsRoutes,
  componentsRoutes,
  metricsRoutes,
  liveRoutes,
  trendsRoutes,
  badgesRoutes,
  fixesRoutes,
  insightsRoutes,
  exclusionsRoutes,
  triageRoutes,
  decisionsRoutes,
  casesRoutes,
  caseDocumentsRoutes,
  gapsRoutes,
  isaacRoutes,
  vexRoutes,
  overridesRoutes,
  policiesRoutes,
  rulesRoutes,
  notificationsRoutes,
  notificationChannelsRoutes,
  notificationDeliveriesRoutes,
  notificationRulesRoutes,
  ownNotificationRulesRoutes,
  inboxRoutes,
  slackSetupRoutes,
  advisoryDatabasesRoutes,
  ownAdvisoriesRoutes,
  trustedKeysRoutes,
  trustedRootsRoutes,
  releasesRoutes,
  registriesRoutes,
  imagesRoutes,
  integrationsRoutes,
  datadogRoutes,
  statsRoutes,
  personalDataRoutes,
  retentionRoutes,
  siteRoutes,
  knowledgeRoutes,
  jiraRoutes,
  pullServerRoutes,
  ticketsRoutes,
  rkvstRoutes,
  dependencyTrackRoutes,
  defectDojoRoutes,
  importsRoutes,
  movingRoutes,
  baristaRoutes,
  jobsRoutes,
  cliRoutes,
  demoRoutes,
]

/** File names are project paths in UTF-8, as sent by browsers. The plugin's types lack the charset option. */
const fileNames = { preservePath: true, defParamCharset: 'utf8' }

export interface AppOptions extends Omit<AppContext, 'routes'> {
  log: FastifyBaseLogger
  validatesResponses?: boolean
  maxStallMs?: number
  leaving?: AbortSignal
  metrics?: Metrics
}

/** The complete HTTP server, not yet listening. */
export async function createApp({
  log,
  validatesResponses = false,
  maxStallMs = 60_000,
  metrics,
  standbys,
  leaving = new AbortController().signal,
  ...context
}: AppOptions): Promise<FastifyInstance> {
  const app = openFastify(context.config, log)
  measureRequests(app)
  traceRequests(app)
  if (standbys) readFromStandbysDuringOutages(app, standbys)
  const methodsOf = collectMethods(app)
  app.decorateRequest('caller', null)
  app.decorateRequest('sentBody', null)
  await app.register(cookie)
  rejectSlowBodies(app)
  rejectLargeForms(app)
  checkMediaTypes(app)
  checkEveryInput(app)
  removeFinishedForms(app)
  const { uploadLimitBytes: fileSize } = context.config
  await app.register(multipart, {
    ...fileNames,
    limits: { fileSize, files: maxFiles, fields: 20, fieldSize: 10_000 },
  })
  // Clients without a body still send the JSON content type.
  app.addContentTypeParser('application/octet-stream', checkBytes)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(postedForm, { parseAs: 'string' }, parsePostedForm)
  app.addContentTypeParser(['application/json', 'application/scim+json'], { parseAs: 'string' }, parseJson)
  app.setErrorHandler((error, request, reply) => {
    request.rejection ??= rejectedRequestOf(request, error)
    return replyWithError(error, request, reply)
  })
  recordRejections(app, context.db)
  secureHeaders(app, context.config)
  addBasePathToLocations(app, context.config.basePath)
  await app.register(compress, responseCompression)
  const routes: RouteContext = {
    app,
    validatesResponses,
    maxStallMs,
    publicUrl: context.config.publicUrl,
    isReadOnly: context.config.isReadOnly,
    standbys,
    leaving,
    stopping: stoppingOf(app, leaving),
    authenticate: (request, endpoint) => authenticate(context.db, request, endpoint),
    changesOf: (call) => changesOf(context.db, call),
    claimKey: (call) => claimKey(context, call),
    whilePermitted: (watched) => whilePermitted(context.db, watched),
  }
  for (const register of features) register({ ...context, routes })
  const {
    webFolder,
    basePath,
    metrics: { token },
  } = context.config
  if (metrics && token !== undefined) metricsRoute(app, metrics, token)
  await webRoutes(app, { webFolder, basePath, replyToUnknownRoute: replyToUnknownRoute(methodsOf) })
  return app
}

/** Fastify with its limits, and with TLS if it has a certificate. */
function openFastify(config: Config, log: AppOptions['log']): FastifyInstance {
  const { tls } = config
  const app: FastifyInstance = Fastify({
    ...httpsOf(tls),
    loggerInstance: log,
    genReqId: requestId,
    requestIdHeader: false,
    bodyLimit: 8 * 1024 * 1024,
    // Otherwise lockout and audit log would see all clients behind a proxy as one.
    trustProxy: config.trustedProxies,
    // Existing clients send a leading double slash, bots of repositories one at the end.
    rewriteUrl: (request) =>
      withoutBasePath((request.url ?? '/').replace(/^\/{2,}/, '/'), config.basePath)
        .replace(/^\/{2,}/, '/')
        .replace(/^(\/api\/v1\/gitbot\/results\/parse)\/(?=\?|$)/, '$1'),
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
    // Runs no hooks.
    frameworkErrors: (error, request, reply) =>
      void replyWithError(error, request, reply.headers(secureHeadersOf(config))),
    clientErrorHandler: clientErrorHandler(config),
  })
  if (tls) {
    const stop = renewCertificate({ server: app.server, files: tls, log })
    app.addHook('onClose', async () => stop())
  }
  return app
}

function parseJson(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
) {
  if (text.length === 0) return done(null)
  if (request.routeOptions.config.endpoint?.keepsBody) request.sentBody = String(text)
  try {
    done(null, JSON.parse(String(text)))
  } catch {
    done(Object.assign(new SyntaxError('The body is not valid JSON'), { statusCode: 400 }))
  }
}

/** Binary bodies remain a stream, which a JSON schema would accept as an object without fields. */
function checkBytes(
  request: FastifyRequest,
  payload: unknown,
  done: (error: Error | null, body?: unknown) => void,
) {
  const body = request.routeOptions.config.endpoint?.body
  if (!body || mediaTypeOf(body) === 'application/octet-stream') return done(null, payload)
  done(
    Object.assign(new Error('This endpoint does not accept application/octet-stream'), { statusCode: 415 }),
  )
}

/** Identity providers send two fields, or four with a signature. */
const maxPostedFields = 20

/** Cross-site pages can submit URL-encoded forms without a preflight, so only endpoints that declare them accept them. */
function parsePostedForm(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
) {
  const body = request.routeOptions.config.endpoint?.body
  if (!body || mediaTypeOf(body) !== postedForm)
    return done(Object.assign(new Error('This endpoint does not accept forms'), { statusCode: 415 }))
  if (String(text).split('&', maxPostedFields + 1).length > maxPostedFields)
    return done(Object.assign(new Error('The form has too many fields'), { statusCode: 400 }))
  done(null, Object.fromEntries(new URLSearchParams(String(text))))
}
