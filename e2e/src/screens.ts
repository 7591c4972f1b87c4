/**
 * npm run screens: screenshots of the pages, light and dark, with the demo data, in docs/screens/.
 * npm run screens -- dashboard: only of pages whose names start with that.
 */
import { dayMs, isoDay } from '@assay/engine/time.ts'
import { readStarter } from '@assay/osv/starter.ts'
import { zipOf } from '@assay/server/testing/zip.ts'
import type { Browser, Page } from 'playwright-core'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchBrowser } from './browser.ts'
import { loadDemo } from './load-demo.ts'
import { type Product, startProduct } from './product.ts'
import { logIn } from './browser-user.ts'

const folder = join(import.meta.dirname, '../../docs/screens')
const themes = ['light', 'dark'] as const
const size = { width: 1280, height: 860 }
const limitBytes = 120_000
/** For animations: charts and expanding rows. */
const settleMs = 900

interface Screen {
  name: string
  path: string
  isAnonymous?: boolean
  act?: (page: Page) => Promise<unknown>
}

const settings = [
  ...(['security', 'account', 'members', 'teams', 'tags', 'policies'] as const),
  ...([
    'infrastructure',
    'exclusions',
    'overrides',
    'advisories',
    'keys',
    'roles',
    'sso',
    'scim',
    'audit',
  ] as const),
  ...(['integrations', 'notifications', 'registries', 'images', 'ci', 'moving'] as const),
]

const requested = process.argv.slice(2)
const isWanted = ({ name }: Screen): boolean =>
  requested.length === 0 || requested.some((each) => name.startsWith(each))

const print = (line: string) => process.stdout.write(`${line}\n`)

// The pages show the port, so it is that of npm start.
const product = await startProduct({ ASSAY_PORT: '8800' })
const browser = await launchBrowser()
try {
  await mkdir(folder, { recursive: true })
  await importAdvisories(product)
  await take(browser, product, [
    { name: 'login', path: '/dashboard', isAnonymous: true },
    {
      name: 'first-scan',
      path: '/dashboard',
      act: (page) => page.getByRole('button', { name: 'Load demo data' }).waitFor(),
    },
  ])
  await loadDemo(product)
  await fillSettings(product)
  await take(browser, product, await screensOf(product))
} finally {
  await browser.close()
  await product.stop()
}

/** The starter set as a synced source, so that scans are checked as with network access. */
async function importAdvisories({ api }: Product): Promise<void> {
  const archives = new Map<string, Record<string, string>>()
  for await (const { text } of readStarter()) {
    const { id, affected } = JSON.parse(text) as {
      id: string
      affected: { package: { ecosystem: string } }[]
    }
    for (const { package: of } of affected)
      archives.set(of.ecosystem, { ...archives.get(of.ecosystem), [`${id}.json`]: text })
  }
  const exploited = ['CVE-2017-5638', 'CVE-2021-44228', 'CVE-2022-22965'].map((cveID) => ({ cveID }))
  const catalog = JSON.stringify({ catalogVersion: '2022.04.04', vulnerabilities: exploited })
  const files: [name: string, content: Buffer][] = [
    ...[...archives].map(([ecosystem, texts]) => [`${ecosystem}/all.zip`, zipOf(texts)] as [string, Buffer]),
    ['known_exploited_vulnerabilities.json', Buffer.from(catalog)],
  ]
  const params = { id: 'osv' }
  for (const [name, content] of files) {
    await api.advisoryDatabases.upload({ params, query: { name }, body: new Uint8Array(content) })
    for (let state = 'running'; state !== 'done'; await sleep(200)) {
      state = (await api.advisoryDatabases.progress({ params })).state
      if (state === 'failed') throw new Error('The advisories could not be imported')
    }
  }
}

