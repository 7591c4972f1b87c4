import { ownProperty } from '@assay/engine/own-property.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import {
  describeDecision,
  type Forge,
  type ForgeAlert,
  type ForgeDecision,
  type ForgeInventory,
  type ForgeRepository,
} from './forge.ts'
import { askServer, getFrom, listLinked, type OtherServer, untilReady } from './other-server.ts'

export interface GitlabConnection {
  url: string
  token: string
  /** 'group/name' */
  project?: string | undefined
  /** All of its projects that are not archived, and those of its subgroups. */
  group?: string | undefined
  pauseMs?: number
}

/** https://docs.gitlab.com/api/dependency_list_export/ and https://docs.gitlab.com/api/graphql/reference/ */
export function connectGitlab({ url, token, pauseMs, ...which }: GitlabConnection): Forge {
  const headers = { Authorization: `Bearer ${token}`, accept: 'application/json' }
  const server: OtherServer = { url, headers, credential: 'token', pauseMs }
  return {
    name: 'GitLab',
    repositories: () => listProjects(server, which),
    inventory: (project) => readDependencyList(server, project),
    alerts: (project) => readVulnerabilities(server, project),
  }
}

interface GitlabProject {
  path_with_namespace: string
  web_url: string
  default_branch?: string | null
}

async function listProjects(
  server: OtherServer,
  { project, group }: Pick<GitlabConnection, 'project' | 'group'>,
): Promise<ForgeRepository[]> {
  const inGroup = `/api/v4/groups/${encodeURIComponent(group ?? '')}/projects?include_subgroups=true&archived=false&per_page=100`
  const found =
    project === undefined
      ? await listLinked<GitlabProject>(server, inGroup)
      : await getFrom(server, pathOf(project)).then(async (response) =>
          response === null ? null : [(await response.json()) as GitlabProject],
        )
  if (found === null || found.some((each) => typeof each.web_url !== 'string'))
    throw new CommandError(
      exitCodes.configuration,
      `${project ?? group} is not on ${server.url}, or the token may not read it.`,
    )
  return found.map((each) => ({
    name: each.path_with_namespace,
    url: each.web_url,
    defaultBranch: each.default_branch ?? 'main',
  }))
}

const pathOf = (project: string) => `/api/v4/projects/${encodeURIComponent(project)}`

/** What is asked for first; older servers know only the other one. */
const exports = [
  { export_type: 'cyclonedx_1_6_json', filename: 'gl-sbom.cdx.json' },
  { export_type: 'dependency_list', filename: 'gl-dependency-list.json' },
]

const unreadableList = 'its dependency list needs GitLab Ultimate and a token with the scope api'

async function readDependencyList(
  server: OtherServer,
  { name }: ForgeRepository,
): Promise<ForgeInventory | { why: string }> {
  for (const { export_type, filename } of exports) {
    const asked = await askServer(server, `${pathOf(name)}/dependency_list_exports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ export_type }),
    })
    if (asked.status === 400 || asked.status === 422) continue
    if (!asked.ok) return { why: unreadableList }
    const { id } = (await asked.json()) as { id: number }
    const path = `/api/v4/dependency_list_exports/${id}`
    const ready = await untilReady(server, () => askServer(server, path))
    const response = ready?.ok ? await getFrom(server, `${path}/download`) : null
    if (response) return { filename, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  return { why: 'its dependency list could not be exported' }
}

interface GitlabVulnerability {
  title: string
  state: string
  dismissalReason?: string | null
  stateComment?: string | null
  identifiers?: { name?: string | null; externalId?: string | null }[] | null
  location?: { dependency?: { package?: { name?: string | null } | null } | null } | null
  stateTransitions?: { nodes: Transition[] } | null
}

interface Transition {
  createdAt: string
  comment?: string | null
  dismissalReason?: string | null
  author?: { username?: string } | null
}

interface Page {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: GitlabVulnerability[]
}

const dependency = '{ dependency { package { name } } }'
const query = `query ($path: ID!, $after: String) {
  project(fullPath: $path) {
    vulnerabilities(
      first: 100, after: $after, state: [DISMISSED, CONFIRMED], reportType: [DEPENDENCY_SCANNING, CONTAINER_SCANNING]
    ) {
      pageInfo { hasNextPage endCursor }
      nodes {
        title state dismissalReason stateComment
        identifiers { name externalId }
        location {
          ... on VulnerabilityLocationDependencyScanning ${dependency}
          ... on VulnerabilityLocationContainerScanning ${dependency}
        }
        stateTransitions { nodes { createdAt comment dismissalReason author { username } } }
      }
    }
  }
}`

async function readVulnerabilities(
  server: OtherServer,
  { name }: ForgeRepository,
): Promise<ForgeAlert[] | { why: string }> {
  const all: ForgeAlert[] = []
  for (let after: string | null = null; ;) {
    const response: Response = await askServer(server, '/api/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { path: name, after } }),
    })
    const page: Page | null | undefined = response.ok ? await pageOf(response) : null
    if (!page) return { why: 'its vulnerabilities need GitLab Ultimate and a token that may read them' }
    all.push(...page.nodes.map(readVulnerability))
    after = page.pageInfo.endCursor
    if (!page.pageInfo.hasNextPage || after === null) return all
  }
}

const pageOf = async (response: Response) =>
  ((await response.json()) as { data?: { project?: { vulnerabilities?: Page | null } | null } | null }).data
    ?.project?.vulnerabilities

function readVulnerability(found: GitlabVulnerability): ForgeAlert {
  const { title, identifiers, location } = found
  return {
    title,
    ids: (identifiers ?? [])
      .flatMap(({ externalId, name }) => [externalId ?? '', name ?? ''])
      .filter((id) => /^(?:CVE|GHSA)-/i.test(id)),
    packageName: location?.dependency?.package?.name ?? '',
    decision: decisionOf(found),
  }
}

/**
 * By the reason of the dismissal. GitLab's 'not applicable' is a part that will not be updated.
 * https://docs.gitlab.com/user/application_security/vulnerabilities/#vulnerability-dismissal-reasons
 */
const states: Readonly<Record<string, Omit<ForgeDecision, 'reason'>>> = {
  ACCEPTABLE_RISK: { state: 'accepted' },
  FALSE_POSITIVE: { state: 'false-positive' },
  MITIGATING_CONTROL: { state: 'not-affected', justification: 'inline_mitigations_already_exist' },
  USED_IN_TESTS: { state: 'accepted' },
  NOT_APPLICABLE: { state: 'accepted' },
}

function decisionOf({ state, dismissalReason, stateComment, stateTransitions }: GitlabVulnerability) {
  const [last] = (stateTransitions?.nodes ?? []).toSorted((one, other) =>
    one.createdAt < other.createdAt ? 1 : -1,
  )
  // The field of the vulnerability itself is null on some servers.
  const why = dismissalReason ?? last?.dismissalReason
  const comment = last?.comment ?? stateComment
  const reason = describeDecision('GitLab', { at: last?.createdAt, by: last?.author?.username, why, comment })
  if (state === 'CONFIRMED') return { state: 'in-triage' as const, reason }
  return { ...(ownProperty(states, why ?? '') ?? { state: 'accepted' as const }), reason }
}
