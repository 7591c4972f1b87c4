import type { JiraSettings } from './settings.ts'
import { z } from 'zod'
import {
  callService,
  rejectsCredentials,
  ServiceRejection,
  UnexpectedResponse,
} from '#integrations/core/call-service.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import type { EgressConfig } from '#platform/egress/egress.ts'

// https://developer.atlassian.com/cloud/jira/platform/rest/v3 and https://developer.atlassian.com/server/jira/platform/rest

export type Connection = Pick<JiraSettings, 'deployment' | 'url' | 'email' | 'apiToken'> & {
  config: EgressConfig
}

interface JiraRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Path below /rest/api/<version>. */
  path: string
  json?: unknown
}

/** Jira rejected the request and changed nothing. */
export class JiraRejection extends ServiceRejection {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const isCloud = ({ deployment }: Connection) => deployment === 'cloud'
export const baseOf = ({ url }: Pick<JiraSettings, 'url'>): string => url.replace(/\/+$/, '')

const authorizationOf = (connection: Connection): string =>
  isCloud(connection)
    ? `Basic ${Buffer.from(`${connection.email}:${connection.apiToken}`).toString('base64')}`
    : `Bearer ${connection.apiToken}`

/** Response JSON parsed by its schema. Throws JiraRejection for other statuses than 2xx and for unexpected JSON. */
async function ask<S extends z.ZodType>(
  connection: Connection,
  { method, path, json }: JiraRequest,
  schema: S,
) {
  const response = await callService(connection.config, {
    method,
    url: `${baseOf(connection)}/rest/api/${isCloud(connection) ? 3 : 2}${path}`,
    headers: { authorization: authorizationOf(connection), 'x-atlassian-token': 'no-check' },
    ...(json !== undefined && { json }),
  })
  if (response.status >= 300) throw rejectionOf(connection, response)
  const parsed = schema.safeParse(response.json)
  // Executed, but with an unreadable response: the result is unknown.
  if (!parsed.success) throw new UnexpectedResponse('Jira')
  return parsed.data
}

const Rejection = z.object({
  errorMessages: z.array(z.string()).default([]),
  errors: z.record(z.string(), z.string()).default({}),
})

function rejectionOf(
  connection: Connection,
  { status, json, text }: { status: number; json: unknown; text: string },
) {
  const { data } = Rejection.safeParse(json)
  const fields = Object.entries(data?.errors ?? {}).map(([name, message]) => `${name}: ${message}`)
  const details = [...(data?.errorMessages ?? []), ...fields].join(' ') || (data ? '' : text)
  const secrets = [connection.apiToken, authorizationOf(connection)]
  return new JiraRejection(status, `Jira answered ${status}: ${quoted(details, secrets)}`)
}

/** The user of the credentials; null if Jira rejects them. */
export async function findMyself(connection: Connection): Promise<string | null> {
  try {
    return (await ask(connection, { method: 'GET', path: '/myself' }, z.object({ displayName: z.string() })))
      .displayName
  } catch (error) {
    if (error instanceof JiraRejection && rejectsCredentials('Jira', error.status)) return null
    throw error
  }
}

const JiraProject = z.object({ id: z.string(), key: z.string(), name: z.string() })
const maxProjects = 1000

export async function listProjects(connection: Connection, query: string) {
  if (!isCloud(connection)) {
    const all = await ask(connection, { method: 'GET', path: '/project' }, z.array(JiraProject))
    const searchText = query.toLowerCase()
    return all
      .filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(searchText))
      .slice(0, maxProjects)
  }
  const found: z.output<typeof JiraProject>[] = []
  const Page = z.object({ values: z.array(JiraProject), isLast: z.boolean().default(true) })
  while (found.length < maxProjects) {
    const search = new URLSearchParams({
      startAt: String(found.length),
      maxResults: '100',
      ...(query && { query }),
    })
    const page = await ask(connection, { method: 'GET', path: `/project/search?${search}` }, Page)
    found.push(...page.values)
    if (page.isLast || page.values.length === 0) break
  }
  return found
}

const IssueType = z.object({ id: z.string(), name: z.string(), subtask: z.boolean().default(false) })
const Field = z.object({
  fieldId: z.string().optional(),
  key: z.string().optional(),
  name: z.string(),
  required: z.boolean().default(false),
  hasDefaultValue: z.boolean().default(false),
  schema: z
    .object({
      type: z.string(),
      items: z.string().default(''),
      custom: z.string().default(''),
      system: z.string().default(''),
    })
    .default({ type: 'any', items: '', custom: '', system: '' }),
  allowedValues: z
    .array(
      z.object({ id: z.string().default(''), name: z.string().optional(), value: z.string().optional() }),
    )
    .default([]),
})
export type JiraField = z.output<typeof Field>

const metaPath = (key: string) => `/issue/createmeta/${encodeURIComponent(key)}/issuetypes`

export const listIssueTypes = async (connection: Connection, key: string) =>
  (await listMeta(connection, { path: metaPath(key), name: 'issueTypes', item: IssueType })).filter(
    ({ subtask }) => !subtask,
  )

export const listFields = (
  connection: Connection,
  { key, issueTypeId }: { key: string; issueTypeId: string },
): Promise<JiraField[]> =>
  listMeta(connection, {
    path: `${metaPath(key)}/${encodeURIComponent(issueTypeId)}`,
    name: 'fields',
    item: Field,
  })

