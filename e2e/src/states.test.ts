import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { better, pathOfOpen, scanHistory } from './dashboard.ts'
import { graphInventory } from './inventory.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { emulateVariant, type Variant, variants, violations, widthOf } from './browser-user.ts'

/** A page in one of its states: a path and, optionally, mocked requests. */
interface State {
  name: string
  path: string
  /** Requests to leave pending, fail or reject. */
  calls?: [url: string, respond: (route: Route) => unknown]
  /** Resolves when the page is in the state. */
  until: (page: Page) => Promise<unknown>
  /** The state looks the same on other pages, so one variant per page is enough. */
  isCommon?: boolean
}

const never = () => undefined
const fail = (route: Route) =>
  route.fulfill({ status: 400, json: { errorType: 'invalidInput', message: 'Not today' } })
const forbid = (route: Route) =>
  route.fulfill({ status: 403, json: { errorType: 'forbidden', message: 'Your role does not allow this' } })

const sees = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const isBusy = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: 'Loading...' })
    .or(page.locator('[aria-busy=true]'))
    .first()
    .waitFor()

interface PageRow {
  name: string
  path: string
  /** The request that the page waits for. */
  url: string
  /** A path without content, and the text shown there. */
  empty?: [path: string, text: string]
}

const pages: PageRow[] = [
  {
    name: 'vulnerability',
    path: '/vulns?id=CVE-2019-10744',
    url: '**/api/v1/vulnerabilities/*',
    empty: ['/vulns?id=CVE-1999-0001', 'No advisory found for CVE-1999-0001'],
  },
  {
    name: 'projects',
    path: '/projects',
    url: '**/api/v1/accounts/*/projects/page*',
    empty: ['/projects?q=qqqq', 'No projects match your filters'],
  },
  {
    name: 'components',
    path: '/components',
    url: '**/insights/dependencies?*',
    empty: ['/components?q=qqqq', 'No components match your filters'],
  },
  {
    name: 'vulnerabilities',
    path: '/vulns',
    url: '**/insights/vulnerabilities?*',
    empty: ['/vulns?q=qqqq', 'No vulnerabilities match your filters'],
  },
  {
    name: 'licenses',
    path: '/licenses',
    url: '**/insights/licenses?*',
    empty: ['/licenses?q=qqqq', 'No licenses match your filters'],
  },
  {
    name: 'fixes',
    path: '/fixes',
    url: '**/metrics/security/me/fixes*',
    empty: ['/fixes?project=qqqq', 'No upgrades match your filters'],
  },
  {
    name: 'overdue',
    path: '/overdue',
    url: '**/metrics/security/me/overdue?*',
    empty: ['/overdue', 'No fix targets set'],
  },
  {
    name: 'history',
    path: '/history',
    url: '**/metrics/security/me/trend/findings?*',
    empty: ['/history?startDate=2024-01-01&endDate=2024-01-02', 'No findings match your filters'],
  },
  {
    name: 'rule hits',
    path: '/policies/00000000-0000-4000-8000-000000000000/hits',
    url: '**/policies/rules/*/hits?*',
    empty: ['/policies/00000000-0000-4000-8000-000000000000/hits', 'No hits'],
  },
  { name: 'reports', path: '/reports', url: '**/api/v1/eras', empty: ['/reports', 'No reports yet'] },
  { name: 'inbox', path: '/inbox', url: '**/notifications/inbox?*' },
  { name: 'jobs', path: '/jobs', url: '**/api/v1/jobs', empty: ['/jobs', 'No failed jobs'] },
  {
    name: 'assistant',
    path: '/assistant',
    url: '**/barista/**',
    empty: ['/assistant', 'No conversations yet'],
  },
  {
    name: 'moving',
    path: '/settings/moving',
    url: '**/moving/dependency-track',
    empty: ['/settings/moving', 'Nothing was told yet'],
  },
  {
    name: 'policies',
    path: '/settings/policies',
    url: '**/accounts/*/policies/rules',
  },
]

function pageStates({ name, path, url, empty }: PageRow): State[] {
  return [
    ...(empty ? [{ name: `${name}, empty`, path: empty[0], until: sees(empty[1]) }] : []),
    ...common.map(({ state, respond, until }): State => {
      return { name: `${name}, ${state}`, path, calls: [url, respond], until, isCommon: true }
    }),
  ]
}

const common = [
  { state: 'loading', respond: never, until: isBusy },
  { state: 'failed', respond: fail, until: sees('Not today') },
  { state: 'forbidden', respond: forbid, until: sees('You do not have permission') },
]

