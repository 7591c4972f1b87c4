import { dayMs, isoDay } from '@assay/engine/time.ts'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

// What the most used calls answer, whole, in answers/: for readers, and so that no field comes, goes or changes unseen.
// After an intended change: npx vitest run --project server answers.test.ts --update

let ids: Record<string, string>
const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  const { api, accountUuid } = member
  await server.addTeam(member, 'Payments')
  const scan = (packages: string[]) =>
    api.uploads.intoNew({
      body: {
        file: filePart(npmInventory(packages)),
        url: 'https://example.org/shop.git',
        branch: 'main',
      },
    })
  await scan(['lodash@4.17.4', 'minimist@1.2.0', 'left-pad@1.3.0'])
  const { uuid } = await scan(['lodash@4.17.4', 'minimist@1.2.8', 'left-pad@1.3.0'])
  await api.exclusions.create({
    params: { accountUuid },
    query: { domain: 'security' },
    body: { cve: 'CVE-2021-23337', reason: 'mitigated' },
  })
  ids = {
    account: accountUuid,
    project: uuid,
    weekAgo: isoDay(Date.now() - 7 * dayMs),
    today: isoDay(Date.now()),
  }
})

/** File name and path of each answer. */
const answers: Record<string, string> = {
  site: '/api/v1/site',
  account: '/api/v1/accounts/me',
  me: '/api/v1/users/me',
  members: '/api/v1/accounts/{account}/members',
  teams: '/api/v1/teams',
  tokens: '/api/v1/accounts/{account}/tokens',
  policies: '/api/v1/accounts/{account}/policies/licenses',
  exclusions: '/api/v1/accounts/{account}/exclusions',
  audit: '/api/v1/accounts/{account}/audit',
  languages: '/api/v1/admin/core/languages',
  projects: '/api/v1/accounts/{account}/projects',
  'projects-page': '/api/v1/accounts/{account}/projects/page',
  project: '/api/v1/projects/{project}',
  branches: '/api/v1/projects/{project}/branches',
  overview: '/api/v1/projects/{project}/overview',
  findings: '/api/v1/projects/{project}/findings',
  components: '/api/v1/projects/{project}/components',
  comparison: '/api/v1/projects/{project}/comparison',
  reports: '/api/v1/reports',
  'report-full': '/api/v1/reports/{project}/full',
  'report-history': '/api/v1/reports/{project}/history',
  'report-summary': '/api/v1/reports/{project}/summary',
  metrics: '/api/v1/metrics/security/me',
  'metrics-project': '/api/v1/metrics/security/me/projects/{project}',
  trend: '/api/v1/metrics/security/me/trend?startDate={weekAgo}&endDate={today}',
  overdue: '/api/v1/metrics/security/me/overdue',
  fixes: '/api/v1/metrics/security/me/fixes',
  'open-vulnerabilities': '/api/v2/accounts/{account}/insights/vulnerabilities',
  dependencies: '/api/v2/accounts/{account}/insights/dependencies',
  'license-use': '/api/v2/accounts/{account}/insights/licenses',
  dependency: '/api/v1/dependency/nodejs/lodash/4.17.4',
  'dependency-next': '/api/v1/dependency/nodejs/lodash/4.17.4/next',
  vulnerability: '/api/v1/vulnerabilities/CVE-2021-23337',
  badge: '/api/v2/badges/{project}/security/shields.json',
  inbox: '/api/v1/notifications/inbox',
  'unknown-project': '/api/v1/projects/00000000-0000-4000-8000-000000000000',
}

test.each(Object.entries(answers))('%s', async (name, template) => {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => ids[key]!)
  const response = await fetch(server.url + path, { headers: { authorization: member.authorization } })
  const answer = { request: `GET ${template}`, status: response.status, body: stable(await response.json()) }
  await expect(`${JSON.stringify(answer, null, 2)}\n`).toMatchFileSnapshot(`answers/${name}.json`)
})

const uuid = /[\da-f]{8}-[\da-f]{4}-[1-7][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z/g
const day = /\d{4}-\d\d-\d\d/g

/** Without what differs from run to run: ids, the present and the address. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable)
  if (typeof value === 'number') return isNow(value) ? '<now>' : value
  if (typeof value === 'object' && value !== null && 'second' in value) return '<now, in parts>'
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [stable(key), stable(each)]))
  if (typeof value !== 'string') return value
  return value
    .replaceAll(server.url, '<server>')
    .replaceAll(uuid, '<uuid>')
    .replaceAll(instant, (text) => (isNow(Date.parse(text)) ? '<now>' : text))
    .replaceAll(day, (text) => (isOfLastDays(Date.parse(text)) ? '<day>' : text))
}

const isNow = (timeMs: number) => Math.abs(Date.now() - timeMs) < dayMs / 2
/** The default window is a month. */
const isOfLastDays = (timeMs: number) => Math.abs(Date.now() - timeMs) < 35 * dayMs
