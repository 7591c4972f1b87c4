import { type Permission, permissionsOf } from '@assay/contract/permissions.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { z } from 'zod'
import { openSessionFor } from '#testing/sessions.ts'
import { call, guarded, type NamedEndpoint, sendAll } from '#testing/contract-calls.ts'
import { type Ids, createResources, nothing } from '#testing/contract-ids.ts'

// Replaces each id in each endpoint's input with an inaccessible one: the response must be the same as for an unknown
// id, and nothing may change.

let ids: Ids
let foreignIds: Ids
/** In the same account, but another team. */
let otherIds: Ids
let team: string
let otherTeam: string

const server = testServer()
const own = forAllTests(() => server.newAccount())
beforeAll(async () => {
  team = await server.addTeam(own, 'near')
  ids = await createResources(server, own, team)
  otherTeam = await server.addTeam(own, 'far')
  otherIds = await createResources(server, own, otherTeam)
  foreignIds = await createResources(server, await server.newAccount())
})

interface IdInput extends NamedEndpoint {
  part: 'path' | 'query' | 'body'
  name: string
  /** The kind of object it identifies, by its name in Ids. */
  kind: string
}

/** Kinds that cannot be derived from the parameter's name. */
const kinds: Record<string, string> = {
  'integrations.deliveries query after': 'deliveryUuid',
  'exclusions.remove query id': 'exclusionUuid',
  'exclusions.createFor path ownerUuid': 'projectUuid',
  'exclusions.removeFor path ownerUuid': 'projectUuid',
  'insights.paths query project': 'projectUuid',
  'fixes.decide body assigneeUuid': 'memberUuid',
  'triage.comment body finding.projectUuid': 'projectUuid',
  'scans.compare query from': 'reportUuid',
  'scans.compare query to': 'reportUuid',
  'scans.compareFile query from': 'reportUuid',
  'scans.compareFile query to': 'reportUuid',
  'teams.addMember body uuid': 'memberUuid',
  'cases.update body ownerUuid': 'memberUuid',
  'groups.create body parentUuid': 'groupUuid',
  'groups.create body ownerUuids.0': 'memberUuid',
  'groups.update body parentUuid': 'groupUuid',
  'groups.update body ownerUuids.0': 'memberUuid',
  'groups.changeProjects body add.0': 'projectUuid',
  'groups.changeProjects body remove.0': 'projectUuid',
  'groups.setTeams body teamUuids.0': 'teamUuid',
  'tags.create body projects.0': 'projectUuid',
  'tags.update body projects.0': 'projectUuid',
  'notifications.config query team': 'teamUuid',
  'notifications.configure body team': 'teamUuid',
  'notifications.test query team': 'teamUuid',
  'slackSetup.status query team': 'teamUuid',
  'notificationRules.create body channelUuids.0': 'channelUuid',
  'rules.create body notify.memberUuids.0': 'memberUuid',
  'rules.create body notify.channelUuids.0': 'channelUuid',
  'rules.update body notify.memberUuids.0': 'memberUuid',
  'rules.update body notify.channelUuids.0': 'channelUuid',
  'notificationRules.update body channelUuids.0': 'channelUuid',
  'notificationRules.create body projectUuids.0': 'projectUuid',
  'notificationRules.update body projectUuids.0': 'projectUuid',
  'ownNotificationRules.create body projectUuids.0': 'projectUuid',
  'ownNotificationRules.update body projectUuids.0': 'projectUuid',
  'scim.createGroup body members.0.value': 'memberUuid',
  'scim.replaceGroup body members.0.value': 'memberUuid',
}

/** Ids outside of accounts, and pure filters. */
const isFree = ({ id, part, name }: Omit<IdInput, 'kind' | 'endpoint'>) =>
  (part === 'path' && /^(?:databases|vulnerabilities|jobs)\./.test(id)) ||
  (/^exclusions\.(?:create|remove)$/.test(id) && name === 'uuid') ||
  (/^(?:jira\.createIssue|tickets\.create)$/.test(id) && name === 'advisoryUuid') ||
  // Answers what it skipped: triage.test.ts.
  /^(?:triage\.decide|decisions\.(?:settle|end))$/.test(id) ||
  (/^(?:triage|decisions)\./.test(id) && /advisoryUuid|mentions|assignee/.test(name)) ||
  (id === 'advisoryDatabases.upload' && name === 'continues') ||
  (id.startsWith('audit.') && name === 'memberUuid') ||
  (id.endsWith('Rules.preview') && name === 'projectUuids.0') ||
  id === 'inbox.markRead' ||
  id === 'jobs.failed'

const kindOf = (name: string) =>
  name === 'id'
    ? name
    : name.replace(/^(team|project|report|member)uuid$/i, (_, noun: string) => `${noun.toLowerCase()}Uuid`)

const idInputs: IdInput[] = guarded.flatMap((operation) => {
  const { id, endpoint } = operation
  const named = [
    ...[...endpoint.path.matchAll(/\{(\w*(?:Uuid|id))\}/g)].map(([, name]) => ({
      part: 'path',
      name: name!,
    })),
    ...uuidsIn(endpoint.query).map((name) => ({ part: 'query', name })),
    ...uuidsIn(endpoint.body).map((name) => ({ part: 'body', name })),
    ...(id.endsWith('Group') && endpoint.body && id !== 'scim.patchGroup'
      ? [{ part: 'body', name: 'members.0.value' }]
      : []),
  ] as Pick<IdInput, 'part' | 'name'>[]
  return named
    .filter((input) => !isFree({ id, ...input }))
    .map((input) => ({
      ...operation,
      ...input,
      kind: kinds[`${id} ${input.part} ${input.name}`] ?? kindOf(input.name),
    }))
})

