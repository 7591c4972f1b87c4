import { contract } from '@assay/contract/contract.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import { maxPageBytes, maxPageRows } from '#platform/database/read-pages.ts'
import { exclusionPages } from '#scanning/exclusions/store.ts'
import { vexPages } from '#scanning/vex/store.ts'
import { maxTextLength } from '#platform/http/json-stream.ts'
import { memberPages } from '#accounts/members/store.ts'
import { rulePages } from '#scanning/rules/store.ts'
import { policyPages } from '#scanning/rules/store.ts'
import { projectPages } from '#projects/project-store.ts'
import { lastScanPages } from './reporting/reports/stored/store.ts'
import { tagPages } from '#projects/tags/store.ts'
import { teamMemberPages, teamPages } from '#accounts/teams/store.ts'
import { fillAccount } from '#testing/fill-account.ts'
import { tokenPages } from './auth/callers/token-store.ts'

let scope: Scope
let teamUuid: string
const rows = 4000

const server = testServer({ withWorker: false })
const admin = forAllTests(() => server.newAccount())
beforeAll(async () => {
  scope = accountScope(admin.accountUuid)
  teamUuid = await server.addTeam(admin, 'all of them')
  await fillAccount(server.db, { ...admin, memberUuid: admin.uuid, teamUuid, rows })
})

interface List {
  path: string
  pages(): AsyncIterable<object[]>
  table: string
  order: string
  /** The built-in team comes before the others. */
  hasEveryone?: true
}

const reports = {
  pages: () => lastScanPages(server.db, scope, { since: null, outdated: [] }),
  table: 'project',
  order: 'url',
}
const teams = { pages: () => teamPages(server.db, scope), table: 'team', order: 'name, uuid' }
const members = { table: 'member', order: 'email' }

const lists: [string, List][] = [
  [
    'projects',
    list(contract.projects.list, {
      pages: () => projectPages(server.db, scope),
      table: 'project',
      order: 'url',
    }),
  ],
  ['last scans', list(contract.reports.list, reports)],
  ['last scans, v2', list(contract.reports.listV2, reports)],
  ['members', list(contract.members.list, { pages: () => memberPages(server.db, scope), ...members })],
  [
    'members of a team',
    list(contract.teams.members, { pages: () => teamMemberPages(server.db, scope, teamUuid), ...members }),
  ],
  ['teams', list(contract.teams.list, { ...teams, hasEveryone: true })],
  ['teams of the account', list(contract.accounts.teams, teams)],
  [
    'tokens',
    list(contract.tokens.list, {
      pages: () => tokenPages(server.db, scope, { memberUuid: admin.uuid, others: scope }),
      table: 'api_token',
      order: 'created_at, uuid',
    }),
  ],
  [
    'exclusions',
    list(contract.exclusions.list, {
      pages: () => exclusionPages(server.db, scope, undefined),
      table: 'exclusion',
      order: 'created_at desc, uuid',
    }),
  ],
  [
    'VEX documents',
    list(contract.vex.list, {
      pages: () => vexPages(server.db, scope),
      table: 'vex_document',
      order: 'created_at desc, uuid',
    }),
  ],
  [
    'policies',
    list(contract.policies.list, {
      pages: () => policyPages(server.db, scope),
      table: 'license_policy',
      order: 'name, uuid',
    }),
  ],
  [
    'policy rules',
    list(contract.rules.list, {
      pages: () => rulePages(server.db, scope),
      table: 'policy',
      order: 'name, uuid',
    }),
  ],
  [
    'tags',
    list(contract.tags.list, { pages: () => tagPages(server.db, scope), table: 'tag', order: 'name' }),
  ],
]

function list({ path }: { path: string }, of: Omit<List, 'path'>): List {
  return { path, ...of }
}

const uuidsOf = async ({ table, order, hasEveryone }: List): Promise<string[]> => {
  const { rows } = await sql<{ uuid: string }>`select uuid from ${sql.table(table)}
    where account_uuid = ${admin.accountUuid} order by ${sql.raw(order)}`.execute(server.db)
  return [...(hasEveryone ? [admin.accountUuid] : []), ...rows.map(({ uuid }) => uuid)]
}

