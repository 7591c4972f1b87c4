import { filePart, jsonBytes } from './inventories.ts'
import { enableFeatures } from './integrations.ts'
import { openSessionFor } from './sessions.ts'
import type { TestMember, TestServer } from './test-server.ts'
import { openvex, vexPart } from './vex-documents.ts'

// An account with objects of every kind, in two teams and outside of them, and callers with every kind of scope and
// what each may see.

export const vulnerable = 'lodash@4.17.4'
const safe = 'lodash@4.17.21'

/** What a caller is permitted to see. */
export interface View {
  authorization: string
  memberUuid: string
  /** Names of projects: 'a1'. */
  projects: string[]
  /** Teams whose members, exclusions and policies are visible; 'all' includes those of the whole account. */
  teams: 'all' | string[]
  /** Teams in which the caller may manage the tokens of others. */
  administrates: 'all' | string[]
  isStranger?: true
  /** A token for one project, which reads nothing beyond it. */
  isOfProject?: true
}

export interface ViewedAccount {
  admin: TestMember
  teams: Record<'A' | 'B', string>
  /** A team without projects that sees a group with some. */
  teamOfGroup: string
  groupUuid: string
  /** UUIDs by name. */
  projects: Record<string, string>
  views: Record<string, View>
}

/** Projects in the group that team C sees. */
export const grouped = ['a1', 'free']

const owners = { a1: 'A', a2: 'A', b1: 'B', free: null } as const
const all = Object.keys(owners)

export async function makeViews(server: TestServer): Promise<ViewedAccount> {
  const admin = await server.newAccount()
  await enableFeatures(server, admin)
  const teams = { A: await server.addTeam(admin, 'A'), B: await server.addTeam(admin, 'B') }
  const projects = await scanProjects(admin, teams)
  const account = { admin, teams, projects, ...(await makeGroup(server, admin, projects)) }
  await makeRules(server, account)
  await makeNotifications(server, account)
  return {
    ...account,
    views: { ...(await roleViews(server, account)), ...(await tokenViews(server, account)) },
  }
}

async function makeGroup(
  server: TestServer,
  admin: TestMember,
  projects: ViewedAccount['projects'],
): Promise<Pick<ViewedAccount, 'teamOfGroup' | 'groupUuid'>> {
  const teamOfGroup = await server.addTeam(admin, 'C')
  const { uuid: groupUuid } = await admin.api.groups.create({ body: { name: 'Shop' } })
  const params = { groupUuid }
  const add = grouped.map((name) => projects[name]!)
  await admin.api.groups.changeProjects({ params, body: { add } })
  await admin.api.groups.setTeams({ params, body: { teamUuids: [teamOfGroup] } })
  return { teamOfGroup, groupUuid }
}

/** Creates a channel and a rule for each team, named after it, and a message sent by each channel. */
async function makeNotifications(
  server: TestServer,
  { admin: { api }, teams }: Omit<ViewedAccount, 'views'>,
) {
  for (const [name, teamUuid] of Object.entries(teams)) {
    const recipients = [`${name.toLowerCase()}@example.org`]
    const { channel } = await api.notificationChannels.create({
      body: { kind: 'email', name, teamUuid, recipients },
    })
    await api.notificationChannels.test({ params: { channelUuid: channel.uuid } })
    await api.notificationRules.create({ body: { name, kinds: ['malware'], teamUuid } })
  }
  await server.mailed()
}

type Bare = Omit<ViewedAccount, 'views'>

