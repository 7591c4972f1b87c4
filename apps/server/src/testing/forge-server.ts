import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// GitHub and GitLab as an import reads them, with a storage beside them for what GitHub lets one download.

export interface FakeForge {
  url: string
  /** Authorization of each request for a download; undefined without. */
  downloads: (string | undefined)[]
  /** 'GET /path', in order. */
  requests: string[]
  /** Answers that are sent instead of the next ones. */
  failures: { status: number; headers?: Record<string, string> }[]
  stop(): Promise<void>
}

type Answer = { status?: number; headers?: Record<string, string>; json?: unknown } | null
type Routes = (method: string, url: URL, body: unknown) => Answer

async function start(token: string, routesOf: (fake: FakeForge) => Routes): Promise<FakeForge> {
  const fake: FakeForge = { url: '', downloads: [], requests: [], failures: [], stop: async () => undefined }
  const routes = routesOf(fake)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', headers } = request
    const url = new URL(request.url ?? '/', fake.url)
    fake.requests.push(`${method} ${url.pathname}`)
    const failure = fake.failures.shift()
    if (failure) return response.writeHead(failure.status, failure.headers).end()
    const isDownload = url.pathname.startsWith('/storage/')
    if (isDownload) fake.downloads.push(headers.authorization)
    else if (headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end('{}')
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    const found = routes(method, url, text === '' ? null : JSON.parse(text)) ?? { status: 404, json: {} }
    response.writeHead(found.status ?? 200, { 'content-type': 'application/json', ...found.headers })
    return response.end(found.json === undefined ? '' : JSON.stringify(found.json))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fake.stop = () => new Promise((done) => server.close(() => done()))
  return fake
}

const spdx = (name: string, packages: readonly string[]) => ({
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: `com.github.${name}`,
  dataLicense: 'CC0-1.0',
  documentNamespace: `https://spdx.org/spdxdocs/protobom/${name}`,
  creationInfo: { created: '2026-11-01T00:00:00Z', creators: ['Tool: GitHub.com-Dependency-Graph'] },
  packages: packages.map((each) => ({
    SPDXID: `SPDXRef-npm-${each.replaceAll(/[^\w.-]/g, '-')}`,
    name: each.split('@')[0],
    versionInfo: each.split('@')[1],
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    externalRefs: [
      { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: `pkg:npm/${each}` },
    ],
  })),
})

export interface FakeRepository {
  packages: readonly string[]
  /** undefined: Dependabot is off. */
  alerts?: readonly object[]
  archived?: boolean
}

/** Alerts come one a page. A document is ready when it is asked for the second time. */
export const startFakeGithub = (
  organization: string,
  repositories: Readonly<Record<string, FakeRepository>>,
  { token, isAsynchronous = true }: { token: string; isAsynchronous?: boolean },
): Promise<FakeForge> =>
  start(token, (fake) => {
    const asked = new Map<string, number>()
    const wire = (name: string) => ({
      full_name: `${organization}/${name}`,
      html_url: `https://github.example.org/${organization}/${name}`,
      default_branch: 'trunk',
      archived: repositories[name]!.archived ?? false,
    })
    return (_method, { pathname, searchParams }) => {
      if (pathname === `/orgs/${organization}/repos`) return { json: Object.keys(repositories).map(wire) }
      const [, name = '', rest = ''] = /^\/(?:repos\/[^/]+|storage)\/([^/]+)\/?(.*)$/.exec(pathname) ?? []
      const repository = repositories[name]
      if (!repository) return null
      if (pathname.startsWith('/storage/')) return { json: { sbom: spdx(name, repository.packages) } }
      if (rest === '') return { json: wire(name) }
      if (rest === 'dependabot/alerts') {
        const { alerts } = repository
        const at = Number(searchParams.get('after') ?? 0)
        if (!alerts || searchParams.get('state') !== 'dismissed,auto_dismissed')
          return { status: 403, json: {} }
        const next = `<${fake.url}${pathname}?state=dismissed,auto_dismissed&after=${at + 1}>; rel="next"`
        return { json: alerts.slice(at, at + 1), headers: at + 1 < alerts.length ? { link: next } : {} }
      }
      if (!isAsynchronous)
        return rest === 'dependency-graph/sbom' ? { json: { sbom: spdx(name, repository.packages) } } : null
      if (rest === 'dependency-graph/sbom/generate-report')
        return { status: 201, json: { sbom_url: `${fake.url}${pathname}/../fetch-report/id-of-${name}` } }
      if (rest !== `dependency-graph/sbom/fetch-report/id-of-${name}`) return null
      const times = (asked.get(name) ?? 0) + 1
      asked.set(name, times)
      return times === 1
        ? { status: 202 }
        : { status: 302, headers: { location: `${fake.url}/storage/${name}?signature=x` } }
    }
  })

export interface FakeProject {
  packages: readonly string[]
  /** undefined: without the license for them. */
  vulnerabilities?: readonly object[]
  /** Refuses exports as CycloneDX. */
  isOld?: boolean
}

/** Vulnerabilities come one a page. An export is ready when it is asked for the second time. */
export const startFakeGitlab = (
  group: string,
  projects: Readonly<Record<string, FakeProject>>,
  token: string,
): Promise<FakeForge> =>
  start(token, (fake) => {
    const names = Object.keys(projects)
    const asked = new Map<number, number>()
    const formats = new Map<number, string>()
    const wire = (name: string) => ({
      path_with_namespace: `${group}/${name}`,
      web_url: `${fake.url}/${group}/${name}`,
      default_branch: 'main',
    })
    return (method, { pathname }, body) => {
      const path = decodeURIComponent(pathname).replace('/api/v4/', '')
      if (pathname === '/api/graphql') return { json: vulnerabilitiesOf(projects, group, body) }
      if (path === `groups/${group}/projects`) return { json: names.map(wire) }
      const [, name = '', rest = ''] = new RegExp(`^projects/${group}/([^/]+)/?(.*)$`).exec(path) ?? []
      const at = names.indexOf(name)
      if (at >= 0 && rest === '') return { json: wire(name) }
      if (at >= 0 && rest === 'dependency_list_exports' && method === 'POST') {
        const { export_type: format } = body as { export_type: string }
        if (format === 'cyclonedx_1_6_json' && projects[name]!.isOld) return { status: 400, json: {} }
        formats.set(at, format)
        return { status: 201, json: { id: at } }
      }
      const [, id = '', download = ''] = /^dependency_list_exports\/(\d+)(\/download)?$/.exec(path) ?? []
      const packages = projects[names[Number(id)] ?? '']?.packages
      if (id === '' || !packages) return null
      if (download !== '') return { json: dependencyListOf(packages, formats.get(Number(id))) }
      asked.set(Number(id), (asked.get(Number(id)) ?? 0) + 1)
      return asked.get(Number(id)) === 1 ? { status: 202 } : { json: { id: Number(id), has_finished: true } }
    }
  })

function dependencyListOf(packages: readonly string[], format: string | undefined): object {
  const named = packages.map((each) => ({ name: each.split('@')[0], version: each.split('@')[1] }))
  return format === 'cyclonedx_1_6_json'
    ? {
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        components: named.map((each) => ({
          type: 'library',
          ...each,
          purl: `pkg:npm/${each.name}@${each.version}`,
        })),
      }
    : {
        dependencies: named.map((each) => ({
          ...each,
          packager: 'npm',
          package_manager: 'npm',
          location: { path: 'package-lock.json' },
          licenses: [],
          vulnerabilities: [],
        })),
      }
}

function vulnerabilitiesOf(projects: Readonly<Record<string, FakeProject>>, group: string, body: unknown) {
  const { variables } = body as { variables: { path: string; after: string | null } }
  const all = projects[variables.path.replace(`${group}/`, '')]?.vulnerabilities
  if (!all) return { data: { project: { vulnerabilities: null } } }
  const at = Number(variables.after ?? 0)
  const pageInfo = { hasNextPage: at + 1 < all.length, endCursor: String(at + 1) }
  return { data: { project: { vulnerabilities: { pageInfo, nodes: all.slice(at, at + 1) } } } }
}
