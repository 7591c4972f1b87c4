import { mediaTypeOf, postedForm } from '@assay/contract/endpoint.ts'
import { maxFiles } from '@assay/contract/uploads.ts'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { accountsRoutes } from './accounts/routes.ts'
import type { Advisories } from './advisories/advisories.ts'
import { databasesRoutes } from './advisories/routes.ts'
import { recordChange } from './audit/record-change.ts'
import { auditRoutes } from './audit/routes.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Vault } from './auth/vault.ts'
import { buildsRoutes } from './builds/routes.ts'
import { cataloguesRoutes } from './catalogues/routes.ts'
import { componentsRoutes } from './components/routes.ts'
import type { Config } from './config.ts'
import { confirmationRoutes } from './confirmation/routes.ts'
import { credentialsRoutes } from './credentials/routes.ts'
import type { Database } from './database/database.ts'
import { demoRoutes } from './demo/routes.ts'
import { exclusionsRoutes } from './exclusions/routes.ts'
import { answerProblem } from './http/answer-problem.ts'
import { stoppingOf } from './http/closing.ts'
import { compressAnswers } from './http/compress-answers.ts'
import type { Binding } from './http/implement.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { refuseLargeForms } from './http/refuse-large-forms.ts'
import type { Mail } from './mail/mail.ts'
import { membersRoutes } from './members/routes.ts'
import { mfaRoutes } from './mfa/routes.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { passkeysRoutes } from './passkeys/routes.ts'
import { metricsRoutes } from './metrics/routes.ts'
import { policiesRoutes } from './policies/routes.ts'
import { projectsRoutes } from './projects/routes.ts'
import { propertiesRoutes } from './properties/routes.ts'
import type { Queue } from './queue/queue.ts'
import { reportsRoutes } from './reports/routes.ts'
import { samlRoutes } from './saml/routes.ts'
import { scansRoutes } from './scans/routes.ts'
import { scimRoutes } from './scim/routes.ts'
import { sessionsRoutes } from './sessions/routes.ts'
import { siteRoutes } from './site/routes.ts'
import type { Sms } from './sms/sms.ts'
import { ssoRoutes } from './sso/routes.ts'
import { systemRoutes } from './system/routes.ts'
import { webRoutes } from './system/web-routes.ts'
import { tagsRoutes } from './tags/routes.ts'
import { teamsRoutes } from './teams/routes.ts'
import { tokensRoutes } from './tokens/routes.ts'
import { usersRoutes } from './users/routes.ts'
import { vulnerabilitiesRoutes } from './vulnerabilities/routes.ts'

/** What features are made of. */
export interface Parts {
  binding: Binding
  db: Database
  config: Config
  queue: Queue
  advisories: Advisories
  mail: Mail
  /** null: nothing is sent to phones. */
  sms: Sms | null
  vault: Vault
}

/** Every feature of the server: this list is the map. */
const features: readonly ((parts: Parts) => void)[] = [
  systemRoutes,
  credentialsRoutes,
  confirmationRoutes,
  mfaRoutes,
  passkeysRoutes,
  oidcRoutes,
  samlRoutes,
  usersRoutes,
  accountsRoutes,
  propertiesRoutes,
  cataloguesRoutes,
  tokensRoutes,
  auditRoutes,
  membersRoutes,
  teamsRoutes,
  tagsRoutes,
  scimRoutes,
  ssoRoutes,
  siteRoutes,
  sessionsRoutes,
  projectsRoutes,
  buildsRoutes,
  reportsRoutes,
  scansRoutes,
  vulnerabilitiesRoutes,
  componentsRoutes,
  metricsRoutes,
  exclusionsRoutes,
  policiesRoutes,
  databasesRoutes,
  demoRoutes,
]

export interface AppOptions extends Omit<Parts, 'binding'> {
  log: FastifyBaseLogger
  checksAnswers?: boolean
}

/** The whole HTTP server, not yet listening. */
export async function createApp({
  log,
  checksAnswers = false,
  ...parts
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 8 * 1024 * 1024,
    // Else the lockout and the audit log would take all callers behind a proxy for one.
    trustProxy: parts.config.trustedProxies,
    // Existing clients send a leading double slash.
    rewriteUrl: (request) => (request.url ?? '/').replace(/^\/{2,}/, '/'),
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
  })
  await app.register(cookie)
  refuseLargeForms(app)
  await app.register(multipart, {
    // The name of a file is its path in the project, in UTF-8 as browsers write it.
    ...{ preservePath: true, defParamCharset: 'utf8' },
    limits: { fileSize: parts.config.uploadLimitBytes, files: maxFiles, fields: 20, fieldSize: 10_000 },
  })
  // Clients that post nothing still name a JSON body.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(postedForm, { parseAs: 'string' }, parsePostedForm)
  app.addContentTypeParser(['application/json', 'application/scim+json'], { parseAs: 'string' }, parseJson)
  app.setErrorHandler(answerProblem)
  secureHeaders(app)
  compressAnswers(app)
  const binding: Binding = {
    ...{ app, checksAnswers, stopping: stoppingOf(app) },
    authenticate: (request, endpoint) => authenticate(parts.db, request, endpoint),
    recordChange: (call) => recordChange(parts.db, call),
  }
  for (const register of features) register({ ...parts, binding })
  await webRoutes(app)
  return app
}

function parseJson(
  _request: unknown,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
) {
  if (text.length === 0) return done(null)
  try {
    done(null, JSON.parse(String(text)))
  } catch {
    done(Object.assign(new SyntaxError('The body is no valid JSON'), { statusCode: 400 }))
  }
}

/** Pages of other sites can post such forms without being asked for leave: only calls that expect them take them. */
function parsePostedForm(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
) {
  const body = request.routeOptions.config.endpoint?.body
  if (body && mediaTypeOf(body) === postedForm)
    return done(null, Object.fromEntries(new URLSearchParams(String(text))))
  done(Object.assign(new Error('Forms are not taken here'), { statusCode: 415 }))
}