/** Creates something in each section of the settings. */
async function fillSettings({ api }: Product): Promise<void> {
  const params = { accountUuid: (await api.accounts.me()).uuid }
  const { uuid } = await api.members.add({
    params,
    body: { email: 'ann@example.org', name: 'Ann Porter', role: 'Team collaborator' },
  })
  const team = { name: 'Payments', description: 'All that takes money' }
  const { uuid: teamUuid } = await api.teams.create({ body: team })
  await api.teams.addMember({ params: { teamUuid }, body: { uuid, role: 'Team collaborator' } })
  await api.tags.create({ body: { name: 'internal' } })
  const threshold = { minimumSecurity: 60, minimumStability: 40, minimumLicensing: null }
  await api.accounts.configure({ params, body: { tagThresholds: [{ tag: 'internal', ...threshold }] } })
  const registry = { ecosystem: 'npm', pattern: '@acme', url: 'https://npm.example.org' }
  await api.registries.create({ params, body: registry })
  const licenses = ['AGPL-3.0-only', 'AGPL-3.0-or-later']
  await api.policies.create({ params, body: { name: 'No AGPL', mode: 'DENY', licenses } })
}

async function screensOf({ api }: Product): Promise<Screen[]> {
  const yearAgo = isoDay(Date.now() - 364 * dayMs)
  const { projects } = await api.metrics.security({ query: { startDate: yearAgo, limit: 500 } })
  const uuidOf = (name: string) =>
    projects.find(({ projectUrl }) => projectUrl.endsWith(`/${name}`))!.projectUUID
  const row = `branch=main&pid=${uuidOf('storefront')}`
  return [
    { name: 'dashboard', path: '/dashboard', act: hasLead },
    { name: 'dashboard-year', path: `/dashboard?startDate=${yearAgo}`, act: hasLead },
    { name: 'dashboard-row', path: `/dashboard?startDate=${yearAgo}&${row}` },
    { name: 'report', path: `/projects?pid=${uuidOf('comments')}` },
    { name: 'report-embedded', path: `/projects/?pid=${uuidOf('comments')}&branch=main&mode=eli` },
    { name: 'vulnerability', path: '/vulns?id=CVE-2021-44906' },
    { name: 'vulnerabilities', path: '/vulns' },
    { name: 'fixes', path: '/fixes' },
    { name: 'overdue', path: '/overdue' },
    { name: 'components', path: '/components?q=lodash&show=vulnerable' },
    { name: 'licenses', path: '/licenses' },
    { name: 'project-list', path: '/projects' },
    { name: 'assistant', path: '/assistant' },
    { name: 'status', path: '/status' },
    { name: 'docs', path: '/docs/first-scan' },
    { name: 'plans', path: '/plans' },
    { name: 'terms', path: '/terms.html' },
    { name: 'privacy', path: '/gdpr.html' },
    ...settings.map((section) => ({ name: `settings-${section}`, path: `/settings/${section}` })),
    {
      name: 'palette',
      path: '/dashboard',
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').fill('store')
      },
    },
  ]
}

/** The top of the dashboard loads after its charts. */
async function hasLead(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Open vulnerabilities over time' }).waitFor()
}

/** One login per theme: the server throttles frequent logins. */
async function take(browser: Browser, { url }: Product, screens: readonly Screen[]): Promise<void> {
  for (const colorScheme of themes) {
    const context = await browser.newContext({ viewport: size, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    let isMember = false
    for (const { name, path, isAnonymous = false, act } of screens.filter(isWanted)) {
      await page.goto(url + path)
      if (isAnonymous) await page.getByRole('dialog', { name: 'Log in' }).waitFor()
      else if (!isMember) {
        await logIn(page)
        isMember = true
      }
      // A stream would keep the network from becoming idle.
      await page.route('**/api/v1/live*', (route) => route.abort())
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await act?.(page)
      await page.waitForLoadState('networkidle')
      await sleep(settleMs)
      await save(page, `${name}-${colorScheme}.webp`)
    }
    await context.close()
  }
}

async function save(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > limitBytes) throw new Error(`${name} has ${bytes.length} bytes`)
  await writeFile(join(folder, name), bytes)
  print(`${name}  ${(bytes.length / 1000).toFixed(0)} kB`)
}
