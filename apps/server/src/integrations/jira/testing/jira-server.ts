import {
  type ServiceResponse,
  type ServiceRequest,
  type ServiceServer,
  startServiceServer,
} from '#testing/outside-server.ts'

interface StoredIssue {
  key: string
  fields: Record<string, unknown> & { labels: string[]; summary: string }
  /** 'To Do', 'In Progress', 'Done' */
  status: string
  comments: unknown[]
  links: Map<string, unknown>
}

interface ScreenField {
  name: string
  required: boolean
  schema: { type: string }
  allowedValues?: { id: string; name: string }[]
}

export interface JiraServer extends ServiceServer {
  apiToken: string
  issues: StoredIssue[]
  /** Issues not yet in the search index. */
  unindexed: Set<string>
  /** Additional fields that Jira requires. */
  required: Set<string>
  /** Fields on the screen of the transition to Done, by id. */
  screen: Map<string, ScreenField>
  /** false: the credentials have access to no project, so every issue is a 404. */
  sight: { hasProject: boolean }
}

const categories: Record<string, string> = {
  'To Do': 'new',
  'In Progress': 'indeterminate',
  Done: 'done',
  "Won't Do": 'done',
}
const transitions: Record<string, { id: string; to: string }[]> = {
  'To Do': [
    { id: '11', to: 'In Progress' },
    { id: '21', to: "Won't Do" },
    { id: '31', to: 'Done' },
  ],
  'In Progress': [{ id: '32', to: 'Done' }],
  Done: [{ id: '41', to: 'To Do' }],
}
/** Cloud identifies users by account id, Data Center by name. */
const isUser = (value: unknown, isCloud: boolean) =>
  value === undefined || Object.hasOwn(value as object, isCloud ? 'id' : 'name')

interface TransitionBody {
  transition: { id: string }
  fields?: Record<string, unknown>
}

/** Values outside the field's allowed ones are rejected. */
const isDisallowedValue = (field: ScreenField | undefined, value: unknown) =>
  field?.allowedValues?.some(({ id }) => id === (value as { id: string }).id) === false

interface SearchBody {
  jql: string
  startAt?: number
  nextPageToken?: string
}

/** Small, so that callers have to read several. */
const searchPageSize = 2

/** One item per page, regardless of maxResults. */
function pageOf({ url }: ServiceRequest, items: object[], name: string): ServiceResponse {
  const startAt = Number(url.searchParams.get('startAt') ?? 0)
  const body = { [name]: items.slice(startAt, startAt + 1), startAt, maxResults: 1, total: items.length }
  return { status: 200, body }
}

const statusOf = (name: string) => ({ name, statusCategory: { key: categories[name] } })

