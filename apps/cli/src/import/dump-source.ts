import { ownProperty } from '@assay/engine/own-property.ts'
import type { DependencyTrack } from './dependency-track-client.ts'
import { dumpedBom } from './dumped-bom.ts'
import { type DumpRow, dumpRows } from './read-dump.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'

// Answers the calls of an import from the tables of a database, version 4.14:
// https://github.com/DependencyTrack/dependency-track/tree/4.14.x/src/main/java/org/dependencytrack/model

const tableNames = [
  ...([
    'PROJECT',
    'COMPONENT',
    'TAG',
    'PROJECTS_TAGS',
    'VULNERABILITY',
    'COMPONENTS_VULNERABILITIES',
  ] as const),
  ...(['FINDINGATTRIBUTION', 'ANALYSIS', 'ANALYSISCOMMENT', 'LICENSE'] as const),
  ...([
    'POLICY',
    'POLICYCONDITION',
    'POLICY_PROJECTS',
    'POLICY_TAGS',
    'LICENSEGROUP',
    'LICENSEGROUP_LICENSE',
  ] as const),
  ...([
    'TEAM',
    'MANAGEDUSER',
    'MANAGEDUSERS_TEAMS',
    'LDAPUSER',
    'LDAPUSERS_TEAMS',
    'OIDCUSER',
    'OIDCUSERS_TEAMS',
  ] as const),
  ...(['PERMISSION', 'TEAMS_PERMISSIONS', 'NOTIFICATIONRULE', 'NOTIFICATIONPUBLISHER'] as const),
]
type Tables = Record<(typeof tableNames)[number], DumpRow[]>

/** Reads the file once. Throws CommandError if it is no such dump. */
export async function openDump(file: string): Promise<DependencyTrack> {
  const tables = Object.fromEntries(tableNames.map((name) => [name, [] as DumpRow[]])) as Tables
  for await (const { table, row } of dumpRows(file, new Set(tableNames)))
    tables[table as keyof Tables].push(row)
  if (tables.PROJECT.length === 0)
    throw new CommandError(
      exitCodes.configuration,
      `${file} has no rows of the table PROJECT: write it with pg_dump in its plain format, or with SCRIPT of H2.`,
    )
  return sourceOf(tables)
}

function sourceOf(tables: Tables): DependencyTrack {
  const lists = listsOf(tables)
  const items = (path: string): object[] => {
    const { pathname } = new URL(path, 'file:///')
    const [, uuid = ''] = /^\/api\/v1\/finding\/project\/(.*)$/.exec(pathname) ?? []
    return uuid === '' ? (ownProperty(lists.named, pathname)?.() ?? []) : lists.findings(uuid)
  }
  return {
    async get<Body>(path: string) {
      const { pathname, searchParams } = new URL(path, 'file:///')
      if (pathname === '/api/version') return { application: 'Dependency-Track' } as Body
      return (pathname === '/api/v1/analysis' ? lists.analysis(searchParams) : null) as Body | null
    },
    async *list<Item>(path: string) {
      const all = items(path) as Item[]
      if (all.length > 0) yield all
    },
    async bytes(path) {
      const uuid = /\/project\/([^?]*)/.exec(path)?.[1] ?? ''
      const project = tables.PROJECT.find((row) => row['UUID'] === uuid)
      return project ? dumpedBom(project, lists.componentsOf(project['ID']!), tables.LICENSE) : null
    },
  }
}

const group = (rows: readonly DumpRow[], column: string): Map<string | null, DumpRow[]> =>
  Map.groupBy(rows, (row) => ownProperty(row, column) ?? null)
const byId = (rows: readonly DumpRow[]) => new Map(rows.map((row) => [row['ID'] ?? null, row]))
const isTrue = (value: string | null | undefined): boolean => /^(?:t|true|1)$/i.test(value ?? '')

