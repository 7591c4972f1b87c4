import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { better, clean, openDashboard, scanHistory, worse } from './dashboard.ts'
import { loaded } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'

/** Pages with numbers, dates and states of the account. */
const paths = [
  '/dashboard?tables=true',
  '/projects',
  '/fixes',
  '/vulns',
  '/components',
  '/licenses',
  '/status',
  '/jobs',
  '/settings/members',
  '/settings/audit',
]
const tabs = ['security', 'licensing', 'compare', 'inventory']

describeWithBrowser('numbers, colors and dates', (stage) => {
  const uuids = new Map<string, string>()
  const report = (url: string) => `/projects?pid=${uuids.get(url)}`

  beforeAll(async () => {
    await stage.product.setAdvisoriesChecked(new Date())
    await scanHistory(stage.product)
    // Has a vulnerability of another project.
    await stage.product.scan('https://github.com/org/worse-too', ['minimist@1.2.0'])
    const { projects } = await stage.product.api.metrics.security({})
    for (const { projectUrl, projectUUID } of projects) uuids.set(projectUrl, projectUUID)
  })

  test('are consistent on the dashboard, and add up', async () => {
    const { page, leave } = await openDashboard(stage)
    const { overview, projects } = await stage.product.api.metrics.security({})
    expect(overview.numberOfProjects).toBeLessThan(projects.length)
    await page.getByText(`${projects.length} branches`, { exact: true }).waitFor()

    const open = page.getByRole('region', { name: 'Open vulnerabilities', exact: true })
    await page.getByText(/^close \d+ finding/).waitFor()
    const figures = await open.getByRole('listitem').allInnerTexts()
    const counts = figures.slice(0, -1).map((text) => Number(text.split('\n')[0]))
    const [openNow, closed, unfixable] = [
      sum(counts),
      ...(await numbersIn(page, [/^close (\d+) finding/, /^no release fixes (\d+)/])),
    ]
    expect(closed! + unfixable!).toBe(openNow)
    expect(overview.vulnerabilitiesIdentified - overview.vulnerabilitiesAddressed).toBe(openNow)

    // Fewer rows than findings: the page says why, and the findings of its rows add up to the dashboard's.
    await page.goto(`${stage.product.url}/vulns`)
    await page.getByText('Each open vulnerability once').waitFor()
    const table = page.getByRole('table', { name: 'Open vulnerabilities' })
    await table
      .getByTitle(/ findings?$/)
      .first()
      .waitFor()
    const places = await table
      .getByTitle(/ findings?$/)
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).title))
    expect(places.length).toBeLessThan(openNow)
    expect(sum(places.map((title) => Number(/(\d+) findings?$/.exec(title)![1])))).toBe(openNow)
    await leave()
  })

  test('are red only where something is worse or failed, and green only where it is better', async () => {
    const startDate = isoDay(Date.now() - 5 * dayMs)
    const { page, leave } = await openDashboard(stage, `/dashboard?branches=*&startDate=${startDate}`)
    const open = page.getByRole('region', { name: 'Open vulnerabilities', exact: true })
    await open
      .getByText(/ in this period$/)
      .first()
      .waitFor()
    const changes = await open.getByText(/ in this period$/).all()
    for (const change of changes.slice(0, -1))
      expect(await tintOf(change)).toBe((await change.innerText()).startsWith('+') ? 'red' : 'green')
    expect(changes.length).toBeGreaterThan(1)

    await page.goto(stage.product.url + report(worse))
    expect(await tintOf(page.getByText('Below policy').first())).toBe('red')
    // A bar shows whether the minimum is met, not how high the score is.
    const bar = page.getByRole('region', { name: 'Security' }).getByRole('img').locator('div').first()
    expect(await tintOf(bar, 'backgroundColor')).toBe('red')
    await page.goto(stage.product.url + report(clean))
    expect(await tintOf(page.getByText('Meets policy').first())).toBe('green')
    expect(await tintOf(bar, 'backgroundColor')).toBe('green')
    await page.goto(`${stage.product.url}/status`)
    expect(await tintOf(page.getByText('Healthy').first())).toBe('green')
    await leave()
  })

  test('are never raw ids, dates in the future, or columns of Unknown', async () => {
    const { page, leave } = await openDashboard(stage)
    const ofReport = tabs.map((tab) => `${report(better)}&tab=${tab}`)
    for (const path of [...paths, ...ofReport]) {
      await page.goto(stage.product.url + path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await loaded(page)
      expect(await page.evaluate(blemishes), path).toEqual([])
    }
    await leave()
  })
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/** The number in the text that each pattern matches, 0 without one. */
const numbersIn = (page: Page, patterns: readonly RegExp[]) =>
  Promise.all(
    patterns.map(async (pattern) => {
      const [text] = await page.getByText(pattern).allInnerTexts()
      return Number(pattern.exec(text ?? '')?.[1] ?? 0)
    }),
  )

/** Whether a text or an area is red, green or neither. */
async function tintOf(
  target: Locator,
  property: 'color' | 'backgroundColor' = 'color',
): Promise<'red' | 'green' | null> {
  const color = await target.evaluate((element, name) => getComputedStyle(element)[name], property)
  const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)!.map(Number)
  if (red > 1.5 * green && red > 1.5 * blue) return 'red'
  return green > 1.5 * red ? 'green' : null
}

/** Raw ids, future dates and columns of Unknown in the page. Runs in the browser. */
function blemishes(): string[] {
  const main = document.querySelector('main')!
  // Neither options, such as crates.io, nor file names are ids.
  const options = [...main.querySelectorAll('option')].map(({ text }) => text)
  const ids =
    main.innerText.match(/[\da-f]{8}-[\da-f]{4}-[\da-f-]+|(?<=^|\n)[a-z]+[.-][a-z.-]+(?=\n|$)/g) ?? []
  const times = [...main.querySelectorAll('time')].map(({ dateTime }) => dateTime)
  const columns = [...main.querySelectorAll('table')].flatMap((table) => {
    const rows = [...table.tBodies].flatMap(({ rows }) => [...rows]).filter(({ cells }) => cells.length > 2)
    return [...(rows[0]?.cells ?? [])].map((_, at) => rows.map(({ cells }) => cells[at]?.innerText))
  })
  return [
    ...ids.filter((id) => !options.includes(id) && !id.endsWith('.json')),
    ...times.filter((time) => Date.parse(time) > Date.now() + 60_000),
    ...columns
      .filter((column) => column.every((text) => /^unknown$/i.test(text ?? '')))
      .flat()
      .map(String),
  ]
}
