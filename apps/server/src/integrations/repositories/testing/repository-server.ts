import { type ServiceResponse, type ServiceServer, startServiceServer } from '#testing/outside-server.ts'

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
  /** false: the token has access to no repository, so everything is a 404. */
  sight: { hasRepository: boolean }
  issues: StoredIssue[]
  /** Contents of the files of org/app by branch and path. */
  branches: Map<string, Map<string, string>>
  /** The name that org/app has now: requests for the old one are redirected to the repository's id. */
  home: { name: string }
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
  /** Of the repository. */
  name: string
  method: string
  json: Body | undefined
}

const shown = ({ kind, name }: Call, issue: StoredIssue) => shapeOf[kind]({ ...issue, repository: name })

function respondToList(call: Call, issues: StoredIssue[]): ServiceResponse {
  const { method, name, json = {} } = call
  if (method === 'GET') return { status: 200, body: issues.map((issue) => shown(call, issue)).toReversed() }
  const newIssue = {
    repository: name,
    number: issues.length + 1,
    title: json.title ?? '',
    body: json.body ?? json.description ?? '',
    labels: [json.labels ?? []].flat(),
    isConfidential: json.confidential ?? false,
    isClosed: false,
    comments: [],
  }
  issues.push(newIssue)
  return { status: 201, body: shown(call, newIssue) }
}

function respondToIssue(call: Call, issue: StoredIssue): ServiceResponse {
  const { kind, method, json = {} } = call
  if (method === 'PATCH' && kind === 'github') issue.isClosed = json.state === 'closed'
  if (method === 'PUT' && kind === 'gitlab') issue.isClosed = json.state_event === 'close'
  return { status: 200, body: shown(call, issue) }
}

function respondToComments({ method, json = {} }: Call, { comments }: StoredIssue): ServiceResponse {
  if (method === 'GET') return { status: 200, body: comments.map((text) => ({ body: text })) }
  comments.push(json.body ?? '')
  return { status: 201, body: { id: comments.length } }
}

/** Links are files with this prefix. */
export const linkTo = '-> '

interface Tree {
  path: string
  kind: Kind
  page: number
  branches: RepositoryServer['branches']
}

/** Commits are named after their branch, and contents are their own ids. */
function respondToFiles({ path, kind, page, branches }: Tree): ServiceResponse | null {
  const [, what, encoded = ''] = /\/(branches|trees|tree|blobs)(?:\/([^/]+))?(?:\/raw)?$/.exec(path) ?? []
  const name = decodeURIComponent(encoded)
  if (what === 'branches') {
    const commit = kind === 'github' ? { sha: `c-${name}` } : { id: `c-${name}` }
    return branches.has(name)
      ? { status: 200, body: { name, commit } }
      : { status: 404, body: { message: 'Branch not found' } }
  }
  if (what === 'blobs') return { status: 200, body: name.replace(linkTo, '') }
  const files = branches.get(name.replace(/^c-/, ''))
  if (what === undefined || !files) return null
  const entries = [...entriesOf(files)]
  if (kind === 'github')
    return {
      status: 200,
      body: {
        truncated: false,
        tree: entries.map(({ id, ...entry }) => ({ ...entry, sha: id, size: id.length })),
      },
    }
  return { status: 200, body: entries.slice((page - 1) * 100, page * 100) }
}

function* entriesOf(files: ReadonlyMap<string, string>) {
  const folders = new Set<string>()
  for (const [path, id] of files) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at))
    yield { path, id, type: 'blob', mode: id.startsWith(linkTo) ? '120000' : '100644' }
  }
  for (const path of folders) yield { path, id: path, type: 'tree', mode: '040000' }
}

const repository = 'org/app'
const patterns: Record<Kind, RegExp> = {
  github: /^\/repos\/(.+)\/issues(?:\/(\d+)(\/comments)?)?$/,
  gitlab: /^\/projects\/([^/]+)\/issues(?:\/(\d+)(\/notes)?)?$/,
}
const homeOf = {
  github: (name: string) => `/repos/${name}`,
  gitlab: (name: string) => `/projects/${encodeURIComponent(name)}`,
}
const byId = { github: '/repositories/7001', gitlab: '/projects/7001' }
const profiles = { github: { login: 'bot' }, gitlab: { username: 'bot' } }

function handleCall(call: Call, path: string, issues: StoredIssue[]): ServiceResponse {
  const { kind } = call
  if (path === '/user') return { status: 200, body: profiles[kind] }
  if (homeOf[kind](repository) === path) return { status: 200, body: { default_branch: 'trunk' } }
  const [, encoded = '', number, comments] = patterns[kind].exec(path) ?? []
  if (decodeURIComponent(encoded) !== repository) return { status: 404, body: { message: 'Not Found' } }
  if (number === undefined) return respondToList(call, issues)
  const issue = issues.find((each) => each.number === Number(number))
  if (!issue) return { status: kind === 'github' ? 410 : 404, body: { message: 'This issue was deleted' } }
  return comments === undefined ? respondToIssue(call, issue) : respondToComments(call, issue)
}

/** Imitates the issues and files of GitHub (below /api/v3) and GitLab (below /api/v4). Only org/app has issues. */
export async function startRepositoryServer(
  token = 'repository-canary-0123456789',
): Promise<RepositoryServer> {
  const issues: StoredIssue[] = []
  const sight = { hasRepository: true }
  const home = { name: repository }
  const branches: RepositoryServer['branches'] = new Map()
  const server = await startServiceServer(({ method, url, headers, json }) => {
    const [, version, path = ''] = /^\/api\/v([34])(\/.*)$/.exec(url.pathname) ?? []
    if (version === undefined) return { status: 404, body: '<html>Not found</html>' }
    if (headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { message: 'Bad credentials' } }
    if (!sight.hasRepository && path !== '/user') return { status: 404, body: { message: 'Not Found' } }
    const kind = version === '3' ? 'github' : 'gitlab'
    const first = homeOf[kind](repository)
    if (home.name !== repository && path.startsWith(first)) {
      const location = `http://${headers.host}${url.pathname.replace(first, byId[kind])}${url.search}`
      return { status: 301, headers: { location }, body: { message: 'Moved Permanently' } }
    }
    const resolvedPath = path.replace(byId[kind], first).replace(homeOf[kind](home.name), first)
    if (!resolvedPath.includes('/issues') && resolvedPath.startsWith(`${first}/`)) {
      const ref = url.searchParams.get('ref')
      const page = Number(url.searchParams.get('page') ?? 1)
      const files = respondToFiles({
        path: ref === null ? resolvedPath : `${resolvedPath}/${encodeURIComponent(ref)}`,
        kind,
        page,
        branches,
      })
      return files ?? { status: 404, body: { message: 'Not Found' } }
    }
    return handleCall({ kind, name: home.name, method, json: json as Body | undefined }, resolvedPath, issues)
  })
  return { ...server, token, issues, branches, sight, home }
}