/** a1 improves, b1 gets worse, free stays the same; each declares another license for the same component. */
async function scanProjects({ api }: TestMember, teams: Bare['teams']) {
  const scans: [name: keyof typeof owners, branch: string, packages: string[]][] = [
    ['a1', 'main', [vulnerable]],
    ['a1', 'main', [safe]],
    ['a1', 'next', [vulnerable]],
    ['a2', 'main', []],
    ['b1', 'main', [safe]],
    ['b1', 'main', [vulnerable]],
    ['free', 'main', [vulnerable]],
  ]
  const projects: Record<string, string> = {}
  for (const [name, branch, packages] of scans) {
    const team = owners[name]
    const { uuid } = await api.uploads.intoNew({
      body: {
        file: filePart(inventoryOf(name, packages)),
        branch,
        url: `https://github.com/Views/${name}`,
        ...(team && { teamUuid: teams[team] }),
      },
    })
    projects[name] = uuid
  }
  await tagProjects(api, [projects['a1']!, projects['b1']!])
  return projects
}

async function tagProjects(api: TestMember['api'], projects: string[]) {
  const { uuid: tagUuid } = await api.tags.create({ body: { name: 'web' } })
  await api.tags.update({ params: { tagUuid }, body: { projects } })
}

export const licenseOf = (project: string) => ({ a1: 'MIT', a2: 'ISC', b1: 'Zlib', free: '0BSD' })[project]!

const inventoryOf = (project: string, packages: string[]) =>
  jsonBytes({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: ['left-pad@1.3.0', ...packages].map((each) => {
      const [name, version] = each.split('@')
      const licenses = [{ license: { id: licenseOf(project) } }]
      const copyright = `Copyright ${project}`
      return { type: 'library', 'bom-ref': each, name, version, purl: `pkg:npm/${each}`, licenses, copyright }
    }),
  })

/** Creates exclusions, reports and policies for the account, each team and each project. */
async function makeRules(server: TestServer, { admin, teams, projects }: Bare) {
  const params = { accountUuid: admin.accountUuid }
  const create = async (member: TestMember, description: string, projectUuid: string | null) => {
    await member.api.exclusions.create({
      params,
      query: { domain: 'security' },
      body: { cve: 'CVE-1999-0001', description, projectUuid },
    })
    await member.api.gaps.accept({ params, body: { file: 'pom.xml', reason: description, projectUuid } })
  }
  const policy = { mode: 'DENY' as const, licenses: ['AGPL-3.0-only'] }
  const rule = { condition: 'finding.kev', effect: 'warn' as const }
  const state = (member: TestMember, id: string, projectUuid?: string) =>
    member.api.vex.add({
      params,
      body: {
        file: vexPart(openvex({ id, vulnerability: 'CVE-1999-0001' })),
        ...(projectUuid && { projectUuid }),
      },
    })
  const report = async (about: { name: string; projectUuid?: string; teamUuid?: string }) => {
    const body = { ...about, formats: ['json' as const], sections: [] }
    await admin.api.eras.create({ body })
    await admin.api.eras.createSchedule({ body: { ...body, every: 'month' } })
  }
  await create(admin, 'account', null)
  await report({ name: 'account' })
  await state(admin, 'account')
  await admin.api.policies.create({ params, body: { ...policy, name: 'account' } })
  await admin.api.rules.create({ params, body: { ...rule, name: 'account' } })
  for (const [name, uuid] of Object.entries(projects)) {
    await create(admin, name, uuid)
    await report({ name, projectUuid: uuid })
    await state(admin, name, uuid)
  }
  for (const [name, uuid] of Object.entries(teams)) {
    const leader = await server.addMember(admin, 'Team administrator', uuid)
    await create(leader, name, null)
    await report({ name, teamUuid: uuid })
    await state(leader, name)
    await leader.api.policies.create({ params, body: { ...policy, name } })
    await leader.api.rules.create({ params, body: { ...rule, name } })
  }
}

