import { beginRounds, goRound, heapUsageOf } from '@assay/e2e/heap-usage.ts'
import type { Page } from 'playwright-core'
import type { Bench, Figure } from './bench.ts'
import { type FirstView, firstView } from './browser/first-view.ts'
import { type ResponseTimes, measureResponses } from './browser/response-times.ts'
import { leave, logIn, startVisits, type Visits } from './browser/visit.ts'
import { readMeasurements } from './browser/watch.ts'
import { fillReport } from './generate/findings.ts'
import { fillHistory } from './generate/history.ts'
import { loadDemo } from './load-demo.ts'
import { median } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const history = { projects: 10_000, scans: 50, days: 365 }

const setting =
  'in Chromium at 1440 × 900; server, database and browser share the machine. It needs a web build (npm run build).'

export const browser: Bench = {
  title: `The web application on the demo, ${setting}`,
  run: () =>
    on(loadDemo, async (place) => [
      ...(await viewsOf(place.visits)),
      ...(await rarePages(place)),
      ...(await rounds(place)),
    ]),
}

export const browserMany: Bench = {
  title: `The web application on ${history.projects.toLocaleString('en')} projects of ${history.scans} scans, ${setting}`,
  run: () =>
    on(fillMany, async (place) => [
      ...(await viewsOf(place.visits)),
      ...(await tableOf(place.visits)),
      serverMemory(),
    ]),
}

export const browserReport: Bench = {
  title: `A report of 18,000 components and 4,000 findings, ${setting}`,
  run: () => on(fillHuge, reportOf),
}

interface Place extends Product {
  visits: Visits
}

/** Starts a product, fills it, measures it and stops it. */
async function on(
  fill: (product: Product) => Promise<unknown>,
  measure: (place: Place) => Promise<Figure[]>,
): Promise<Figure[]> {
  const product = await startProduct()
  try {
    await fill(product)
    const visits = await startVisits(product.baseUrl)
    const figures = await measure({ ...product, visits })
    await visits.end()
    return figures
  } finally {
    await product.stop()
  }
}

async function fillMany({ pool }: Product): Promise<void> {
  const { rows } = await pool.query<{ uuid: string }>('select uuid from account')
  await fillHistory(pool, { accountUuid: rows[0]!.uuid, ...history })
}

const fillHuge = (product: Product) => fillReport(product, { components: 18_000, findings: 4000 })

const hasRows = (page: Page) => page.locator('[data-row]').first().waitFor()

async function viewsOf(visits: Visits): Promise<Figure[]> {
  const dashboard = { path: '/dashboard', shown: '[data-row]' }
  return [
    { what: 'from the login to the first rows', figure: ms(await fromLogin(visits)), atMost: '1 s' },
    ...describeView('dashboard', await firstView(visits, dashboard)),
    ...describeView(
      'dashboard, processor 4 × slower',
      await firstView(visits, { ...dashboard, slowdown: 4 }),
    ),
  ]
}

async function fromLogin({ stranger }: Visits): Promise<number> {
  const samples: number[] = []
  for (let each = 0; each < 7; each++) {
    const page = await stranger()
    await page.goto('/dashboard')
    samples.push(await logIn(page))
    await leave(page)
  }
  return median(samples)
}

/** Pages other than the dashboard, opened directly. */
async function rarePages({ visits, api }: Place): Promise<Figure[]> {
  const { projects } = await api.metrics.security()
  const { projectUUID, projectBranch } = projects.toSorted(
    (a, b) => b.vulnerabilityCount - a.vulnerabilityCount,
  )[0]!
  return [
    ...describeView(
      'report',
      await firstView(visits, {
        path: `/projects?pid=${projectUUID}&branch=${projectBranch}`,
        shown: '[role=tabpanel] [data-row]',
      }),
    ),
    ...describeView(
      'vulnerability',
      await firstView(visits, { path: '/vulns?id=CVE-2019-10744', shown: 'main h2' }),
    ),
  ]
}

async function tableOf({ member }: Visits): Promise<Figure[]> {
  const page = await member()
  await page.goto('/dashboard')
  await hasRows(page)
  await page.waitForTimeout(1000)
  const { longTasks, scrolledPx } = await scrollTable(page)
  await page.evaluate(() => window.scrollTo(0, 0))
  // Another column each time: repeated orders are cached.
  const sorted = await measureResponses(page, (turn) =>
    page.getByRole('columnheader').getByRole('button').nth(turn).click(),
  )
  const searched = await measureResponses(page, (turn) =>
    page.locator('[data-filter]').fill(`project-${turn + 1}`),
  )
  await page.locator('[data-filter]').fill('')
  await page.waitForTimeout(3000)
  const filtered = await measureResponses(page, async (turn) => {
    await page.getByLabel('Branches').fill(`main,other-${turn}`)
    await page.getByRole('button', { name: 'Apply' }).click()
  })
  await leave(page)
  const shown = ([what, { shownMs, wholeMs }]: [string, ResponseTimes]): Figure => ({
    what: `${what}, from the response to its rows`,
    figure: ms(shownMs),
    atMost: '200 ms',
    note: `${ms(wholeMs)} from the act`,
  })
  return [
    {
      what: 'tasks over 50 ms in 5 s of scrolling',
      figure: String(longTasks.length),
      atMost: '1',
      note: `${scrolledPx.toLocaleString('en')} px; ${longTasks.map(ms).join(', ')}`,
    },
    ...Object.entries({ sort: sorted, search: searched, filter: filtered }).map(shown),
  ]
}