describeWithBrowser('every page in every state', (stage) => {
  let row: string
  let report: string
  let huge: string

  beforeAll(async () => {
    await scanHistory(stage.product)
    row = await pathOfOpen(stage.product, better)
    report = `/projects?${row.split('?')[1]}`
    const graph = { '*': Array.from({ length: 400 }, (_each, index) => `package-${index}@1.0.0`) }
    const file = { filename: 'bom.json', bytes: graphInventory(graph) }
    const body = { file, url: 'https://github.com/org/huge', branch: 'main' }
    const { uuid } = await stage.product.api.uploads.intoNew({ body })
    huge = `/projects?pid=${uuid}`
  })

  const states = (): State[] => [
    ...dashboardStates(),
    ...reportStates(),
    { name: 'status', path: '/status', until: (page) => page.getByRole('rowheader').first().waitFor() },
    { name: 'status, loading', path: '/status', calls: ['**/api/v1/databases', never], until: isBusy },
    {
      name: 'status, failed',
      path: '/status',
      calls: ['**/api/v1/databases', fail],
      until: sees('Not today'),
    },
    { name: 'vulnerability, nowhere', path: '/vulns?id=CVE-2021-44228', until: sees('No affected projects') },
    {
      name: 'inbox, empty',
      path: '/inbox',
      calls: [
        '**/notifications/inbox?*',
        (route) => route.fulfill({ json: { messages: [], unread: 0, nextCursor: null } }),
      ],
      until: sees('No messages'),
    },
    ...pages.flatMap(pageStates),
  ]

  const dashboardStates = (): State[] => [
    { name: 'loading', path: '/dashboard', calls: ['**/metrics/security/me?*', never], until: isBusy },
    {
      name: 'failed',
      path: '/dashboard',
      calls: ['**/metrics/security/me?*', fail],
      until: sees('Not today'),
    },
    { name: 'nothing found', path: '/dashboard?tags=none', until: sees('no projects found') },
    {
      name: 'the chart as a table',
      path: '/dashboard?tables=true',
      until: (page) => page.getByRole('columnheader', { name: 'Analyses' }).waitFor(),
    },
    { name: 'too few days', path: '/dashboard?usage=exclusions', until: sees('Not enough data yet.') },
    {
      name: 'an open row, loading',
      path: row,
      calls: ['**/metrics/security/me/projects/*', never],
      until: isBusy,
    },
    {
      name: 'an open row, failed',
      path: row,
      calls: ['**/metrics/security/me/projects/*', fail],
      until: sees('Not today'),
    },
    {
      name: 'the palette',
      path: '/dashboard',
      until: async (page) => {
        await page.getByRole('table', { name: 'Projects' }).waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('option').first().waitFor()
      },
    },
    {
      name: 'the palette, where a component is asked for',
      path: '/dashboard',
      until: async (page) => {
        await page.getByRole('table', { name: 'Projects' }).waitFor()
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Command palette' }).fill('qqqq')
        await page.getByRole('option', { name: 'Where is qqqq used?' }).waitFor()
      },
    },
    {
      name: 'the keys',
      path: '/dashboard',
      until: async (page) => {
        await page.getByRole('table', { name: 'Projects' }).waitFor()
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      },
    },
  ]

  const reportStates = (): State[] => [
    { name: 'report, loading', path: report, calls: ['**/overview?*', never], until: isBusy },
    {
      name: 'report, failed',
      path: report,
      calls: ['**/overview?*', fail],
      until: sees('Failed to load the report.'),
    },
    {
      name: 'report, forbidden',
      path: report,
      calls: ['**/overview?*', forbid],
      until: sees('You do not have permission'),
    },
    {
      name: 'report of an unknown project',
      path: '/projects?pid=nonsense',
      until: sees('No report for this project and branch'),
    },
    { name: 'report of a clean scan', path: huge, until: sees('No vulnerabilities found') },
    { name: 'report, a huge list', path: `${huge}&tab=licensing`, until: sees('package-1') },
    {
      name: 'report, the only scan',
      path: `${huge}&tab=compare`,
      until: sees('No other scan to compare with'),
    },
    {
      name: 'report, nothing matches',
      path: `${report}&tab=licensing&q=qqqq`,
      until: sees('No results match your filters.'),
    },
    ...(['findings/page', 'components', 'comparison', 'documents'] as const).flatMap((call): State[] => {
      const tab = {
        'findings/page': 'security',
        components: 'licensing',
        comparison: 'compare',
        documents: 'inventory',
      }[call]
      const at = { path: `${report}&tab=${tab}` }
      const url = `**/api/v1/projects/*/${call}*`
      return [
        { ...at, name: `report, ${tab}, loading`, calls: [url, never], until: isBusy },
        { ...at, name: `report, ${tab}, failed`, calls: [url, fail], until: sees('Not today') },
      ]
    }),
    {
      name: 'report, what can be downloaded',
      path: report,
      until: async (page) => {
        await page.getByRole('button', { name: 'Download', exact: true }).first().click()
        await page.getByRole('button', { name: 'Report (JSON)' }).waitFor()
      },
    },
    { name: 'report on paper', path: `${report}&mode=print`, until: sees('Back to report') },
    {
      name: 'report, bare',
      path: `${report}&mode=eli`,
      until: (page) => page.getByRole('tab').first().waitFor(),
    },
  ]

  test('is accessible and as wide as the screen, in every variant', { timeout: 600_000 }, async () => {
    const { page, context } = await stage.open('/status', { reducedMotion: 'reduce' })
    // The next state begins with the variant in which this one ends.
    let order: Variant[] = [...variants]
    for (const { name, path, calls, until, isCommon = false } of states()) {
      await emulateVariant(page, order[0]!)
      if (calls) await page.route(...calls)
      await page.goto(stage.product.url + path)
      await until(page)
      for (const variant of isCommon ? order.slice(0, 1) : order) {
        await emulateVariant(page, variant)
        const at = `${name}, ${variant.colorScheme} at ${variant.width} px`
        await expect.poll(async () => [at, await violations(page)]).toEqual([at, []])
        await expect.poll(async () => [at, await widthOf(page)]).toEqual([at, variant.width])
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      order = order.toReversed()
    }
    await context.close()
  })
})
