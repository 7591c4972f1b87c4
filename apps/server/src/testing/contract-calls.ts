import { contract } from '@assay/contract/contract.ts'
import { type Endpoint, mediaTypeOf } from '@assay/contract/endpoint.ts'
import { randomUUID } from 'node:crypto'
import { enableFeatures } from './integrations.ts'
import { filePart, npmInventory } from './inventories.ts'
import { logIn, setPassword, testPassword } from './sessions.ts'
import type { TestMember, TestServer } from './test-server.ts'
import { openvex, vexPart } from './vex-documents.ts'
import {
  addArchive,
  addDelivery,
  addOwnThings,
  addReports,
  addSbom,
  addSettings,
  makeNotifications,
} from './contract-rows.ts'

// Shared by the tests that call every endpoint of the contract.

export interface NamedEndpoint {
  /** 'teams.list' */
  id: string
  endpoint: Endpoint
}

export const endpoints: NamedEndpoint[] = Object.entries(contract).flatMap(([tag, group]) =>
  Object.entries(group as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${tag}.${name}`,
    endpoint,
  })),
)
export const guarded = endpoints.filter(({ endpoint }) => endpoint.permission !== 'public')

/** IDs of one object of each kind, by path parameter. */
export type Ids = Record<string, string>

/** Parameters that are valid in every account. */
const named = {
  subject: 'nodejs:walked@1.0.0',
  database: 'all',
  position: '0',
  type: 'oidc',
  domain: 'example.org',
  integration: 'datadog',
  key: 'ABC',
  branch: 'main',
}

/** Creates one object of each kind, in the team if given. */
export async function makeThings(server: TestServer, member: TestMember, team?: string): Promise<Ids> {
  const { accountUuid, api } = member
  const params = { accountUuid }
  await enableFeatures(server, member)
  const teamUuid = team ?? (await api.teams.create({ body: { name: `Walkers ${randomUUID()}` } })).uuid
  const url = `https://example.org/${teamUuid}`
  const build = await api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4'])),
      branch: 'main',
      url,
      ...(team !== undefined && { teamUuid }),
    },
  })
  const policy = await api.policies.create({
    params,
    body: { name: 'p', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
  })
  const tag = await api.tags.create({ body: { name: `walked-${teamUuid}` } })
  const exclusion = await api.exclusions.create({
    params,
    query: { domain: 'security' },
    body: { cve: 'CVE-2020-0001', projectUuid: build.uuid },
  })
  const vex = await api.vex.add({
    params,
    body: { file: vexPart(openvex({ vulnerability: 'CVE-2020-0001' })), projectUuid: build.uuid },
  })
  const walked = { language: 'nodejs', name: 'walked', version: '1.0.0' }
  await api.overrides.setLicense({ params: walked, body: { license: 'MIT' } })
  await api.overrides.setCopyright({ params: walked, body: { text: 'NamedEndpoint' } })
  const added = await server.addMember(member, 'Team viewer', teamUuid)
  const { uuid: tokenUuid } = (await api.tokens.list({ params })).find(
    ({ memberUuid }) => memberUuid === added.uuid,
  )!
  await setPassword(server, added)
  await logIn(server, added)
  const { uuid: sessionUuid } = await server.db
    .selectFrom('session')
    .select('uuid')
    .where('member_uuid', '=', added.uuid)
    .executeTakeFirstOrThrow()
  const [branch] = await api.projects.branches({ params: { projectUuid: build.uuid } })
  return {
    accountUuid,
    projectUuid: build.uuid,
    branchUuid: branch!.uuid,
    ...(await addReports(server, member, build.uuid)),
    reportUuid: build.reportUuid!,
    id: build.id,
    teamUuid,
    memberUuid: added.uuid,
    tokenUuid,
    sessionUuid,
    policyUuid: policy.uuid,
    tagUuid: tag.uuid,
    tagName: tag.name,
    exclusionUuid: exclusion.id,
    ownerUuid: build.uuid,
    vexUuid: vex.uuid,
    ...(await makeNotifications(server, member, team ?? null)),
    ...(await addOwnThings(server, added)),
    ...(await addSettings(server, member)),
    ...walked,
    ...named,
    sbomUuid: await addSbom(server, accountUuid, build.uuid),
    deliveryUuid: await addDelivery(server, member),
    digest: await addArchive(server),
  }
}

/** IDs that do not exist. */
export const nothing: Ids = new Proxy(
  { type: 'oidc', domain: 'example.org', name: 'walked' },
  { get: (known: Ids, name: string) => known[name] ?? '00000000-0000-4000-8000-000000000000' },
)

/** Private addresses are rejected immediately. */
export const ledgerCredentials = { url: 'https://127.0.0.1:1', clientId: 'walked', clientSecret: 'walked' }
export const jiraConfig = { url: 'https://127.0.0.1:1', apiToken: 'walked', jiraProject: 'ABC' }
export const modelService = { url: 'https://127.0.0.1:1/v1', model: 'walked', key: 'walked' }
export const datadogCredentials = { address: 'https://127.0.0.1:1', apiKey: 'walked' }