const maxMetaPages = 20

/** All pages: Jira may return fewer than requested. Data Center names every list 'values'. */
async function listMeta<S extends z.ZodType>(
  connection: Connection,
  { path, name, item }: { path: string; name: 'issueTypes' | 'fields'; item: S },
): Promise<z.output<S>[]> {
  const list = z.array(item).optional()
  const Page = z.object({ issueTypes: list, fields: list, values: list, total: z.int().default(0) })
  const found: z.output<S>[] = []
  for (let page = 0; page < maxMetaPages; page++) {
    const search = new URLSearchParams({ startAt: String(found.length), maxResults: '200' })
    const response = await ask(connection, { method: 'GET', path: `${path}?${search}` }, Page)
    const items = response[name] ?? response.values ?? []
    found.push(...items)
    if (items.length === 0 || found.length >= response.total) break
  }
  return found
}

export const createIssue = (connection: Connection, fields: object): Promise<{ key: string }> =>
  ask(connection, { method: 'POST', path: '/issue', json: { fields } }, z.object({ key: z.string() }))

const Issue = z.object({
  key: z.string(),
  fields: z.object({
    status: z.object({ name: z.string(), statusCategory: z.object({ key: z.string() }) }),
  }),
})

const Nothing = z.unknown()

const issuePath = (key: string, rest = '') => `/issue/${encodeURIComponent(key)}${rest}`

/** null if it was deleted. Throws JiraRejection if the credentials no longer see its project, which is a 404, too. */
export async function findIssue(connection: Connection, key: string) {
  try {
    return await ask(connection, { method: 'GET', path: issuePath(key, '?fields=status') }, Issue)
  } catch (error) {
    if (!(error instanceof JiraRejection) || error.status !== 404) throw error
    const project = key.slice(0, key.lastIndexOf('-'))
    await ask(connection, { method: 'GET', path: `/project/${encodeURIComponent(project)}` }, Nothing)
    return null
  }
}

const RecentIssue = Issue.extend({
  fields: Issue.shape.fields.extend({ issuetype: z.object({ id: z.string() }) }),
})

/** Up to 100 issues of a project, those changed last first. */
export async function listRecentIssues(connection: Connection, projectKey: string) {
  const jql = `project = ${JSON.stringify(projectKey)} order by updated desc`
  const json = { jql, fields: ['status', 'issuetype'], maxResults: 100 }
  const Found = z.object({ issues: z.array(RecentIssue) })
  return (await ask(connection, { method: 'POST', path: searchPath(connection), json }, Found)).issues
}

const searchPath = (connection: Connection) => (isCloud(connection) ? '/search/jql' : '/search')

const maxSearchPages = 10

/** At most 1,000, possibly without the newest, since the search index lags behind. */
export async function searchIssues(connection: Connection, jql: string) {
  const path = searchPath(connection)
  const Found = z.object({
    issues: z.array(Issue),
    nextPageToken: z.string().optional(),
    total: z.int().default(0),
  })
  const found: z.output<typeof Issue>[] = []
  let next: object = {}
  for (let page = 0; page < maxSearchPages; page++) {
    const json = { jql, fields: ['status'], maxResults: 100, ...next }
    const { issues, nextPageToken, total } = await ask(connection, { method: 'POST', path, json }, Found)
    found.push(...issues)
    // Cloud returns page tokens and no total; Data Center the reverse.
    if (nextPageToken === undefined && (issues.length === 0 || found.length >= total)) break
    next = nextPageToken === undefined ? { startAt: found.length } : { nextPageToken }
  }
  return found
}

/** Text or, in the Cloud, a document. */
export const addComment = (connection: Connection, key: string, body: unknown) =>
  ask(connection, { method: 'POST', path: issuePath(key, '/comment'), json: { body } }, Nothing)

/** The newest comments as text: documents are searched in their JSON. */
export async function listComments(connection: Connection, key: string): Promise<string[]> {
  const Comments = z.object({ comments: z.array(z.object({ body: z.unknown() })) })
  const path = issuePath(key, '/comment?maxResults=100&orderBy=-created')
  const { comments } = await ask(connection, { method: 'GET', path }, Comments)
  return comments.map(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body)))
}

const Transition = z.object({
  id: z.string(),
  name: z.string().default(''),
  to: z.object({ name: z.string().default(''), statusCategory: z.object({ key: z.string() }) }),
  /** Of its screen, by id. */
  fields: z.record(z.string(), Field).default({}),
})

export async function listTransitions(connection: Connection, key: string) {
  const path = issuePath(key, '/transitions?expand=transitions.fields')
  const Transitions = z.object({ transitions: z.array(Transition) })
  return (await ask(connection, { method: 'GET', path }, Transitions)).transitions
}

export const makeTransition = (
  connection: Connection,
  key: string,
  { id, fields }: { id: string; fields: object },
) =>
  ask(
    connection,
    { method: 'POST', path: issuePath(key, '/transitions'), json: { transition: { id }, fields } },
    Nothing,
  )

/** The same globalId updates the link. */
export const upsertRemoteLink = (connection: Connection, key: string, link: object) =>
  ask(connection, { method: 'POST', path: issuePath(key, '/remotelink'), json: link }, Nothing)
