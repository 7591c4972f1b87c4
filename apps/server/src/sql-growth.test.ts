import { eventOf } from '@assay/contract/endpoint.ts'
import { sortColumns } from '@assay/contract/metrics.ts'
import { vulnerabilityOrders } from '@assay/contract/open-vulnerabilities.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillAccount } from '#testing/fill-account.ts'
import { fillBranch } from '#testing/fill-branch.ts'
import { type LoggedDatabase, loggedDatabase } from '#testing/logged-database.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'
import { call, endpoints, type NamedEndpoint } from '#testing/contract-calls.ts'
import type { Ids } from '#testing/contract-ids.ts'

// Measures the rows each read endpoint's statements process, per filter, as counted by PostgreSQL. Independent of time.

const factor = 8
const sizes = { small: 160, large: 160 * factor }

interface Filled {
  ids: Ids
  authorization: string
}

let server: TestServer
let database: LoggedDatabase
const filled = {} as Record<keyof typeof sizes, Filled>
/** Rows by statement with its parameters: the rows of the accounts do not change, and most requests repeat some. */
const counted = new Map<string, Promise<number>>()

beforeAll(async () => {
  database = await loggedDatabase()
  server = await startTestServer({ withWorker: false, database })
  for (const [size, rows] of Object.entries(sizes)) filled[size as keyof typeof sizes] = await fill(rows)
  await sql`analyze`.execute(database.db)
})
afterAll(() => server.stop())

async function fill(rows: number): Promise<Filled> {
  const member = await server.newAccount()
  const { accountUuid, uuid: memberUuid } = member
  const teamUuid = await server.addTeam(member, 'all of them')
  await fillAccount(server.db, { accountUuid, memberUuid, teamUuid, rows })
  const size = { accountUuid, components: rows, findings: rows / 2, excluded: 8 }
  const { projectUuid, reportUuids } = await fillBranch(server.db, size)
  const { rows: findings } = await sql<{ advisory: string; name: string }>`
    select advisory_uuid as advisory, package_name as name from finding
    where account_uuid = ${accountUuid} limit 1`.execute(server.db)
  await sql`
    insert into audit_event (account_uuid, member_uuid, member_email, credential, address, agent, action, target)
    select ${accountUuid}, ${memberUuid}, number || '@example.org', '', '', '', 'teams.update', '{}'
    from generate_series(1, ${rows}::int) number`.execute(server.db)
  const { uuid: vexUuid } = await server.db
    .selectFrom('vex_statement')
    .select('document_uuid as uuid')
    .where('account_uuid', '=', accountUuid)
    .limit(1)
    .executeTakeFirstOrThrow()
  const { uuid: ownAdvisoryUuid } = await server.db
    .selectFrom('own_advisory')
    .select('uuid')
    .where('account_uuid', '=', accountUuid)
    .where('id', '=', 'SAMPLE-1')
    .executeTakeFirstOrThrow()
  const { uuid: conversationUuid } = await server.db
    .selectFrom('assistant_conversation')
    .select('uuid')
    .where('account_uuid', '=', accountUuid)
    .where('member_uuid', '=', memberUuid)
    .limit(1)
    .executeTakeFirstOrThrow()
  const { uuid: groupUuid } = await server.db
    .selectFrom('project_group')
    .select('uuid')
    .where('account_uuid', '=', accountUuid)
    .where('parent_uuid', 'is', null)
    .executeTakeFirstOrThrow()
  const { uuid: policyRuleUuid } = await server.db
    .selectFrom('rule_result')
    .select('rule_uuid as uuid')
    .where('account_uuid', '=', accountUuid)
    .limit(1)
    .executeTakeFirstOrThrow()
  const { uuid: caseUuid } = await server.db
    .selectFrom('exploited_case')
    .select('uuid')
    .where('account_uuid', '=', accountUuid)
    .orderBy('aware_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ids = {
    accountUuid,
    caseUuid,
    policyRuleUuid,
    account: accountUuid,
    conversationUuid,
    projectUuid,
    // For badges.
    project: projectUuid,
    domain: 'security',
    reportUuid: reportUuids[1],
    from: reportUuids[0],
    to: reportUuids[1],
    teamUuid,
    groupUuid,
    memberUuid,
    vexUuid,
    ownAdvisoryUuid,
    tagName: 'common',
    type: 'oidc',
    ecosystem: 'npm',
    package: findings[0]!.name,
    id: findings[0]!.advisory,
    advisoryUuid: findings[0]!.advisory,
    name: 'autogroupings',
    language: 'nodejs',
    version: '1.0.0',
    database: 'all',
  }
  return { ids, authorization: await openSessionFor(server, member) }
}

