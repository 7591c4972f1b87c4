import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeProductWithBrowser, type Stage } from './describe-with-browser.ts'
import { loadDemo } from './load-demo.ts'
import { startPreparedProduct } from './prepared-product.ts'

const numberIn = (text: string) => Number(/\d[\d,]*/.exec(text)![0].replaceAll(',', ''))

/** The lists that numbers of the dashboard lead to, and where each says how many it has. */
const lists: readonly (readonly [path: RegExp, count: (page: Page) => Locator])[] = [
  [/^\/projects\?/, (page) => page.getByRole('search').getByRole('status')],
  [/^\/overdue/, (page) => page.getByRole('search').getByRole('status')],
  [/^\/history/, (page) => page.getByRole('search').getByRole('status')],
  [/^\/vulns/, (page) => page.getByRole('search').getByRole('status')],
]

// Long enough for a change within 30 days.
const startWithShortDemo = () => startPreparedProduct({}, { demoDays: 45 })

const stories = (stage: Stage) => {
  beforeAll(async () => {
    const { api } = stage.product
    const params = { accountUuid: (await api.accounts.me()).uuid }
    await api.accounts.configure({ params, body: { fixTargets: { CRITICAL: 7, HIGH: 30 } } })
    await loadDemo(stage.product)
  }, 600_000)

  const sentenceOf = (page: Page) => page.getByRole('group', { name: 'Where you stand' })

  test('says in one sentence where the projects stand', async () => {
    const { page, leave } = await stage.open()
    await sentenceOf(page).waitFor()
    const posture = await stage.product.api.trends.posture({ query: { branches: '@default' } })
    await expect
      .poll(() => sentenceOf(page).innerText())
      .toMatch(
        new RegExp(
          `^${posture.belowPolicy} of ${posture.projects} projects below policy, exploited: not known, ${posture.overdue} overdue; .* open (?:than|as).* days ago in the same projects\\.$`,
        ),
      )
    expect(posture.belowPolicy).toBeGreaterThan(0)
    expect(posture.overdue).toBeGreaterThan(0)
    await leave()
  })

  test.each(['/dashboard', '/dashboard?branches=*', '/dashboard?project=front'])(
    'each number of %s links to a list with that many entries',
    async (path) => {
      const { page, leave } = await stage.open(path)
      await sentenceOf(page).waitFor()
      const region = (name: string) => page.getByRole('region', { name, exact: true })
      const parts = [
        sentenceOf(page).getByRole('link'),
        region('Open vulnerabilities').getByRole('link'),
        region('Overdue').getByRole('link'),
        region('Why it changed').getByRole('link'),
        // Numbers and bars of the last week.
        region('New and fixed per week').getByRole('listitem').last().locator('a'),
      ]
      const links: { text: string; href: string }[] = []
      for (const part of parts) {
        await part.first().waitFor({ state: 'attached' })
        links.push(
          ...(await part.evaluateAll((all) =>
            all.map((each) => ({
              text: each.textContent || each.getAttribute('title')!.split(': ').at(-1)!,
              href: each.getAttribute('href')!,
            })),
          )),
        )
      }
      const counted = links.filter(({ href }) => !/^\/(?:dashboard|status)/.test(href))
      for (const list of ['history', 'vulns', 'overdue'])
        expect(counted.filter(({ href }) => href.startsWith(`/${list}`)).length).toBeGreaterThan(1)
      expect(counted.length).toBeGreaterThan(6)
      for (const { text, href } of counted) {
        const [, count] = lists.find(([list]) => list.test(href))!
        await page.goto(stage.product.url + href)
        const status = count(page)
        await expect.poll(() => status.innerText()).toMatch(/\d/)
        const shown = async () => {
          const counts = (await status.innerText()).split('·')
          // Findings, unless the link says that each vulnerability counts once.
          return numberIn(text.includes('known exploited') ? counts[0]! : counts.at(-1)!)
        }
        await expect.poll(async () => [href, text, await shown()]).toEqual([href, text, numberIn(text)])
      }
      await leave()
    },
  )

  test('the cards lead to the table, whose heading repeats their numbers', async () => {
    const { page, leave } = await stage.open()
    const projects = page.getByRole('region', { name: 'Projects', exact: true })
    for (const [card, unit] of [
      ['Total Projects', 'project'],
      ['Total Scans', 'scan'],
    ] as const) {
      const link = page.getByRole('region', { name: card }).getByRole('link')
      const count = await link.innerText()
      await link.click()
      await page.waitForURL(/#projects$/)
      await projects.getByText(new RegExp(`^${count} ${unit}s?$`)).waitFor()
    }
    const vulnerabilities = page.getByRole('region', { name: 'Vulnerabilities', exact: true })
    for (const [at, word] of ['identified', 'addressed'].entries()) {
      const count = numberIn(await vulnerabilities.getByRole('link').nth(at).innerText())
      await projects.getByText(`${count.toLocaleString('en')} ${word}`, { exact: true }).waitFor()
    }
    await leave()
  })

  test('shows the default branches, and all branches with one click', async () => {
    const { page, leave } = await stage.open()
    const projects = page.getByRole('region', { name: 'Projects', exact: true })
    await projects.getByText('40 branches', { exact: true }).waitFor()
    await page
      .getByRole('group', { name: 'Branch presets' })
      .getByRole('button', { name: 'All', exact: true })
      .click()
    await page.waitForURL(/branches=\*/)
    await expect.poll(() => projects.getByText('40 branches', { exact: true }).count()).toBe(0)
    await leave()
  })
}

describeProductWithBrowser('the landing page', stories, startWithShortDemo)
