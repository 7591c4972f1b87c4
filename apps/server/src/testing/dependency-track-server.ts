import { nameUuid } from '@assay/engine/name-uuid.ts'
import { dayMs } from '@assay/engine/time.ts'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { licenseGroups, policiesOfAll, rulesOfAll } from './dependency-track-settings.ts'
import { npmInventory } from './inventories.ts'

// A Dependency-Track with generated projects, as an import reads it. Version 4 gives all findings at once, version 5
// cuts every list at 100.

export interface FakeProject {
  uuid: string
  name: string
  version: string | null
  active: boolean
  isLatest: boolean
  tags: { name: string }[]
  lastBomImport: number | null
  parent?: { uuid: string; name: string }
  packages: string[]
}

export interface FakeDependencyTrack {
  url: string
  projects: FakeProject[]
  /** Paths without queries, in order. */
  received: string[]
  /** Called with the number of each request. */
  onRequest?: (count: number) => void
  stop(): Promise<void>
}

const uuidOf = (name: string) => nameUuid(`urn:assay:fake-dependency-track:${name}`)
const parent = { uuid: uuidOf('parent'), name: 'platform' }
const start = Date.parse('2024-01-01T00:00:00Z')

/** Each application has three versions, the last of which is the latest; every tenth was never uploaded. */
export function generateProjects(count: number): FakeProject[] {
  return Array.from({ length: count }, (_, at): FakeProject => {
    const app = Math.floor(at / 3)
    const version = at % 3 === 0 && app % 4 === 0 ? null : `1.${at % 3}.0`
    return {
      uuid: uuidOf(`project ${at}`),
      name: app % 5 === 0 ? `com.acme:app-${app}` : `app-${app}`,
      version,
      active: true,
      isLatest: at % 3 === 2,
      tags: [{ name: `team-${app % 3}` }],
      lastBomImport: at % 10 === 9 ? null : start + at * dayMs,
      ...(app % 7 === 0 && { parent }),
      packages: ['lodash@4.17.4', `package-${app}@1.${at % 3}.0`],
    }
  })
}

const analysed = [
  [
    'CVE-2019-10744',
    { analysisState: 'NOT_AFFECTED', analysisJustification: 'CODE_NOT_REACHABLE', isSuppressed: false },
  ],
  ['CVE-2020-8203', { analysisState: 'EXPLOITABLE', analysisResponse: 'UPDATE', isSuppressed: true }],
  ['CVE-2021-23337', { analysisState: 'NOT_SET', isSuppressed: false }],
] as const

const comments = [{ timestamp: start, comment: 'Reviewed with the team.', commenter: 'jane' }]

/** When every finding was first seen. */
export const seenAt = Date.parse('2023-06-01T00:00:00Z')

/** In all versions of every third project; of every second project, in its first version alone. */
const isAudited = (at: number) =>
  Math.floor(at / 3) % 3 === 0 || (at % 3 === 0 && Math.floor(at / 3) % 2 === 0)

function findingsOf({ uuid }: FakeProject, at: number) {
  return analysed.map(([vulnId, analysis]) => ({
    component: {
      uuid: uuidOf(`component ${uuid}`),
      name: 'lodash',
      version: '4.17.4',
      purl: 'pkg:npm/lodash@4.17.4',
      project: uuid,
    },
    vulnerability: { uuid: uuidOf(vulnId), source: 'NVD', vulnId },
    analysis: isAudited(at)
      ? { state: analysis.analysisState, isSuppressed: analysis.isSuppressed }
      : { isSuppressed: false },
    // Before the inventory was uploaded for the last time.
    attribution: { analyzerIdentity: 'INTERNAL_ANALYZER', attributedOn: seenAt },
  }))
}

const licenseGroup = {
  uuid: uuidOf('group'),
  name: 'Copyleft',
  licenses: [
    { licenseId: 'GPL-3.0-only', name: 'GPL 3' },
    { licenseId: 'AGPL-3.0-only', name: 'AGPL 3' },
  ],
}