/** '2024-01-01 00:00:00+00', in UTC without a zone. */
export function timeOf(text: string | null | undefined): number | null {
  if (!text) return null
  const iso = text
    .trim()
    .replace(' ', 'T')
    .replace(/([+-]\d\d)$/, '$1:00')
  const at = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`)
  return Number.isNaN(at) ? null : at
}

const byFinding = (rows: readonly DumpRow[]): Map<string, DumpRow> =>
  new Map(rows.map((row) => [`${row['COMPONENT_ID']} ${row['VULNERABILITY_ID']}`, row]))

function listsOf(tables: Tables) {
  const [components, tags, attributions] = [
    group(tables.COMPONENT, 'PROJECT_ID'),
    group(tables.PROJECTS_TAGS, 'PROJECT_ID'),
    byFinding(tables.FINDINGATTRIBUTION),
  ]
  const analyses = byFinding(tables.ANALYSIS)
  const [projects, tagById, vulnerabilities, vulnerableBy, comments] = [
    byId(tables.PROJECT),
    byId(tables.TAG),
    byId(tables.VULNERABILITY),
    group(tables.COMPONENTS_VULNERABILITIES, 'COMPONENT_ID'),
    group(tables.ANALYSISCOMMENT, 'ANALYSIS_ID'),
  ]
  const tagsOf = (links: readonly DumpRow[] | undefined) =>
    (links ?? []).flatMap((link) => {
      const name = tagById.get(link['TAG_ID'] ?? null)?.['NAME']
      return name ? [{ name }] : []
    })
  const idOf = (rows: readonly DumpRow[], uuid: string | null) =>
    rows.find((row) => row['UUID'] === uuid)?.['ID'] ?? null
  const componentsOf = (projectId: string) => components.get(projectId) ?? []
  return {
    componentsOf,
    findings: (uuid: string) =>
      componentsOf(idOf(tables.PROJECT, uuid) ?? '').flatMap((component) =>
        (vulnerableBy.get(component['ID'] ?? null) ?? []).flatMap((link) => {
          const vulnerability = vulnerabilities.get(link['VULNERABILITY_ID'] ?? null)
          const key = `${component['ID']} ${link['VULNERABILITY_ID']}`
          return vulnerability
            ? [
                findingOf({
                  component,
                  vulnerability,
                  analysis: analyses.get(key),
                  seen: attributions.get(key),
                }),
              ]
            : []
        }),
      ),
    analysis(query: URLSearchParams) {
      const component = idOf(
        componentsOf(idOf(tables.PROJECT, query.get('project')) ?? ''),
        query.get('component'),
      )
      const row = analyses.get(`${component} ${idOf(tables.VULNERABILITY, query.get('vulnerability'))}`)
      return row ? analysisOf(row, comments.get(row['ID'] ?? null) ?? []) : null
    },
    named: {
      '/api/v1/project': () =>
        tables.PROJECT.map((row) => projectOf(row, projects, tagsOf(tags.get(row['ID'] ?? null)))),
      '/api/v1/licenseGroup': () => licenseGroups(tables),
      '/api/v1/policy': () => policiesOf(tables, { projects, tagsOf }),
      '/api/v1/team': () => teamsOf(tables),
      '/api/v1/notification/rule': () => rulesOf(tables),
    } as Readonly<Record<string, () => object[]>>,
  }
}

function projectOf(row: DumpRow, projects: ReadonlyMap<string | null, DumpRow>, tags: { name: string }[]) {
  const parent = row['PARENT_PROJECT_ID'] ? projects.get(row['PARENT_PROJECT_ID']) : undefined
  return {
    uuid: row['UUID'],
    name: row['NAME'],
    version: row['VERSION'],
    active: isTrue(row['ACTIVE']),
    isLatest: isTrue(row['IS_LATEST']),
    lastBomImport: timeOf(row['LAST_BOM_IMPORTED']),
    tags,
    ...(parent && { parent: { uuid: parent['UUID'], name: parent['NAME'] } }),
  }
}

interface FindingRows {
  component: DumpRow
  vulnerability: DumpRow
  analysis: DumpRow | undefined
  seen: DumpRow | undefined
}

const findingOf = ({ component, vulnerability, analysis, seen }: FindingRows) => ({
  component: {
    uuid: component['UUID'],
    name: component['NAME'],
    version: component['VERSION'],
    ...(component['PURL'] && { purl: component['PURL'] }),
  },
  vulnerability: {
    uuid: vulnerability['UUID'],
    source: vulnerability['SOURCE'],
    vulnId: vulnerability['VULNID'],
  },
  analysis: analysis
    ? { state: analysis['STATE'], isSuppressed: isTrue(analysis['SUPPRESSED']) }
    : { isSuppressed: false },
  attribution: { attributedOn: timeOf(seen?.['ATTRIBUTED_ON']) },
})

const analysisOf = (row: DumpRow, comments: readonly DumpRow[]) => ({
  analysisState: row['STATE'] ?? 'NOT_SET',
  analysisJustification: row['JUSTIFICATION'] ?? 'NOT_SET',
  analysisResponse: row['RESPONSE'] ?? 'NOT_SET',
  ...(row['DETAILS'] && { analysisDetails: row['DETAILS'] }),
  isSuppressed: isTrue(row['SUPPRESSED']),
  analysisComments: comments.map((each) => ({
    timestamp: timeOf(each['TIMESTAMP']) ?? 0,
    comment: each['COMMENT'] ?? '',
    ...(each['COMMENTER'] && { commenter: each['COMMENTER'] }),
  })),
})

const licenseGroups = ({ LICENSEGROUP, LICENSEGROUP_LICENSE, LICENSE }: Tables) => {
  const licenses = byId(LICENSE)
  const members = group(LICENSEGROUP_LICENSE, 'LICENSEGROUP_ID')
  return LICENSEGROUP.map((row) => ({
    uuid: row['UUID'],
    name: row['NAME'],
    licenses: (members.get(row['ID'] ?? null) ?? []).flatMap((link) => {
      const license = licenses.get(link['LICENSE_ID'] ?? null)
      return license ? [{ licenseId: license['LICENSEID'], name: license['NAME'] }] : []
    }),
  }))
}

interface PolicyLinks {
  projects: ReadonlyMap<string | null, DumpRow>
  tagsOf: (links: readonly DumpRow[] | undefined) => { name: string }[]
}

function policiesOf(tables: Tables, { projects, tagsOf }: PolicyLinks) {
  const conditions = group(tables.POLICYCONDITION, 'POLICY_ID')
  const [ofProjects, ofTags] = [
    group(tables.POLICY_PROJECTS, 'POLICY_ID'),
    group(tables.POLICY_TAGS, 'POLICY_ID'),
  ]
  return tables.POLICY.map((row) => ({
    name: row['NAME'],
    operator: row['OPERATOR'],
    violationState: row['VIOLATIONSTATE'],
    policyConditions: (conditions.get(row['ID'] ?? null) ?? []).map((each) => ({
      subject: each['SUBJECT'],
      operator: each['OPERATOR'],
      value: each['VALUE'],
    })),
    projects: (ofProjects.get(row['ID'] ?? null) ?? []).flatMap((link) => {
      const project = projects.get(link['PROJECT_ID'] ?? null)
      return project ? [{ name: project['NAME'], version: project['VERSION'] }] : []
    }),
    tags: tagsOf(ofTags.get(row['ID'] ?? null)),
  }))
}

/** Users of one kind, and their teams. */
interface Membership {
  users: readonly DumpRow[]
  links: readonly DumpRow[]
  column: string
}

function teamsOf(tables: Tables) {
  const permissions = byId(tables.PERMISSION)
  const held = group(tables.TEAMS_PERMISSIONS, 'TEAM_ID')
  const usersOf = (team: string | null, { users, links, column }: Membership) => {
    const known = byId(users)
    return links
      .filter((link) => link['TEAM_ID'] === team)
      .flatMap((link) => {
        const user = known.get(ownProperty(link, column) ?? null)
        return user ? [{ username: user['USERNAME'], ...(user['EMAIL'] && { email: user['EMAIL'] }) }] : []
      })
  }
  return tables.TEAM.map((row) => {
    const id = row['ID'] ?? null
    return {
      uuid: row['UUID'],
      name: row['NAME'],
      permissions: (held.get(id) ?? []).flatMap((link) => {
        const name = permissions.get(link['PERMISSION_ID'] ?? null)?.['NAME']
        return name ? [{ name }] : []
      }),
      managedUsers: usersOf(id, {
        users: tables.MANAGEDUSER,
        links: tables.MANAGEDUSERS_TEAMS,
        column: 'MANAGEDUSER_ID',
      }),
      ldapUsers: usersOf(id, {
        users: tables.LDAPUSER,
        links: tables.LDAPUSERS_TEAMS,
        column: 'LDAPUSER_ID',
      }),
      oidcUsers: usersOf(id, {
        users: tables.OIDCUSER,
        links: tables.OIDCUSERS_TEAMS,
        column: 'OIDCUSERS_ID',
      }),
    }
  })
}

function rulesOf({ NOTIFICATIONRULE, NOTIFICATIONPUBLISHER }: Tables) {
  const publishers = byId(NOTIFICATIONPUBLISHER)
  return NOTIFICATIONRULE.map((row) => ({
    name: row['NAME'],
    enabled: isTrue(row['ENABLED']),
    scope: row['SCOPE'],
    notificationLevel: row['NOTIFICATION_LEVEL'],
    notifyOn: (row['NOTIFY_ON'] ?? '').split(',').filter((each) => each !== ''),
    publisher: { name: publishers.get(row['PUBLISHER'] ?? null)?.['NAME'] ?? '' },
    publisherConfig: row['PUBLISHER_CONFIG'],
  }))
}
