import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations, violationsInVariants } from './browser-user.ts'
import { describeWithBrowser } from './describe-with-browser.ts'
import { type Graph, graphInventory } from './inventory.ts'

const shop: Graph = {
  '*': ['lodash@4.17.4', 'json5@1.0.1', 'left-pad@1.3.0'],
  'json5@1.0.1': ['minimist@1.2.5'],
}
const site: Graph = { '*': ['lodash@4.17.21', 'minimist@1.2.5', 'bare@2.0.0'] }

const log4j = (version: string) => {
  const purlOf = (name: string, of: string) => `pkg:maven/org.apache.logging.log4j/${name}@${of}`
  const [web, core] = [purlOf('log4j-web', version), purlOf('log4j-core', version)]
  const component = (purl: string, name: string) => ({
    type: 'library',
    'bom-ref': purl,
    purl,
    group: 'org.apache.logging.log4j',
    name,
    version,
    licenses: [{ license: { id: 'Apache-2.0' } }],
  })
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', 'bom-ref': 'root', name: 'root' } },
    components: [component(web, 'log4j-web'), component(core, 'log4j-core')],
    dependencies: [
      { ref: 'root', dependsOn: [web] },
      { ref: web, dependsOn: [core] },
    ],
  }
  return new TextEncoder().encode(JSON.stringify(document))
}

