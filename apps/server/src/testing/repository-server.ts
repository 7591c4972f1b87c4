import { type ServiceAnswer, type ServiceServer, startServiceServer } from './outside-server.ts'

interface StoredIssue {
  repository: string
  number: number
  title: string
  body: string
  labels: string[]
  isConfidential: boolean
  isClosed: boolean
  comments: string[]
}

export interface RepositoryServer extends ServiceServer {
  token: string
  /** false: the token sees no repository, so that everything is a 404. */
  sight: { hasRepository: boolean }
  issues: StoredIssue[]
}

type Kind = 'github' | 'gitlab'

const shapeOf: Record<Kind, (issue: StoredIssue) => object> = {
  github: ({ repository, number, body, isClosed }) => ({
    number,
    body,
    state: isClosed ? 'closed' : 'open',
    html_url: `https://example.org/${repository}/issues/${number}`,
    repository_url: `https://example.org/repos/${repository}`,
  }),
  gitlab: ({ repository, number, body, isClosed }) => ({
    id: 1000 + number,
    iid: number,
    description: body,
    state: isClosed ? 'closed' : 'opened',
    web_url: `https://example.org/${repository}/-/issues/${number}`,
    references: { short: `#${number}`, full: `${repository}#${number}` },
  }),
}

interface Body {
  title?: string
  body?: string
  description?: string
  labels?: string | string[]
  confidential?: boolean
  state?: string
  state_event?: string
}

interface Call {
  kind: Kind
  method: string
  json: Body | undefined
}

function answerList({ kind, method, json = {} }: Call, issues: StoredIssue[]): ServiceAnswer {
  if (method === 'GET') return { status: 200, body: issues.map(shapeOf[kind]).toReversed() }
  const made = {
    repository,
    number: issues.length + 1,
    title: json.title ?? '',
    body: json.body ?? json.description ?? '',
    labels: [json.labels ?? []].flat(),
    isConfidential: json.confidential ?? false,
    isClosed: false,
    comments: [],
  }
  issues.push(made)
  return { status: 201, body: shapeOf[kind](made) }
}

function answerIssue({ kind, method, json = {} }: Call, issue: StoredIssue): ServiceAnswer {
  if (method === 'PATCH' && kind === 'github') issue.isClosed = json.state === 'closed'
  if (method === 'PUT' && kind === 'gitlab') issue.isClosed = json.state_event === 'close'
  return { status: 200, body: shapeOf[kind](issue) }
}

function answerComments({ method, json = {} }: Call, { comments }: StoredIssue): ServiceAnswer {
  if (method === 'GET') return { status: 200, body: comments.map((text) => ({ body: text })) }
  comments.push(json.body ?? '')
  return { status: 201, body: { id: comments.length } }
}

const repository = 'org/app'
const patterns: Record<Kind, RegExp> = {
  github: /^\/repos\/(.+)\/issues(?:\/(\d+)(\/comments)?)?$/,
  gitlab: /^\/projects\/([^/]+)\/issues(?:\/(\d+)(\/notes)?)?$/,
}
const homes = { github: `/repos/${repository}`, gitlab: `/projects/${encodeURIComponent(repository)}` }
const profiles = { github: { login: 'bot' }, gitlab: { username: 'bot' } }

function answerCall(call: Call, path: string, issues: StoredIssue[]): ServiceAnswer {
  const { kind } = call
  if (path === '/user') return { status: 200, body: profiles[kind] }
  if (homes[kind] === path) return { status: 200, body: {} }
  const [, encoded = '', number, comments] = patterns[kind].exec(path) ?? []
  if (decodeURIComponent(encoded) !== repository) return { status: 404, body: { message: 'Not Found' } }
  if (number === undefined) return answerList(call, issues)
  const issue = issues.find((each) => each.number === Number(number))
  if (!issue) return { status: kind === 'github' ? 410 : 404, body: { message: 'This issue was deleted' } }
  return comments === undefined ? answerIssue(call, issue) : answerComments(call, issue)
}

/** Imitates the issues of GitHub (below /api/v3) and GitLab (below /api/v4). Only org/app has issues. */
export async function startRepositoryServer(
  token = 'repository-canary-0123456789',
): Promise<RepositoryServer> {
  const issues: StoredIssue[] = []
  const sight = { hasRepository: true }
  const server = await startServiceServer(({ method, url, headers, json }) => {
    const [, version, path = ''] = /^\/api\/v([34])(\/.*)$/.exec(url.pathname) ?? []
    if (version === undefined) return { status: 404, body: '<html>Not found</html>' }
    if (headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { message: 'Bad credentials' } }
    if (!sight.hasRepository && path !== '/user') return { status: 404, body: { message: 'Not Found' } }
    const kind = version === '3' ? 'github' : 'gitlab'
    return answerCall({ kind, method, json: json as Body | undefined }, path, issues)
  })
  return { ...server, token, issues, sight }
}