/** Values that match the schemas of queries and bodies. */
export const queries: Record<string, string> = {
  'reports.declareOutcome': '?outcome=PASS',
  'projects.remove': '?name=walked',
  'projects.removeBranch': '?name=walked',
  'exclusions.create': '?domain=security',
  'exclusions.remove': '?domain=security&id=00000000-0000-4000-8000-000000000000',
  'members.setPrimaryTeam': '?teamuuid=00000000-0000-4000-8000-000000000000',
  'credentials.forget': '?email=nobody%40example.org',
  'accounts.activate': '?active=true',
  'accounts.setPlan': '?name=enterprise',
  'sso.activate': '?active=true',
  'integrations.activate': '?active=true',
  'metrics.project': '?branch=main',
  'licenseUse.branches': '?license=MIT',
  'insights.uses': '?ecosystem=npm&name=lodash&version=4.17.4',
  'fixes.uses': '?ecosystem=npm&packageName=lodash&to=4.17.21',
  'insights.paths': '?project=00000000-0000-4000-8000-000000000000&branch=main&name=lodash&version=4.17.4',
  'scans.compare': '?from=00000000-0000-4000-8000-000000000000&to=00000000-0000-4000-8000-000000000000',
  'advisoryDatabases.upload': '?name=x.json',
  'notifications.test': '?type=email',
  'notifications.unsubscribe': '?token=none',
  'slackSetup.info': '?ticket=none',
}
const tomorrow = Date.now() + 86_400_000

