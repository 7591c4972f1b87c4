import type { Database } from '#platform/database/database.ts'
import { grouped, licenseOf, type View, type ViewedAccount } from './views.ts'

// The expected response to each caller, computed from all rows of the account and a list of what the caller may see. As
// a reference implementation, it uses no scope, statement or function of the product.

export interface Rows {
  account: ViewedAccount
  scans: StoredScan[]
  findings: FindingRow[]
  components: ComponentRow[]
  members: { uuid: string; email: string; role: string; teams: string[] }[]
  /** team: the one that it or its project is limited to. */
  tokens: { uuid: string; member_uuid: string; team: string | null }[]
}

interface StoredScan {
  project_uuid: string
  branch_uuid: string
  scanned_at: Date
  security_score: number
  vulnerability_count: number
  libyears: number | null
  unknown_releases: number | null
}
interface ComponentRow {
  project_uuid: string
  branch_uuid: string
  name: string
  version: string
  licenses: string[]
}
interface FindingRow {
  project_uuid: string
  branch_uuid: string
  cve: string | null
  ended_at: Date | null
  end_kind: string | null
}

export async function readRows(db: Database, account: ViewedAccount): Promise<Rows> {
  const of = account.admin.accountUuid
  const teams = Object.entries({ ...account.teams, C: account.teamOfGroup })
  const names = Object.fromEntries(teams.map(([name, uuid]) => [uuid, name]))
  const projectNames = Object.fromEntries(
    Object.entries(account.projects).map(([name, uuid]) => [uuid, name]),
  )
  const tokens = await db.selectFrom('api_token').selectAll().where('account_uuid', '=', of).execute()
  const teamMembers = await db.selectFrom('team_member').selectAll().where('account_uuid', '=', of).execute()
  const members = await db.selectFrom('member').selectAll().where('account_uuid', '=', of).execute()
  return {
    account,
    scans: await db.selectFrom('scan').selectAll().where('account_uuid', '=', of).orderBy('number').execute(),
    findings: await db.selectFrom('finding').selectAll().where('account_uuid', '=', of).execute(),
    components: await db
      .selectFrom('component_use')
      .innerJoin('component_content', 'component_content.digest', 'component_use.content')
      .innerJoin('branch', 'branch.uuid', 'component_use.branch_uuid')
      .select(['project_uuid', 'branch_uuid', 'component_content.name', 'version', 'licenses'])
      .where('component_use.account_uuid', '=', of)
      .where('component_content.account_uuid', '=', of)
      .where('ended_number', 'is', null)
      .execute(),
    tokens: tokens.map(({ uuid, member_uuid, team_uuid, project_uuid }) => ({
      uuid,
      member_uuid,
      team: names[team_uuid ?? ''] ?? ownerOf[projectNames[project_uuid ?? ''] ?? ''] ?? null,
    })),
    members: members.map(({ uuid, email, role }) => {
      const memberships = teamMembers.filter(({ member_uuid }) => member_uuid === uuid)
      return { uuid, email, role, teams: memberships.map(({ team_uuid }) => names[team_uuid]!) }
    }),
  }
}

/** The filters of the metrics that select projects. */
export interface Filter {
  team?: string
  tagged?: boolean
  grouped?: boolean
  search?: string
}

const ownerOf: Record<string, string | null> = { a1: 'A', a2: 'A', b1: 'B', free: null }
const tagged = ['a1', 'b1']

export const seesTeam = ({ teams }: View, name: string) => teams === 'all' || teams.includes(name)

const uuidsOf = ({ account }: Rows, names: string[]) =>
  names.map((name) => account.projects[name]!).toSorted()

const selected = ({ projects }: View, { team, tagged: isTagged, grouped: isGrouped }: Filter) =>
  projects.filter(
    (name) =>
      (!team || ownerOf[name] === team) &&
      (!isTagged || tagged.includes(name)) &&
      (!isGrouped || grouped.includes(name)),
  )

/** Whoever sees one of its projects, or is in the team that sees the group. */
export const seesGroup = (view: View): boolean => grouped.some((name) => view.projects.includes(name))