describeWithBrowser('the components in use', (stage) => {
  const upload = async (name: string, bytes: Uint8Array, branch = 'main') => {
    const file = { filename: 'bom.json', bytes }
    const body = { file, url: `https://github.com/org/${name}`, branch }
    return (await stage.product.api.uploads.intoNew({ body })).uuid
  }
  const table = (page: Page) => page.getByRole('table', { name: 'Components in use' })
  const rows = (page: Page) => table(page).locator('[data-row]')
  const names = async (page: Page) =>
    (await rows(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

  describe('of an account with scans', () => {
    beforeAll(async () => {
      await stage.product.saveReleases({
        ecosystem: 'npm',
        name: 'lodash',
        source: 'deps.dev',
        checkedAt: Date.now(),
        releases: [
          { version: '4.17.4', publishedAt: Date.UTC(2017, 0, 1) },
          { version: '4.17.21', publishedAt: Date.UTC(2021, 0, 1) },
        ],
      })
      await upload('shop', graphInventory(shop))
      await upload('site', graphInventory(site, { bare: null }))
      await upload('billing', log4j('2.14.1'))
      await upload('mail', log4j('2.17.1'))
    })

    test('"where is log4j-core before 2.17.1?" leads from the palette to the reports of its projects', async () => {
      const { page, leave } = await stage.open('/dashboard')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Command palette' }).fill('log4j-core <2.17.1')
      await page.getByRole('option', { name: 'Where is log4j-core <2.17.1 used?' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/components\?q=log4j-core/)
      await expect
        .poll(() => names(page))
        .toEqual([expect.stringMatching(/^org\.apache\.logging\.log4j:log4j-core 2\.14\.1/)])
      await rows(page).first().click()
      const uses = page.getByRole('region', { name: /^Where .+ is used$/ })
      await uses
        .getByText(
          'project › org.apache.logging.log4j:log4j-web@2.14.1 › org.apache.logging.log4j:log4j-core@2.14.1',
        )
        .waitFor()
      await expect.poll(() => uses.getByRole('rowheader').count()).toBe(1)
      await expect.poll(() => violationsInVariants(page)).toEqual([])
      await page.reload()
      await uses.getByRole('link', { name: 'github.com/org/billing' }).click()
      await page.waitForURL(/\/projects\?pid=/)
      await page.getByRole('heading', { name: 'github.com/org/billing' }).waitFor()
      await leave()
    })

    test('the palette finds packages, vulnerabilities by a part of their id, members and settings', async () => {
      const { page, leave } = await stage.open('/dashboard')
      const find = async (text: string) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Command palette' }).fill(text)
      }
      await find('44228')
      await page.getByRole('option', { name: /^CVE-2021-44228/ }).click()
      await page.waitForURL(/\/vulns\?id=CVE-2021-44228/)
      await find('minim')
      await expect.poll(() => violations(page)).toEqual([])
      await page.getByRole('option', { name: 'minimist (npm)' }).click()
      await page.waitForURL(/\/components\?q=minimist/)
      await find('admin@example')
      await page.getByRole('option', { name: /admin@example\.org/ }).click()
      await page.waitForURL(/\/settings\/members/)
      for (const [text, option, path] of [
        ['license pol', 'Policies › License policies', 'policies'],
        ['token', 'Profile & security › API tokens', 'security'],
        ['minimum', 'Policies › Minimum scores', 'policies'],
        ['2fa', 'Profile & security › Two-factor authentication', 'security'],
      ] as const) {
        await find(text)
        await page.getByRole('option', { name: option, exact: true }).click()
        await page.waitForURL(new RegExp(`/settings/${path}$`))
      }
      await leave()
    })

    test('filters are in the URL, survive a reload and are cleared together', async () => {
      const { page, leave } = await stage.open('/components')
      await expect.poll(async () => (await names(page)).length).toBe(10)
      await page.getByText('10 components', { exact: true }).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('lodash')
      await page.waitForURL(/q=lodash/)
      await expect.poll(() => names(page)).toEqual(['lodash 4.17.21', 'lodash 4.17.4'])
      await page.getByLabel('Version range').fill('<4.17.21')
      await expect.poll(() => names(page)).toEqual(['lodash 4.17.4'])
      await page.reload()
      await expect.poll(() => names(page)).toEqual(['lodash 4.17.4'])
      await expect.poll(() => page.getByLabel('Version range').inputValue()).toBe('<4.17.21')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect.poll(async () => (await names(page)).length).toBe(10)
      await page.getByRole('button', { name: 'Vulnerable' }).click()
      await page.waitForURL(/show=vulnerable/)
      await page.getByLabel('Dependency', { exact: true }).selectOption('Transitive')
      await expect
        .poll(() => names(page))
        .toEqual(['minimist 1.2.5', expect.stringContaining('log4j-core 2.14.1')])
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByLabel('License', { exact: true }).fill('No license found')
      await page.waitForURL(/license=none/)
      await expect.poll(() => names(page)).toEqual(['bare 2.0.0'])
      await page.getByLabel('License', { exact: true }).fill('')
      await page.getByLabel('Ecosystem').selectOption('Maven')
      await expect.poll(async () => (await names(page)).length).toBe(4)
      await page.getByLabel('Search components').fill('no such thing')
      await page.getByText('No components match your filters').waitFor()
      await leave()
    })

    test('explains an invalid version range, in the search and in its field', async () => {
      const { page, leave } = await stage.open('/components')
      await page.getByLabel('Search components').fill('lodash <<4')
      await page.getByText('“<<4” is not a version range.').waitFor()
      const version = page.getByLabel('Version range')
      await expect.poll(() => version.getAttribute('aria-invalid')).toBe('true')
      await version.fill('<4.17.21')
      await expect.poll(() => names(page)).toEqual(['lodash 4.17.4'])
      await expect.poll(() => page.getByLabel('Search components').inputValue()).toBe('lodash')
      await leave()
    })

    test('renders only visible rows of thousands, loads more on scrolling, and sorts all of them', async () => {
      const graph = { '*': Array.from({ length: 1200 }, (_, at) => `many-${1000 + at}@1.0.0`) }
      await upload('huge', graphInventory(graph))
      const { page, leave } = await stage.open('/components')
      await page.addInitScript(reportFramesTogether)
      await page.goto(`${stage.product.url}/components?q=many-`)
      await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
      await expect
        .poll(async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          return table(page).getAttribute('aria-rowcount')
        })
        .toBe('1201')
      await page.getByText('1,200 components', { exact: true }).waitFor()
      await expect.poll(() => rows(page).count()).toBeLessThan(150)
      await page.goto(`${stage.product.url}/components?q=many-&sort=name&direction=desc`)
      await expect.poll(async () => (await names(page))[0]).toBe('many-2199 1.0.0')
      await leave()
    })
  })
})

/** Simulates a busy browser: observers get the entries of several frames in one call. */
function reportFramesTogether(): void {
  const Observer = window.IntersectionObserver
  window.IntersectionObserver = class extends Observer {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      const seen: IntersectionObserverEntry[] = []
      super((entries) => {
        if (seen.push(...entries) === entries.length) setTimeout(() => callback(seen.splice(0), this), 500)
      }, options)
    }
  }
}