export const bodies: Record<string, unknown> = {
  'eras.createSchedule': { every: 'month' },
  'reportExports.addPullRequests': {
    entries: [
      {
        dependency: { library: { name: 'lodash', language: 'nodejs' }, version: '4.17.4' },
        prs: [{ title: 'Upgrade lodash', url: 'https://example.org/pulls/1' }],
      },
    ],
  },
  'credentials.login': { email: 'nobody@example.org', password: 'wrong' },
  'tokens.create': { name: 'walk' },
  'tokens.update': { name: 'walked' },
  'projects.create': { url: 'https://example.org/new' },
  'projects.update': { name: 'Renamed' },
  'builds.create': { url: 'https://example.org/new', branch: 'main' },
  'builds.submit': { content: 'lodash,4.17.4', language: 'nodejs' },
  'exclusions.create': { cve: 'CVE-2020-0001' },
  'isaac.setPolicy': { enabled: false },
  'accounts.create': { name: 'Another', email: 'another@example.org' },
  'accounts.update': { name: 'Renamed' },
  'accounts.configure': { requiresMfa: false },
  'properties.setOfAccount': { a: 1 },
  'properties.setOfTeam': { a: 1 },
  'policies.create': { name: 'no AGPL', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
  'policies.update': { active: false },
  'badges.configure': { access: 'public' },
  'registries.create': { ecosystem: 'npm', pattern: '@walked', url: 'https://127.0.0.1:1' },
  'registries.update': { enabled: false },
  'registries.check': { name: '@things/ui' },
  'overrides.setLicense': { license: 'MIT' },
  'overrides.setCopyright': { text: 'NamedEndpoint' },
  'members.add': { email: 'someone@example.org' },
  'members.update': { name: 'Changed' },
  'users.update': { language: 'de' },
  'teams.create': { name: 'New' },
  'teams.update': { name: 'Changed' },
  'teams.addMember': { uuid: '00000000-0000-4000-8000-000000000000' },
  'teams.updateMember': { role: 'Administrator' },
  'tags.create': { name: 'new' },
  'tags.update': { name: 'changed' },
  'credentials.register': { email: 'new@example.org', password: 'a password of some length' },
  'credentials.verify': { token: 'asyv_none', password: 'a password of some length' },
  'credentials.reset': { token: 'asyl_none', password: 'a password of some length' },
  'mfa.change': {},
  'credentials.change': { password: testPassword, newPassword: 'another password of some length' },
  'savedViews.create': { list: 'fixes', name: 'walked', criteria: { severity: 'HIGH' } },
  'savedViews.update': { name: 'Changed' },
  'scim.createUser': { userName: 'provisioned@example.org' },
  'scim.replaceUser': { userName: 'replaced@example.org' },
  'scim.patchUser': { Operations: [{ op: 'replace', path: 'displayName', value: 'Patched' }] },
  'scim.createGroup': { displayName: 'Provisioned' },
  'scim.replaceGroup': { displayName: 'Replaced' },
  'scim.patchGroup': { Operations: [{ op: 'replace', path: 'displayName', value: 'Patched' }] },
  'sso.putOidc': { name: 'Ours', issuer: 'https://login.example.org', clientId: 'assay' },
  'sso.putSaml': {
    name: 'Ours',
    url: 'https://login.example.org/saml',
    issuer: 'https://login.example.org',
    certificate: 'none',
  },
  'sso.setDomains': { domains: ['example.org'], role: 'Viewer' },
  'integrations.save': datadogCredentials,
  'integrations.check': datadogCredentials,
  'datadog.checkCredentials': datadogCredentials,
  'datadog.saveSetup': datadogCredentials,
  'rkvst.saveCredentials': ledgerCredentials,
  'rkvst.checkCredentials': ledgerCredentials,
  'jira.saveConfig': jiraConfig,
  'jira.checkConfig': jiraConfig,
  'jira.saveProjectConfig': { jiraProject: 'ABC' },
  'jira.createIssue': { branch: 'main', ecosystem: 'npm', packageName: 'lodash' },
  'jira.webhook': {},
  'barista.allow': { isAllowed: true },
  'barista.saveService': modelService,
  'barista.checkService': modelService,
  'barista.createAround': { cve: 'CVE-2021-23337' },
  'barista.ask': { question: 'What should I fix first?' },
  'reauthentication.confirm': { password: testPassword },
  'reauthentication.startSignOn': { type: 'oidc' },
  'passkeys.rename': { name: 'renamed' },
  'fixes.decide': { ecosystem: 'npm', packageName: 'lodash', to: '4.17.21', snoozedUntil: tomorrow },
  'knowledge.beginImport': { digest: '0'.repeat(64), name: 'walked.jsonl.gz', size: 1 },
  'notifications.configure': { email: { recipients: ['someone@example.org'] } },
  'notifications.sendEmail': { subject: 's', content: 'c', recepients: ['nobody@example.org'] },
  'notificationChannels.create': { kind: 'email', name: 'walked', recipients: ['someone@example.org'] },
  'notificationChannels.update': { name: 'Changed' },
  'slackSetup.rooms': { token: 'walked', address: 'https://127.0.0.1:1' },
  'notificationRules.create': { name: 'walked', kinds: ['malware'] },
  'notificationRules.preview': { name: 'walked', kinds: ['malware'] },
  'notificationRules.update': { active: false },
  'ownNotificationRules.create': { name: 'walked', kinds: ['malware'] },
  'ownNotificationRules.preview': { name: 'walked', kinds: ['malware'] },
  'ownNotificationRules.update': { active: false },
  'advisoryDatabases.sync': { from: 'https://127.0.0.1/none' },
}

/** Constant, since an idempotency key belongs to one body. */
const vexDocument = vexPart(openvex({ id: 'https://example.org/vex/walked', vulnerability: 'CVE-2020-0001' }))

/** Files of forms; an inventory by default. */
const files: Record<string, () => Uint8Array> = {
  'vex.add': () => vexDocument.bytes,
}

export interface Attempt {
  authorization?: string
  ids: Ids
  /** Overrides a value in the query or body: 'teamUuid', 'projects.0'. */
  query?: Ids
  body?: Ids
  headers?: Record<string, string>
}

/** Sends a request that matches the schemas. */
export async function call(
  { url }: TestServer,
  { id, endpoint }: NamedEndpoint,
  attempt: Attempt,
): Promise<Response> {
  const { authorization, ids } = attempt
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'missing')
  const query = new URLSearchParams(queries[id])
  for (const [name, value] of Object.entries(attempt.query ?? {})) query.set(name, value)
  const { type, body } = bodyOf({ id, endpoint }, attempt.body ?? {})
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...(type && { 'content-type': type }),
    ...attempt.headers,
  }
  const response = await fetch(`${url}${path}?${query}`, {
    method: endpoint.method,
    headers,
    ...(body && { body }),
  })
  return mediaType(response) === 'text/event-stream' ? firstEvent(response) : response
}

const mediaType = ({ headers }: Response) => headers.get('content-type')?.split(';')[0]

/** Some streams never end. */
async function firstEvent({ body, status, headers }: Response): Promise<Response> {
  const reader = body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new Response(value ?? null, { status, headers })
}

function bodyOf({ id, endpoint }: NamedEndpoint, given: Ids): { type?: string; body?: string | FormData } {
  if (endpoint.method === 'GET') return {}
  if (!endpoint.body) return { type: 'application/json' }
  const type = mediaTypeOf(endpoint.body)
  if (type !== 'multipart/form-data') {
    const body = structuredClone(bodies[id] ?? {})
    for (const [path, value] of Object.entries(given)) set(body, path.split('.'), value)
    return { type, body: JSON.stringify(body) }
  }
  const body = new FormData()
  body.set('branch', 'main')
  body.set('url', 'https://example.org/walk')
  const bytes = files[id]?.() ?? npmInventory(['left-pad@1.3.0'])
  body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'bom.json')
  for (const [name, value] of Object.entries(given)) body.set(name, value)
  return { body }
}

function set(target: object, [name = '', ...rest]: string[], value: string): void {
  const record = target as Record<string, unknown>
  if (rest.length === 0) record[name] = value
  else if (rest[0] === '0') record[name] = rest.length === 1 ? [value] : [{ [rest[1]!]: value }]
}