/** Expected responses, by the names in the contract; rules and teams are listed by name. */
export const expected = {
  projects: (rows: Rows, view: View) => uuidsOf(rows, view.projects),
  /** The group with the number of its projects that are visible. */
  groups: (view: View) => (seesGroup(view) ? [['Shop', selected(view, { grouped: true }).length]] : []),
  taggedProjects: (rows: Rows, view: View) => uuidsOf(rows, selected(view, { tagged: true })),
  branches: (rows: Rows, view: View) =>
    branchesOf(rows, view.projects)
      .map(([scan]) => scan!.project_uuid)
      .toSorted(),
  exclusions: (view: View) =>
    view.isStranger
      ? []
      : ['account', ...['A', 'B'].filter((name) => seesTeam(view, name)), ...view.projects].toSorted(),
  eras: (view: View): string[] => {
    if (view.isStranger) return []
    if (view.isOfProject) return view.projects.toSorted()
    const ofTeams = ['A', 'B'].filter((name) => seesTeam(view, name))
    return [...(view.teams === 'all' ? ['account'] : []), ...ofTeams, ...view.projects].toSorted()
  },
  /** makeRules creates one VEX document and one accepted gap for each exclusion. */
  vex: (view: View): string[] => expected.exclusions(view),
  gaps: (view: View): string[] => expected.exclusions(view),
  policies: (view: View) =>
    view.isStranger ? [] : ['A', 'B', 'account'].filter((name) => name === 'account' || seesTeam(view, name)),
  licenses: (view: View) => view.projects.map(licenseOf).toSorted(),
  copyrights: (view: View) => view.projects.map((name) => `Copyright ${name}`).toSorted(),
  members: ({ members }: Rows, view: View) =>
    members
      .filter(({ teams }) => view.teams === 'all' || teams.some((name) => seesTeam(view, name)))
      .map(({ email }) => email)
      .toSorted(),
  tokens: ({ members, tokens }: Rows, { memberUuid, administrates }: View) =>
    tokens
      .filter(({ member_uuid, team }) => {
        if (member_uuid === memberUuid || administrates === 'all') return true
        const { role, teams } = members.find(({ uuid }) => uuid === member_uuid)!
        const reached = teams.filter((name) => administrates.includes(name))
        const isReached = administrates.includes(team ?? '') || reached.length === teams.length
        return role.startsWith('Team ') && reached.length > 0 && isReached
      })
      .map(({ uuid }) => uuid)
      .toSorted(),
  dependencies: (rows: Rows, view: View) =>
    [...Map.groupBy(componentsOf(rows, view), ({ name, version }) => `${name}@${version}`)]
      .map(([key, uses]) => ({
        key,
        projects: new Set(uses.map(({ project_uuid }) => project_uuid)).size,
        branches: new Set(uses.map(({ branch_uuid }) => branch_uuid)).size,
        licenses: [...new Set(uses.flatMap(({ licenses }) => licenses))].toSorted(),
      }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1)),
  /** Only lodash has findings. */
  fixes: (rows: Rows, view: View) => {
    const open = openFindings(rows, view)
    return {
      projects: new Set(open.map(({ project_uuid }) => project_uuid)).size,
      branches: new Set(open.map(({ branch_uuid }) => branch_uuid)).size,
      closes: open.length,
      packages: Math.min(open.length, 1),
    }
  },
  overdue: (rows: Rows, view: View) =>
    openFindings(rows, view)
      .map(({ project_uuid }) => project_uuid)
      .toSorted(),
  /** Each once per project, whatever the number of its branches. */
  triaged: (rows: Rows, view: View) =>
    [...new Set(openFindings(rows, view).map(({ project_uuid, cve }) => `${project_uuid} ${cve}`))]
      .map((key) => key.split(' ')[0]!)
      .toSorted(),
  fixUses: (rows: Rows, view: View) => {
    const open = openFindings(rows, view)
    return [...Map.groupBy(open, ({ branch_uuid }) => branch_uuid).values()]
      .map(([finding]) => finding!.project_uuid)
      .toSorted()
  },
  /** Numbers of findings and projects per CVE. */
  vulnerabilities: (rows: Rows, view: View) =>
    [...Map.groupBy(openFindings(rows, view), ({ cve }) => cve)]
      .map(([cve, open]) => ({
        cve,
        findings: open.length,
        projects: new Set(open.map(({ project_uuid }) => project_uuid)).size,
      }))
      .toSorted((one, other) => (one.cve! < other.cve! ? -1 : 1)),
  /** By license id. A license belongs to one project only, or to the components that all projects have. */
  licenseUse: (rows: Rows, view: View) => {
    const named = componentsOf(rows, view).flatMap((each) =>
      each.licenses.map((license) => ({ ...each, license })),
    )
    return [...Map.groupBy(named, ({ license }) => license)]
      .map(([license, uses]) => ({
        license,
        components: uses.length,
        projects: new Set(uses.map(({ project_uuid }) => project_uuid)).size,
      }))
      .toSorted((one, other) => (one.license < other.license ? -1 : 1))
  },
  uses: (rows: Rows, view: View, name: string) =>
    componentsOf(rows, view)
      .filter((component) => component.name === name)
      .map(({ project_uuid }) => project_uuid)
      .toSorted(),
  occurrences: (rows: Rows, view: View, cve: string) => {
    const projects = uuidsOf(rows, view.projects)
    const found = rows.findings.filter((row) => row.cve === cve && projects.includes(row.project_uuid))
    const open = found.filter(({ ended_at }) => ended_at === null)
    return {
      openCount: open.length,
      endedCount: found.length - open.length,
      openProjects: new Set(open.map(({ project_uuid }) => project_uuid)).size,
      items: found.map(({ project_uuid }) => project_uuid).toSorted(),
    }
  },
  metrics(rows: Rows, view: View, filter: Filter) {
    const chosen = selected(view, filter)
    const searched = chosen.filter((name) => name.includes(filter.search ?? ''))
    const exclusionsOf = (names: string[]) => exclusionCount(view, filter, names)
    return {
      ...figures(rows, chosen, exclusionsOf(chosen)),
      filtered: filter.search ? figures(rows, searched, exclusionsOf(searched)) : null,
      rows: rowsOf(rows, searched),
    }
  },
}