const settings: Record<string, object[]> = {
  '/api/v1/licenseGroup': [licenseGroup],
  '/api/v1/policy': [
    {
      name: 'No copyleft',
      operator: 'ANY',
      violationState: 'FAIL',
      policyConditions: [{ subject: 'LICENSE_GROUP', operator: 'IS', value: licenseGroup.uuid }],
    },
    {
      name: 'No old components',
      operator: 'ANY',
      violationState: 'WARN',
      policyConditions: [{ subject: 'AGE', operator: 'NUMERIC_GREATER_THAN', value: 'P2Y' }],
    },
    {
      name: 'Severe or exploited',
      operator: 'ANY',
      violationState: 'FAIL',
      policyConditions: [
        { subject: 'SEVERITY', operator: 'IS', value: 'CRITICAL' },
        {
          subject: 'EXPRESSION',
          operator: 'MATCHES',
          value: 'vulns.exists(v, v.is_kev && v.severity in ["HIGH", "CRITICAL"]) ',
        },
        {
          subject: 'COORDINATES',
          operator: 'MATCHES',
          value: '{"group":"*","name":"left-pad","version":"*"}',
        },
      ],
    },
    {
      name: 'Not in app-1',
      operator: 'ALL',
      violationState: 'INFO',
      projects: [{ name: 'app-1', version: '1.0.0' }],
      policyConditions: [{ subject: 'PACKAGE_URL', operator: 'MATCHES', value: 'pkg:npm/lodash*' }],
    },
  ],
  '/api/v1/user/managed': [{ username: 'jane', email: 'jane@example.org' }],
  '/api/v1/notification/rule': [
    {
      name: 'Mail to security',
      enabled: true,
      scope: 'PORTFOLIO',
      notifyOn: ['NEW_VULNERABILITY', 'PROJECT_CREATED'],
      publisher: { name: 'Email' },
      publisherConfig: JSON.stringify({ destination: 'security@example.org' }),
    },
    {
      name: 'Chat',
      enabled: true,
      scope: 'PORTFOLIO',
      notifyOn: ['NEW_VULNERABILITY'],
      publisher: { name: 'Slack' },
      publisherConfig: null,
    },
  ],
  '/api/v1/team': [
    {
      uuid: uuidOf('team'),
      name: 'Payments',
      permissions: [{ name: 'VIEW_PORTFOLIO' }],
      apiKeys: [{ publicId: 'abc' }],
      managedUsers: [{ username: 'jane' }],
    },
  ],
  '/api/v1/vulnerability': [{ vulnId: 'INT-1', source: 'INTERNAL' }],
}

const internal = {
  vulnId: 'INT-1',
  source: 'INTERNAL',
  title: 'Keys are logged',
  description: 'The logger writes keys.',
  severity: 'HIGH',
  cwes: [{ cweId: 532 }],
  affectedComponents: [
    {
      identityType: 'PURL',
      identity: 'pkg:npm/package-1',
      versionType: 'RANGE',
      versionEndExcluding: '1.2.0',
    },
  ],
}

interface Options {
  projects: FakeProject[]
  major: 4 | 5
  key: string
  /** A policy for each condition that there is, and a notification rule for each publisher, group and level. */
  hasAllSettings?: boolean
}

export async function startFakeDependencyTrack({
  projects,
  major,
  key,
  hasAllSettings = false,
}: Options): Promise<FakeDependencyTrack> {
  const more: Record<string, object[]> = hasAllSettings
    ? {
        '/api/v1/policy': policiesOfAll,
        '/api/v1/licenseGroup': licenseGroups,
        '/api/v1/notification/rule': rulesOfAll(major),
      }
    : {}
  const received: string[] = []
  const fake: FakeDependencyTrack = { url: '', projects, received, stop: async () => undefined }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    received.push(pathname)
    fake.onRequest?.(received.length)
    if (pathname !== '/api/version' && request.headers['x-api-key'] !== key) response.writeHead(401).end()
    else send(response, answerTo(pathname, searchParams), searchParams)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fake.stop = () => new Promise((done) => server.close(() => done()))
  return fake

  function answerTo(path: string, query: URLSearchParams): Answer | null {
    if (path === '/api/version')
      return { body: { application: 'Dependency-Track', version: `${major}.14.2` } }
    if (path === '/api/v1/project')
      return { items: projects.map((project) => ({ ...project, packages: undefined })) }
    if (path === '/api/v1/vulnerability/source/INTERNAL/vuln/INT-1') return { body: internal }
    if (settings[path]) return { items: [...settings[path], ...(more[path] ?? [])] }
    const at = projects.findIndex(({ uuid }) => path.endsWith(uuid) || query.get('project') === uuid)
    const project = projects[at]
    if (!project) return null
    if (path.startsWith('/api/v1/bom/')) return { bytes: npmInventory(project.packages) }
    if (path.startsWith('/api/v1/finding/')) return { items: findingsOf(project, at), isWhole: major === 4 }
    if (path === '/api/v1/analysis' && isAudited(at)) {
      const found = analysed.find(([vulnId]) => uuidOf(vulnId) === query.get('vulnerability'))
      return found
        ? { body: { ...found[1], analysisDetails: 'See ticket 7.', analysisComments: comments } }
        : null
    }
    return null
  }
}

type Answer = { body: object } | { items: object[]; isWhole?: boolean } | { bytes: Uint8Array }

function send(response: ServerResponse, answer: Answer | null, query: URLSearchParams): void {
  if (answer === null) response.writeHead(404).end('The project could not be found.')
  else if ('bytes' in answer) response.end(answer.bytes)
  else {
    response.setHeader('content-type', 'application/json')
    if ('body' in answer) response.end(JSON.stringify(answer.body))
    else sendPage(response, answer, query)
  }
}

function sendPage(
  response: ServerResponse,
  { items, isWhole = false }: { items: object[]; isWhole?: boolean },
  query: URLSearchParams,
): void {
  const size = Math.min(Number(query.get('pageSize') ?? 100), 100)
  const from = (Number(query.get('pageNumber') ?? 1) - 1) * size
  response.setHeader('x-total-count', items.length)
  response.end(JSON.stringify(isWhole ? items : items.slice(from, from + size)))
}
