import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { loaded, violationsInVariants } from './browser-user.ts'
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
    /** States of pages that have another path, or are behind a button. */
    let more: (readonly [path: string, button?: string | RegExp])[]

    beforeAll(async () => {
      const { api } = stage.product
      const params = { accountUuid: (await api.accounts.me()).uuid }
      await api.accounts.configure({ params, body: { fixTargets: { CRITICAL: 7, HIGH: 30 } } })
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
      const report = `/projects?pid=${project!.uuid}`
      more = [
        ['/nowhere'],
        ['/projects?add=true'],
        ['/settings/accounts', /^Edit/],
        ['/settings/notifications', 'New rule'],
        ['/settings/sso', 'Set up SAML 2.0'],
        [`/vulns?id=${vulnerability}`],
        [`/vulns?id=${vulnerability}&places=ended`],
        [report, /^Details of/],
        [report, 'Badges'],
        ...['stability', 'licensing', 'compare', 'inventory'].map((tab) => [`${report}&tab=${tab}`] as const),
      ]
    }, 600_000)

    const fill = (path: string): string[] => {
      const [whole, name] = /\$(\w+)/.exec(path) ?? []
      return name === undefined ? [path] : values[name]!.flatMap((value) => fill(path.replace(whole!, value)))
    }

    test(
      'is accessible and fits in every theme and viewport, with data',
      { timeout: 1_800_000 },
      async () => {
        const routes = await routesOfApp()
        expect(routes).not.toContain(undefined)
        expect(routes.length).toBeGreaterThan(25)
        const { page, context } = await stage.open()
        for (const [path, button] of [...routes.flatMap(fill).map((path) => [path] as const), ...more]) {
          await page.goto(stage.product.url + path)
          await page.getByRole('main').getByRole('heading').first().waitFor()
          if (button !== undefined)
            await page.getByRole('button', { name: button, exact: true }).first().click()
          await loaded(page)
          const state = [path, button]
          await expect.poll(async () => [state, await violationsInVariants(page)]).toEqual([state, []])
        }
        await context.close()
      },
    )
  },
  startWithShortDemo,
)