/** Imitates the ticket API of Jira Cloud v3 (Basic) and Data Center v2 (Bearer). */
// oxlint-disable-next-line max-lines-per-function -- a table of calls over one state
export async function startJiraServer(apiToken = 'jira-canary-0123456789abcdef'): Promise<JiraServer> {
  const issues: StoredIssue[] = []
  const unindexed = new Set<string>()
  const required = new Set<string>()
  const screen: JiraServer['screen'] = new Map()
  const sight = { hasProject: true }
  const basic = `Basic ${Buffer.from(`bot@example.org:${apiToken}`).toString('base64')}`

  const respond = (request: ServiceRequest): ServiceResponse => {
    const [, version, path = ''] = /^\/rest\/api\/([23])(\/.*)$/.exec(request.url.pathname) ?? []
    if (version === undefined) return { status: 404, body: '<html>Not Jira</html>' }
    const isCloud = version === '3'
    if (request.headers.authorization !== (isCloud ? basic : `Bearer ${apiToken}`))
      return { status: 401, body: 'Client must be authenticated' }
    return handleCall({ request, path, isCloud })
  }

  const handleCall = ({
    request,
    path,
    isCloud,
  }: {
    request: ServiceRequest
    path: string
    isCloud: boolean
  }): ServiceResponse => {
    const { method, json } = request
    const call = `${method} ${path}`
    const projects = [{ id: '1', key: 'ABC', name: 'Alphabet' }]
    if (call === 'GET /myself') return { status: 200, body: { displayName: 'Bot' } }
    if (!sight.hasProject && /^\/(?:issue|project)\/./.test(path))
      return { status: 404, body: { errorMessages: ['No permission'], errors: {} } }
    if (call === 'GET /project/ABC') return { status: 200, body: projects[0] }
    if (call === 'GET /project') return { status: 200, body: projects }
    if (call === 'GET /project/search')
      return { status: 200, body: { values: projects, isLast: true, total: 1 } }
    if (call === 'GET /issue/createmeta/ABC/issuetypes') {
      const types = [
        { id: '10000', name: 'Subtask', subtask: true },
        { id: '10001', name: 'Task', subtask: false },
      ]
      return pageOf(request, types, isCloud ? 'issueTypes' : 'values')
    }
    if (call === 'GET /issue/createmeta/ABC/issuetypes/10001') {
      const fields = [
        { fieldId: 'summary', name: 'Summary', required: true, schema: { type: 'string' } },
        {
          fieldId: 'customfield_10010',
          name: 'Team',
          required: true,
          schema: { type: 'option' },
          allowedValues: [{ id: '5', value: 'Platform' }],
        },
        { fieldId: 'customfield_10020', name: 'Notes', schema: { type: 'string', custom: 'types:textarea' } },
        { fieldId: 'customfield_10030', name: 'Owner', schema: { type: 'user' } },
      ]
      return pageOf(request, fields, isCloud ? 'fields' : 'values')
    }
    if (call === 'POST /issue') return create(json as { fields: StoredIssue['fields'] }, isCloud)
    if (call === (isCloud ? 'POST /search/jql' : 'POST /search')) return search(json as SearchBody, isCloud)
    if (call.endsWith(' /search')) return { status: 410, body: { errorMessages: ['Gone'] } }
    const [, key = '', rest = ''] = /^\/issue\/([^/]+)(\/\w+)?$/.exec(path) ?? []
    const issue = issues.find((each) => each.key === key)
    return issue
      ? respondToIssue(issue, `${method} ${rest}`, request)
      : { status: 404, body: { errorMessages: ['No such issue'] } }
  }

  const create = ({ fields }: { fields: StoredIssue['fields'] }, isCloud: boolean): ServiceResponse => {
    const missing = [...required].filter((name) => !Object.hasOwn(fields, name))
    if (missing.length > 0)
      return {
        status: 400,
        body: { errorMessages: [], errors: Object.fromEntries(missing.map((name) => [name, 'is required'])) },
      }
    if (
      fields.summary.length > 255 ||
      fields.summary.includes('\n') ||
      isCloud !== (typeof fields['description'] === 'object') ||
      (isCloud && typeof fields['customfield_10020'] === 'string') ||
      !isUser(fields['customfield_10030'], isCloud)
    )
      return {
        status: 400,
        body: { errorMessages: ['Operation value must be a string or a document'], errors: {} },
      }
    const key = `ABC-${issues.length + 1}`
    issues.push({ key, fields, status: 'To Do', comments: [], links: new Map() })
    return { status: 201, body: { id: key, key, self: '' } }
  }

  const search = ({ jql, startAt, nextPageToken }: SearchBody, isCloud: boolean): ServiceResponse => {
    const [, label] = /labels = "?([\w-]+)"?/.exec(jql) ?? []
    const [, project] = /project = "(\w+)"/.exec(jql) ?? []
    const found = issues.filter(
      ({ key, fields }) =>
        (label === undefined || fields.labels.includes(label)) &&
        (project === undefined || key.startsWith(`${project}-`)) &&
        !unindexed.has(key),
    )
    const start = Number(isCloud ? (nextPageToken ?? 0) : (startAt ?? 0))
    const issuesOfPage = found.slice(start, start + searchPageSize)
    const isLast = start + searchPageSize >= found.length
    return {
      status: 200,
      body: {
        issues: issuesOfPage.map(({ key, status, fields: { issuetype } }) => ({
          key,
          fields: { status: statusOf(status), issuetype },
        })),
        ...(isCloud
          ? { isLast, ...(!isLast && { nextPageToken: String(start + searchPageSize) }) }
          : { startAt: start, total: found.length }),
      },
    }
  }

  const respondToIssue = (
    issue: StoredIssue,
    call: string,
    { url, json }: ServiceRequest,
  ): ServiceResponse => {
    const { key, status, comments, links } = issue
    if (call === 'GET ') return { status: 200, body: { key, fields: { status: statusOf(status) } } }
    if (call === 'GET /comment')
      return { status: 200, body: { comments: comments.map((body) => ({ body })) } }
    if (call === 'POST /comment') {
      comments.push((json as { body: unknown }).body)
      return { status: 201, body: { id: '1' } }
    }
    if (call === 'GET /transitions') {
      const isExpanded = url.searchParams.get('expand') === 'transitions.fields'
      const available = transitions[status]!.map(({ id, to }) => ({
        id,
        name: to,
        to: statusOf(to),
        ...(isExpanded && { fields: to === 'Done' ? Object.fromEntries(screen) : {} }),
      }))
      return { status: 200, body: { transitions: available } }
    }
    if (call === 'POST /transitions') return move(issue, json as TransitionBody)
    const { globalId } = json as { globalId: string }
    const isNew = !links.has(globalId)
    links.set(globalId, json)
    return { status: isNew ? 201 : 200, body: { id: 1 } }
  }

  const move = (issue: StoredIssue, { transition, fields = {} }: TransitionBody): ServiceResponse => {
    const found = transitions[issue.status]!.find(({ id }) => id === transition.id)
    if (!found) return { status: 400, body: { errorMessages: ['No such transition'] } }
    const shown: JiraServer['screen'] = found.to === 'Done' ? screen : new Map()
    const values = Object.entries(fields)
    const errors = [
      ...values.filter(([id]) => !shown.has(id)).map(([id]) => [id, 'It is not on the appropriate screen']),
      ...[...shown]
        .filter(([id, { required: is }]) => is && fields[id] === undefined)
        .map(([id]) => [id, 'is required']),
      ...values
        .filter(([id, value]) => isDisallowedValue(shown.get(id), value))
        .map(([id]) => [id, 'Option id is not valid']),
    ]
    if (errors.length > 0)
      return { status: 400, body: { errorMessages: [], errors: Object.fromEntries(errors) } }
    issue.status = found.to
    Object.assign(issue.fields, fields)
    return { status: 204, body: '' }
  }

  const server = await startServiceServer(respond)
  return { ...server, apiToken, issues, unindexed, required, screen, sight }
}
