import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { loaded, violationsInBothSchemes } from './browser-user.ts'
import { describeProductWithBrowser } from './describe-with-browser.ts'
import { loadDemo } from './load-demo.ts'
import { startPreparedProduct } from './prepared-product.ts'

const web = new URL('../../apps/web/src/', import.meta.url)
const read = (file: string) => readFile(new URL(file, web), 'utf8')

/** The paths of all routes of the app, so that no page can be forgotten. Redirects are left out: they end at a page. */
async function routesOfApp(): Promise<string[]> {
  const [routes, paths] = await Promise.all([read('routes.tsx'), read('paths.ts')])
  const pathOf = new Map(
    [...paths.matchAll(/^ {2}(\w+): '(\/[^']+)',$/gm)].map(([, name, path]) => [name!, path!]),
  )
  const declared = routes.split('createRoute({').slice(1)
  const pages = declared.filter((route) => !route.includes(' redirect('))
  return pages.map((route) => pathOf.get(/\bpath: paths\.(\w+)/.exec(route)![1]!)!)
}

const sectionsOfSettings = async () =>
  [...(await read('widgets/navigation/settings-sections.ts')).matchAll(/\{ section: '(\w+)'/g)].map(
    ([, section]) => section!,
  )

// All demo projects, with the scans of the last month.
const startWithShortDemo = () => startPreparedProduct({}, { demoDays: 30 })

describeProductWithBrowser(
  'every page',
  (stage) => {
    /** What stands for a parameter: all sections of the settings. */
    let values: Record<string, readonly string[]>
    let more: string[]

    beforeAll(async () => {
      const { api } = stage.product
      const params = { accountUuid: (await api.accounts.me()).uuid }
      await loadDemo(stage.product)
      const vulnerability = 'CVE-2019-10744'
      const { uuid: group } = await api.groups.create({ body: { name: 'Shops' } })
      const { uuid: exploited } = await api.cases.create({ body: { vulnerability, text: 'Seen' } })
      const rule = { name: 'Severe', condition: 'finding.cvss >= 9.0', effect: 'warn' as const }
      const { uuid: ruleUuid } = await api.rules.create({ params, body: rule })
      const [project] = await api.projects.list({ params })
      values = {
        section: await sectionsOfSettings(),
        topic: ['first-scan'],
        groupUuid: [group],
        caseUuid: [exploited],
        ruleUuid: [ruleUuid],
        owner: ['org'],
        repo: ['unknown'],
      }
      more = [`/projects?pid=${project!.uuid}`, `/vulns?id=${vulnerability}`]
    }, 600_000)

    const fill = (path: string): string[] => {
      const [whole, name] = /\$(\w+)/.exec(path) ?? []
      return name === undefined ? [path] : values[name]!.flatMap((value) => fill(path.replace(whole!, value)))
    }

    const check = async (page: Page, path: string): Promise<string[]> => {
      await page.goto(stage.product.url + path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await loaded(page)
      return (await violationsInBothSchemes(page)).map((each) => `${path}: ${each}`)
    }

    test('is accessible in both color schemes, with data', { timeout: 900_000 }, async () => {
      const routes = await routesOfApp()
      expect(routes).not.toContain(undefined)
      expect(routes.length).toBeGreaterThan(25)
      const { page, context } = await stage.open()
      const found: string[] = []
      for (const path of [...routes.flatMap(fill), ...more]) found.push(...(await check(page, path)))
      expect(found).toEqual([])
      await context.close()
    })
  },
  startWithShortDemo,
)