/** Filter values; filters not listed are ids of the account. */
const values: Record<string, readonly string[]> = {
  action: ['teams.update', 'teams'],
  active: ['true', 'false'],
  after: ['00000000-0000-4000-8000-000000000000'],
  all: ['true'],
  arrived: ['x'],
  assignee: ['me', 'none'],
  attributes: ['displayName'],
  b64: ['true'],
  branch: ['main'],
  branches: ['main,other', '*'],
  cache: ['true'],
  count: ['1000'],
  cursor: ['100'],
  cve: ['CVE-2020-1234'],
  cwe: ['CWE-79'],
  deprecated: ['true'],
  direction: ['asc', 'desc'],
  causes: ['upgraded'],
  event: ['opened', 'closed', 'open'],
  minDays: ['7'],
  domain: ['security'],
  endDate: ['2040-01-01'],
  exploited: ['true'],
  excludedAttributes: ['members'],
  fixable: ['true', 'false'],
  format: ['openvex', 'cyclonedx'],
  filters: ['name=lodash'],
  filter: ['displayName co "x"', 'not (displayName eq "team 1")', 'displayName sw "1" or displayName ew "0"'],
  from: ['2020-01-01'],
  include: ['scans', 'remediations'],
  includes: ['x'],
  job: ['send-email'],
  label: ['x'],
  license: ['MIT', 'none'],
  limit: ['500'],
  nocache: ['true'],
  offset: ['100'],
  order: ['priority'],
  outdated: ['true'],
  overdue: ['true'],
  packageName: ['lodash'],
  parts: ['all'],
  priority: ['scheduled'],
  project: ['example'],
  q: ['member_email=1@example.org'],
  query: ['MIT'],
  returnTo: ['/'],
  severity: ['HIGH'],
  policy: ['below'],
  days: ['7'],
  sinceDaysAgo: ['30'],
  slug: ['x'],
  snoozed: ['true'],
  style: ['flat-square'],
  relation: ['direct'],
  sort: [...sortColumns, ...vulnerabilityOrders],
  startDate: ['2020-01-01'],
  startIndex: ['100'],
  status: ['waiting', 'active', 'ending', 'ended'],
  state: ['open', 'ended', 'violated', 'unknown', 'accepted'],
  tags: ['common'],
  text: ['example'],
  ticket: ['x'],
  to: ['2040-01-01'],
  tool: ['BOSS'],
  version: ['1.0.0', '[0.5,2.0)'],
  vulnerable: ['true'],
}

interface Reading {
  title: string
  operation: NamedEndpoint
  query: Ids
}

const reading: Reading[] = endpoints
  .filter(({ endpoint }) => endpoint.method === 'GET' && !isEventStream(endpoint))
  .flatMap((operation) => {
    const plain = { title: operation.id, operation, query: {} }
    // They compare two reports or read one component, and have no filter.
    if (['scans.compare', 'scans.compareFile', 'insights.paths', 'triage.read'].includes(operation.id))
      return [plain]
    return [
      plain,
      ...filtersOf(operation).flatMap((name) => (values[name] ?? ['']).map((value) => by(name, value))),
    ]
    function by(name: string, value: string): Reading {
      return { title: `${operation.id} by ${name} ${value}`, operation, query: { [name]: value } }
    }
  })

function filtersOf({ endpoint: { query } }: NamedEndpoint): string[] {
  return query ? Object.keys(query.shape) : []
}

function isEventStream({ responses }: NamedEndpoint['endpoint']): boolean {
  return responses[200] !== undefined && Boolean(eventOf(responses[200]))
}

/** Query parameters that select the subject of an endpoint. */
const neededBy: Record<string, (ids: Ids) => Ids> = {
  'scans.compare': ({ from, to }) => ({ from: from!, to: to! }),
  'scans.compareFile': ({ from, to }) => ({ from: from!, to: to! }),
  'insights.paths': ({ projectUuid }) => ({
    project: projectUuid!,
    branch: 'main',
    name: 'package-9',
    version: '1.0.0',
  }),
  'fixes.uses': () => ({ ecosystem: 'npm', packageName: 'package-9', to: '2.0.0' }),
  'licenseUse.branches': () => ({ license: 'License-1' }),
  'insights.uses': () => ({ ecosystem: 'npm', name: 'package-9', version: '1.0.0' }),
}

/** Total rows processed by the endpoint's statements. */
async function rowsRead(size: keyof typeof sizes, { operation, query: template }: Reading): Promise<number> {
  const { ids, authorization } = filled[size]
  const values = Object.entries(template).map(([name, value]) => [name, value || idOf(ids, name)])
  const query = { ...neededBy[operation.id]?.(ids), ...(Object.fromEntries(values) as Ids) }
  database.statements.length = 0
  const response = await call(server, operation, { authorization, ids, query })
  await response.text()
  expect(response.status).toBeLessThan(500)
  const queries = database.statements.filter((each) => isQuery(each.sql))
  let total = 0
  for (const { sql: text, parameters } of queries) {
    const key = JSON.stringify([text, parameters])
    const count = counted.get(key) ?? countRows(text, parameters)
    counted.set(key, count)
    total += await count
  }
  return total
}

async function countRows(text: string, parameters: readonly unknown[]): Promise<number> {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...parameters],
  )
  return rowsOf(rows[0]!['QUERY PLAN'][0].Plan)
}

const isQuery = (text: string) =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete)\b/i.test(text)

function idOf(ids: Ids, name: string): string {
  const known = ids[name === 'teamUUID' || name === 'team' ? 'teamUuid' : name]
  if (known !== undefined) return known
  throw new Error(`Say above what the filter ${name} is to be set to`)
}

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const rowsOf = (plan: Plan): number =>
  (plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0)) *
    plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0)

const pages = new Set([
  'triage.list',
  'triage.list by severity HIGH',
  'triage.list by assignee none',
  'triage.list by order priority',
  'triage.list by priority scheduled',
])

// Quadratic growth would be 64; small numbers of rows are not compared.
describe(`with ${factor} times the data in the account, the number of rows read grows by no more than that:`, () => {
  test.each(reading)('$title', async (each) => {
    const small = await rowsRead('small', each)
    const large = await rowsRead('large', each)
    expect(large / Math.max(small, sizes.small)).toBeLessThan(factor * 2)
  })
})

// An index finds the first ones, whatever the number of projects that have the same advisory.
describe(`with ${factor} times the data in the account, a page reads no more rows:`, () => {
  test.each(reading.filter(({ title }) => pages.has(title)))('$title', async (each) => {
    const small = await rowsRead('small', each)
    expect(await rowsRead('large', each)).toBeLessThan(small * 2)
  })
})