const read = (path: string, encoding: string) => {
  const filled = path.replace('{accountUuid}', admin.accountUuid).replace('{teamUuid}', teamUuid)
  const headers = { authorization: admin.authorization, 'accept-encoding': encoding }
  return fetch(server.url + filled, { headers })
}

describe.each(lists)('a long list of %s', (_name, each) => {
  test('is returned completely and in order, in chunks', async () => {
    const response = await read(each.path, 'identity')
    const text = await response.text()
    const items = JSON.parse(text) as { uuid?: string; id?: string }[]
    expect(items.map(({ uuid, id }) => uuid ?? id)).toEqual(await uuidsOf(each))
    expect(text).toBe(JSON.stringify(items))
    expect(text.length).toBeGreaterThan(maxTextLength / 2)
    expect(response.headers.get('content-length') === null).toBe(text.length > maxTextLength)
    for (const encoding of ['br', 'gzip']) {
      const compressed = await read(each.path, encoding)
      expect(compressed.headers.get('content-encoding')).toBe(encoding)
      expect(await compressed.text()).toBe(text)
    }
  })

  test('is read in bounded pages', async () => {
    const sizes: number[] = []
    for await (const page of each.pages()) {
      sizes.push(page.length)
      expect(page.length).toBeLessThanOrEqual(maxPageRows)
      expect(JSON.stringify(page).length).toBeLessThan(2 * maxPageBytes)
    }
    expect(sizes.length).toBeGreaterThan(4)
  })
})

describe('large rows', () => {
  test.each([
    ['policies', () => policyPages(server.db, scope), sql`update license_policy set licenses = ${large()}`],
    ['projects', () => projectPages(server.db, scope), sql`update project set tags = ${large()}`],
  ] as const)('of %s are read a few at a time', async (_name, pages, widen) => {
    const count = 60
    const keys = await sql<{ uuid: string }>`${widen} where account_uuid = ${admin.accountUuid} and uuid in (
      select uuid from ${sql.table(_name === 'policies' ? 'license_policy' : 'project')}
      where account_uuid = ${admin.accountUuid} limit ${count}) returning uuid`.execute(server.db)
    expect(keys.rows.length).toBe(count)
    const seen = new Set<string>()
    for await (const page of pages()) {
      for (const { uuid } of page) seen.add(uuid)
      if (page.length > 1) expect(JSON.stringify(page).length).toBeLessThan(2 * maxPageBytes)
    }
    expect(seen.size).toBe(rows)
  })
})

/** 200 kB that do not compress to nothing. */
function large() {
  return sql`array(select md5(number::text) from generate_series(1, 6000) number)`
}

test('SCIM groups with every member are returned one per page, each once', async () => {
  const expected = [1, 2, 3].map(() => randomUUID())
  await sql`insert into team (account_uuid, uuid, name)
    select ${admin.accountUuid}::uuid, uuid, 'wide ' || uuid from unnest(${expected}::uuid[]) uuid`.execute(
    server.db,
  )
  await sql`insert into team_member (account_uuid, team_uuid, member_uuid, role)
    select account_uuid, team_uuid, uuid, 'Team viewer' from member cross join unnest(${expected}::uuid[]) team_uuid
    where account_uuid = ${admin.accountUuid}`.execute(server.db)
  const seen: string[] = []
  for (let startIndex = 1; startIndex <= expected.length; startIndex = seen.length + 1) {
    const query = `filter=${encodeURIComponent('displayName sw "wide "')}&startIndex=${startIndex}`
    const headers = { authorization: admin.authorization }
    const response = await fetch(`${server.url}/api/v1/scim/Groups?${query}`, { headers })
    const page = (await response.json()) as GroupPage
    expect([page.totalResults, page.itemsPerPage, page.Resources.length]).toEqual([expected.length, 1, 1])
    expect(page.Resources[0]!.members.length).toBeGreaterThan(rows)
    seen.push(...page.Resources.map(({ id }) => id))
  }
  expect(seen).toEqual(expected.toSorted())
})

interface GroupPage {
  totalResults: number
  itemsPerPage: number
  Resources: { id: string; members: object[] }[]
}