interface JsonSchema {
  format?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** 'teamUuid', 'projects.0': fields that are uuids by schema. */
function uuidsIn(schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const found = (node: JsonSchema, path: string[]): string[] => [
    ...(node.format === 'uuid' ? [path.join('.')] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, each]) => found(each, [...path, name])),
    ...(node.items ? found(node.items, [...path, '0']) : []),
    ...(node.anyOf ?? []).flatMap((each) => found(each, path)),
  ]
  return [
    ...new Set(found(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])),
  ]
}

const placed = ({ part, name }: IdInput, value: string, base: Ids) => ({
  ids: part === 'path' ? { ...base, [name]: value } : base,
  ...(part !== 'path' && { [part]: { [name]: value } }),
})

/** Later than any use, which would otherwise update the row. */
const ahead = new Date(Date.now() + 3_600_000)

/** Waits for exports in progress. */
const countUnfinished = async () =>
  (
    await server.db
      .selectFrom('report_export')
      .select('uuid')
      .where('state', 'in', ['waiting', 'running'])
      .execute()
  ).length

/** Every row of every account, without last-used times. */
async function snapshot(): Promise<Record<string, string>> {
  // All events have been processed.
  await server.mailed()
  await expect.poll(countUnfinished, { timeout: 60_000 }).toBe(0)
  for (const table of ['session', 'api_token'] as const)
    await server.db.updateTable(table).set({ last_used_at: ahead }).execute()
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(server.db)
  const digests: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from ${sql.table(name)} t`.execute(
      server.db,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}

async function findWrong(authorization: string, walkedInputs: IdInput[], theirs: Ids): Promise<string[]> {
  const found = await sendAll(walkedInputs, async (input) => {
    const value = theirs[input.kind]
    if (value === undefined) return [`${input.id} ${input.name}: nothing of the kind ${input.kind} is made`]
    const [ofOther, unknown] = [value, nothing['unknown']!].map((each) => placed(input, each, ids))
    const response = await call(server, input, { authorization, ...ofOther! })
    const same = await call(server, input, { authorization, ...unknown! })
    const [text, expected] = [await response.text(), await same.text()]
    const isSame = response.status === 404 && text === expected
    return isSame
      ? []
      : [`${input.id} ${input.part} ${input.name}: ${response.status} ${text}, unknown ${expected}`]
  })
  return found.flat()
}

test('id parameters are found', () => {
  expect(idInputs.length).toBeGreaterThan(80)
  expect(new Set(idInputs.map(({ part }) => part))).toEqual(new Set(['path', 'query', 'body']))
})

test('ids of another account return 404 and change nothing', async () => {
  const authorization = await openSessionFor(server, own)
  const before = await snapshot()
  expect(await findWrong(authorization, idInputs, foreignIds)).toEqual([])
  expect(await snapshot()).toEqual(before)
})

describe('ids of another team of the account', () => {
  /** Objects that belong to a team, directly or by project or member. */
  const ofTeams = new Set([
    'projectUuid',
    'reportUuid',
    'id',
    'teamUuid',
    'memberUuid',
    'tokenUuid',
    'sessionUuid',
    'exclusionUuid',
    'vexUuid',
    'imageUuid',
    'bibleUuid',
    'eraUuid',
    'scheduleUuid',
    'channelUuid',
    'messageUuid',
    'ruleUuid',
  ])
  const callers: [string, () => Promise<string>][] = [
    [
      'for who administers a team',
      async () => openSessionFor(server, await server.addMember(own, 'Team administrator', team)),
    ],
    ["for an administrator's token of a team", () => server.addToken(own, { teamUuid: team })],
    [
      "for an administrator's token of a project",
      () => server.addToken(own, { projectUuid: ids['projectUuid']! }),
    ],
  ]

  /** Administers its own team. */
  async function viewerOfOther(): Promise<string> {
    const member = await server.addMember(own, 'Team administrator', team)
    const body = { uuid: member.uuid, role: 'Team viewer' }
    await own.api.teams.addMember({ params: { teamUuid: otherTeam }, body })
    return openSessionFor(server, member)
  }
  const viewerPermissions = permissionsOf('Team viewer')
  const isBeyondViewing = ({ endpoint: { permission } }: IdInput) =>
    permission !== 'member' && permission !== 'session' && !viewerPermissions.has(permission as Permission)

  test('return 404 for its viewers who administer one team, in all that needs more, and change nothing', async () => {
    await expectUnknown(await viewerOfOther(), idInputs.filter(isBeyondViewing))
  })

  test.each(callers)('return 404 for %s and change nothing', async (_who, authorize) => {
    await expectUnknown(await authorize(), idInputs)
  })

  async function expectUnknown(authorization: string, inputs: IdInput[]): Promise<void> {
    const probed = await sendAll(
      // Who sees a part of what a case affects reads it only: 403 whatever the id, tested with the cases.
      inputs.filter(({ id, kind }) => ofTeams.has(kind) && id !== 'cases.update'),
      async (input) => {
        const probe = await call(server, input, { authorization, ids: nothing })
        const isRejected = probe.status === 403 && /forbidden|"status":"403"/.test(await probe.text())
        return isRejected ? [] : [input]
      },
    )
    const reached = probed.flat()
    expect(reached.length).toBeGreaterThan(10)
    const before = await snapshot()
    expect(await findWrong(authorization, reached, otherIds)).toEqual([])
    expect(await snapshot()).toEqual(before)
  }
})
