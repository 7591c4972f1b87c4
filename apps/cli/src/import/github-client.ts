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

export interface GithubConnection {
  /** Of the API. */
  url: string
  token: string
  /** 'owner/name' */
  repository?: string | undefined
  /** All of its repositories that are not archived. */
  organization?: string | undefined
  pauseMs?: number
}

/** https://docs.github.com/en/rest/dependency-graph/sboms and https://docs.github.com/en/rest/dependabot/alerts */
export function connectGithub({ url, token, pauseMs, ...which }: GithubConnection): Forge {
  const server: OtherServer = {
    url,
    headers: {
      Authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'assay',
      'x-github-api-version': '2022-11-28',
    },
    credential: 'token',
    pauseMs,
  }
  return {
    name: 'GitHub',
    repositories: () => listRepositories(server, which),
    inventory: (repository) => readSbom(server, repository),
    alerts: (repository) => readAlerts(server, repository),
  }
}

interface GithubRepository {
  full_name: string
  html_url: string
  default_branch: string
  archived?: boolean
}

async function listRepositories(
  server: OtherServer,
  { repository, organization }: Pick<GithubConnection, 'repository' | 'organization'>,
): Promise<ForgeRepository[]> {
  const found =
    repository === undefined
      ? await listLinked<GithubRepository>(server, `/orgs/${organization}/repos?per_page=100`)
      : await getFrom(server, `/repos/${repository}`).then(async (response) =>
          response === null ? null : [(await response.json()) as GithubRepository],
        )
  if (found === null || found.some((each) => typeof each.html_url !== 'string'))
    throw new CommandError(
      exitCodes.configuration,
      `${repository ?? organization} is not on ${server.url}, or the token may not read it.`,
    )
  return found
    .filter(({ archived }) => archived !== true || repository !== undefined)
    .map((each) => ({ name: each.full_name, url: each.html_url, defaultBranch: each.default_branch }))
}

const unreadableGraph = 'the dependency graph is off, or the token may not read it'

/** Asks for the document, waits for it, and fetches it from the address that is named then. Servers before have it at once. */
async function readSbom(
  server: OtherServer,
  { name }: ForgeRepository,
): Promise<ForgeInventory | { why: string }> {
  const graph = `/repos/${name}/dependency-graph/sbom`
  const asked = await getFrom(server, `${graph}/generate-report`)
  const bytes = asked === null ? await readAtOnce(server, graph) : await readReport(server, graph, asked)
  return bytes === null ? { why: unreadableGraph } : { filename: 'sbom.spdx.json', bytes }
}

async function readReport(server: OtherServer, graph: string, asked: Response): Promise<Uint8Array | null> {
  const { sbom_url: address = '' } = (await asked.json()) as { sbom_url?: string }
  const id = address.split('/').at(-1)!
  const ready = await untilReady(server, () => askServer(server, `${graph}/fetch-report/${id}`))
  const location = ready?.status === 302 ? ready.headers.get('location') : null
  if (location === null) return null
  // The address of a storage, which the token must not reach.
  const storage = {
    url: new URL(location).origin,
    headers: {},
    credential: 'address',
    pauseMs: server.pauseMs,
  }
  const response = await getFrom(storage, location.slice(storage.url.length))
  return response && new Uint8Array(await response.arrayBuffer())
}

async function readAtOnce(server: OtherServer, graph: string): Promise<Uint8Array | null> {
  const response = await getFrom(server, graph)
  return response && new Uint8Array(await response.arrayBuffer())
}

interface DependabotAlert {
  number: number
  state: string
  dependency: { package: { name: string } }
  security_advisory: { ghsa_id: string; cve_id?: string | null }
  dismissed_at?: string | null
  dismissed_by?: { login?: string } | null
  dismissed_reason?: string | null
  dismissed_comment?: string | null
}

async function readAlerts(
  server: OtherServer,
  { name }: ForgeRepository,
): Promise<ForgeAlert[] | { why: string }> {
  const path = `/repos/${name}/dependabot/alerts?state=dismissed,auto_dismissed&per_page=100`
  const alerts = await listLinked<DependabotAlert>(server, path)
  return alerts?.map(readAlert) ?? { why: 'Dependabot alerts are off, or the token may not read them' }
}

function readAlert(alert: DependabotAlert): ForgeAlert {
  const { cve_id: cve, ghsa_id: ghsa } = alert.security_advisory
  const { name: packageName } = alert.dependency.package
  return {
    title: `alert ${alert.number}, ${packageName} (${cve ?? ghsa})`,
    ids: [ghsa, ...(cve ? [cve] : [])],
    packageName,
    decision: decisionOf(alert),
  }
}

/** By the reason of the dismissal. */
const states: Readonly<Record<string, Omit<ForgeDecision, 'reason'>>> = {
  fix_started: { state: 'fix-planned' },
  inaccurate: { state: 'false-positive' },
  no_bandwidth: { state: 'accepted' },
  not_used: { state: 'not-affected', justification: 'vulnerable_code_not_in_execute_path' },
  tolerable_risk: { state: 'accepted' },
}

function decisionOf(alert: DependabotAlert): ForgeAlert['decision'] {
  if (alert.state === 'auto_dismissed')
    return { why: 'dismissed by a rule there: a policy rule with the effect Decide does that here' }
  const { dismissed_reason: why, dismissed_at: at, dismissed_by: member, dismissed_comment: comment } = alert
  const known = ownProperty(states, why ?? '')
  if (!known) return { why: `dismissed for a reason that is not known here: ${why}` }
  return { ...known, reason: describeDecision('GitHub', { at, by: member?.login, why, comment }) }
}