async function roleViews(
  server: TestServer,
  { admin, teams, teamOfGroup }: Bare,
): Promise<Record<string, View>> {
  const viewer = await server.addMember(admin, 'Viewer')
  const leader = await server.addMember(admin, 'Team administrator', teams.A)
  const [ofA, ofB] = [
    await server.addMember(admin, 'Team viewer', teams.A),
    await server.addMember(admin, 'Team viewer', teams.B),
  ]
  const ofBoth = await server.addMember(admin, 'Team collaborator', teams.A)
  await admin.api.teams.addMember({ params: { teamUuid: teams.B }, body: { uuid: ofBoth.uuid } })
  const mixed = await server.addMember(admin, 'Team administrator', teams.A)
  await admin.api.teams.addMember({
    params: { teamUuid: teams.B },
    body: { uuid: mixed.uuid, role: 'Team viewer' },
  })
  const ofGroup = await server.addMember(admin, 'Team viewer', teamOfGroup)
  const ofNone = await server.addMember(admin, 'Team viewer')
  const stranger = await server.newAccount()
  const byRole = (member: TestMember, projects: string[], seen: View['teams']): View => ({
    authorization: member.authorization,
    memberUuid: member.uuid,
    projects,
    teams: seen,
    administrates: [],
  })
  return {
    administrator: {
      ...byRole(admin, all, 'all'),
      authorization: await openSessionFor(server, admin),
      administrates: 'all',
    },
    viewer: byRole(viewer, all, 'all'),
    'leader of A': { ...byRole(leader, ['a1', 'a2'], ['A']), administrates: ['A'] },
    'viewer of A': byRole(ofA, ['a1', 'a2'], ['A']),
    'viewer of B': byRole(ofB, ['b1'], ['B']),
    'collaborator of both': byRole(ofBoth, ['a1', 'a2', 'b1'], ['A', 'B']),
    'leader of A and viewer of B': {
      ...byRole(mixed, ['a1', 'a2', 'b1'], ['A', 'B']),
      administrates: ['A'],
    },
    'viewer of C': byRole(ofGroup, grouped, ['C']),
    'viewer of no team': byRole(ofNone, [], []),
    stranger: { ...byRole(stranger, [], 'all'), administrates: 'all', isStranger: true },
  }
}

async function tokenViews(
  server: TestServer,
  { admin, teams, teamOfGroup, projects }: Bare,
): Promise<Record<string, View>> {
  const leader = await server.addMember(admin, 'Team administrator', teams.A)
  const by = async (
    limits: Parameters<TestServer['addToken']>[1],
    seen: Pick<View, 'projects' | 'teams'> & { of?: TestMember },
  ): Promise<View> => ({
    authorization: await server.addToken(seen.of ?? admin, limits),
    memberUuid: (seen.of ?? admin).uuid,
    projects: seen.projects,
    teams: seen.teams,
    administrates: seen.teams,
    ...(limits.projectUuid && { isOfProject: true as const }),
  })
  const everything = { projects: all, teams: 'all' } as const
  return {
    'token to read': await by({ access: 'read' }, { ...everything }),
    'token to write': await by({ access: 'write' }, { ...everything }),
    'token to administrate': await by({ access: 'admin' }, { ...everything }),
    'token for SCIM': await by({ access: 'scim' }, { ...everything }),
    'token of A': await by({ teamUuid: teams.A }, { projects: ['a1', 'a2'], teams: ['A'] }),
    'token of B to read': await by({ teamUuid: teams.B, access: 'read' }, { projects: ['b1'], teams: ['B'] }),
    'token of C to read': await by(
      { teamUuid: teamOfGroup, access: 'read' },
      { projects: grouped, teams: ['C'] },
    ),
    'token of a1': await by({ projectUuid: projects['a1']! }, { projects: ['a1'], teams: ['A'] }),
    'token of a1 by its team': await by(
      { projectUuid: projects['a1']! },
      { projects: ['a1'], teams: ['A'], of: leader },
    ),
    'token of b1 to write': await by(
      { projectUuid: projects['b1']!, access: 'write' },
      { projects: ['b1'], teams: ['B'] },
    ),
    'token of free': await by({ projectUuid: projects['free']! }, { projects: ['free'], teams: [] }),
    'token of a project of another team': await by(
      { projectUuid: projects['b1']! },
      { projects: [], teams: [], of: leader },
    ),
  }
}