const openFindings = (rows: Rows, { projects }: View): FindingRow[] =>
  rows.findings.filter(
    ({ project_uuid, ended_at }) => ended_at === null && uuidsOf(rows, projects).includes(project_uuid),
  )

const componentsOf = (rows: Rows, { projects }: View): ComponentRow[] =>
  rows.components.filter(({ project_uuid }) => uuidsOf(rows, projects).includes(project_uuid))

/** The scans of each branch, oldest first. */
const branchesOf = (rows: Rows, names: string[]): StoredScan[][] => [
  ...Map.groupBy(
    rows.scans.filter(({ project_uuid }) => uuidsOf(rows, names).includes(project_uuid)),
    ({ branch_uuid }) => branch_uuid,
  ).values(),
]

export const rowsOf = (rows: Rows, names: string[]) =>
  branchesOf(rows, names)
    .map((scans) => rowOf(rows, scans))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))

function rowOf({ findings }: Rows, scans: StoredScan[]) {
  const [first, last] = [scans[0]!, scans.at(-1)!]
  const ofBranch = findings.filter(({ branch_uuid }) => branch_uuid === first.branch_uuid)
  return {
    key: `${first.project_uuid} ${last.scanned_at.getTime()}`,
    totalScans: scans.length,
    vulnerabilitiesIdentified: ofBranch.length,
    vulnerabilitiesAddressed: ofBranch.filter(({ end_kind }) => /^(?:upgraded|removed)$/.test(end_kind ?? ''))
      .length,
    vulnerabilityCount: last.vulnerability_count,
    performanceScore:
      1000 * (last.security_score - first.security_score) +
      first.vulnerability_count -
      last.vulnerability_count,
  }
}

function figures(rows: Rows, names: string[], exclusions: number) {
  const all = rowsOf(rows, names)
  const projects = new Set(all.map(({ key }) => key.split(' ')[0]!)).size
  const total = (name: 'totalScans' | 'vulnerabilitiesIdentified' | 'vulnerabilitiesAddressed') =>
    all.reduce((sum, row) => sum + row[name], 0)
  return {
    overview: {
      // Each of them was scanned with a score that counts.
      rows: all.length,
      measuredRows: all.length,
      numberOfProjects: projects,
      totalScans: total('totalScans'),
      vulnerabilitiesIdentified: total('vulnerabilitiesIdentified'),
      vulnerabilitiesAddressed: total('vulnerabilitiesAddressed'),
      ...agesOf(branchesOf(rows, names).map((scans) => scans.at(-1)!)),
      ...averagesOf(branchesOf(rows, names)),
    },
    top: all.filter(({ performanceScore }) => performanceScore > 0).map(({ key }) => key),
    least: all.filter(({ performanceScore }) => performanceScore < 0).map(({ key }) => key),
    usage: { totalProjects: projects, totalScans: total('totalScans') },
    exclusions,
  }
}

function averagesOf(branches: StoredScan[][]) {
  const average = (scans: StoredScan[]) =>
    Math.round(scans.reduce((sum, scan) => sum + scan.security_score, 0) / scans.length)
  if (branches.length === 0) return { securityScore: null, deltaSecurityScore: null }
  const [first, last] = [
    average(branches.map(([scan]) => scan!)),
    average(branches.map((scans) => scans.at(-1)!)),
  ]
  return { securityScore: last, deltaSecurityScore: last - first }
}

const agesOf = (last: StoredScan[]) => ({
  libyears: sumOfKnown(last.map(({ libyears }) => libyears)),
  unknownReleases: sumOfKnown(last.map(({ unknown_releases }) => unknown_releases)),
})

function sumOfKnown(all: (number | null)[]): number | null {
  const present = all.filter((each) => each !== null)
  return present.length === 0 ? null : present.reduce((sum, each) => sum + each, 0)
}

/** Exclusions of the account, of visible teams that the filter includes, and of the projects. */
const exclusionCount = (view: View, { team }: Filter, names: string[]): number =>
  view.isStranger
    ? 0
    : 1 + ['A', 'B'].filter((name) => seesTeam(view, name) && (!team || team === name)).length + names.length