const warmRounds = 20

async function rounds({ visits, api }: Place): Promise<Figure[]> {
  const { projects } = await api.metrics.security()
  const page = await visits.member()
  await beginRounds(page, projects[0]!.projectUUID)
  await goRound(page, warmRounds)
  const before = await heapUsageOf(page)
  await goRound(page, 200)
  const after = await heapUsageOf(page)
  await leave(page)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  return [
    {
      what: '200 rounds of rows and pages, heap',
      figure: growth(before.heapBytes, after.heapBytes),
      atMost: '+10 %',
      note: `${mb(before.heapBytes)} to ${mb(after.heapBytes)}`,
    },
    { what: '200 rounds, DOM nodes', figure: growth(before.nodes, after.nodes), atMost: '+10 %' },
    { what: '200 rounds, listeners', figure: growth(before.listeners, after.listeners), atMost: '+10 %' },
  ]
}

const growth = (before: number, after: number) =>
  `${after >= before ? '+' : ''}${((after / before - 1) * 100).toFixed(1)} %`

/** The server runs in this process, together with the browser's driver. */
const serverMemory = (): Figure => ({
  what: 'memory of the server and the driver of the browser',
  figure: `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
})

async function reportOf({ visits, api }: Place): Promise<Figure[]> {
  const [project] = await api.reports.list()
  const page = await visits.member()
  await page.goto(`/projects?pid=${project!.uuid}`)
  const rows = page.locator('[role=tabpanel] [data-row]')
  await rows.first().waitFor()
  const shownMs = await page.evaluate(() => performance.now())
  await page.waitForTimeout(1000)
  const longTasksOf = async (act: () => Promise<unknown>) => {
    const before = (await readMeasurements(page)).longTasks.length
    await act()
    await page.waitForTimeout(500)
    return (await readMeasurements(page)).longTasks.slice(before).map((task) => task.ms)
  }
  const acts: Record<string, number[]> = {
    scrolling: (await scrollTable(page)).longTasks,
    'a filter': await longTasksOf(() => page.locator('[data-filter]').fill('package-1-1')),
  }
  for (const tab of ['Stability', 'Licensing', 'Inventory', 'Security']) {
    acts[`the tab ${tab}`] = await longTasksOf(async () => {
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tab', { name: tab, selected: true }).waitFor()
    })
  }
  await leave(page)
  return [
    { what: 'first findings', figure: ms(shownMs), atMost: '1 s' },
    ...Object.entries(acts).map(([what, tasks]) => ({
      what: `tasks over 50 ms, ${what}`,
      figure: String(tasks.length),
      atMost: '1',
      note: tasks.map(ms).join(', '),
    })),
  ]
}

function describeView(name: string, view: FirstView): Figure[] {
  const vitals = [
    `LCP ${ms(view.largestPaintMs)}`,
    `TBT ${ms(view.blockedMs)}`,
    `CLS ${view.shift.toFixed(3)}`,
  ].join(', ')
  return [
    { what: `${name}, requests`, figure: String(view.requests), atMost: '5' },
    { what: `${name}, compressed`, figure: `${(view.bytes / 1000).toFixed(0)} kB`, atMost: '200 kB' },
    { what: `${name}, first rows`, figure: ms(view.shownMs), atMost: '1 s', note: vitals },
    {
      what: `${name}, when settled`,
      figure: `${view.requestsInAll} requests`,
      note: `${(view.bytesInAll / 1000).toFixed(0)} kB`,
    },
  ]
}

const ms = (value: number) => `${value.toFixed(0)} ms`

const scrollMs = 5000
const stepPx = 300
const stepMs = 16

/** Scrolls the table by wheel for 5 s, through thousands of rows; returns the tasks longer than 50 ms, in ms. */
async function scrollTable(page: Page): Promise<{ longTasks: number[]; scrolledPx: number }> {
  await page.mouse.move(700, 600)
  const before = (await readMeasurements(page)).longTasks.length
  const end = Date.now() + scrollMs
  while (Date.now() < end) {
    await page.mouse.wheel(0, stepPx)
    await page.waitForTimeout(stepMs)
  }
  const { longTasks } = await readMeasurements(page)
  const scrolledPx = await page.evaluate(() => window.scrollY)
  return { longTasks: longTasks.slice(before).map(({ ms }) => ms), scrolledPx }
}
