import type { BrowserContextOptions, Page } from 'playwright-core'
import { daysAgo } from './time-travel.ts'
import type { Product } from './product.ts'
import type { Stage } from './describe-with-browser.ts'
import type { BrowserUser } from './browser-user.ts'

const at = (name: string) => `https://github.com/org/${name}`

export const better = at('better')
export const clean = at('clean')
export const worse = at('worse')

/** Creates ten days of scans of three projects, one of them with two branches. */
export async function scanHistory(product: Product): Promise<void> {
  await daysAgo(10, () => product.scan(better, ['minimist@1.2.0', 'lodash@4.17.4']))
  await daysAgo(9, () => product.scan(better, ['lodash@4.17.21'], 'next'))
  await daysAgo(8, () => product.scan(worse, ['left-pad@1.3.0']))
  await daysAgo(6, () => product.scan(better, ['minimist@1.2.8', 'lodash@4.17.4']))
  await daysAgo(3, () => product.scan(better, ['lodash@4.17.4'], 'next'))
  await daysAgo(2, () => product.scan(better, ['minimist@1.2.8', 'lodash@4.17.21']))
  await daysAgo(1, () => product.scan(worse, ['minimist@1.2.0']))
  await product.scan(clean, ['left-pad@1.3.0'])
}

/** Opens the dashboard and waits for its charts. */
export async function openDashboard(
  stage: Stage,
  path = '/dashboard?branches=*',
  options: BrowserContextOptions = {},
): Promise<BrowserUser> {
  const visitor = await stage.open(path, options)
  await visitor.page.getByRole('heading', { name: 'Metrics', exact: true }).waitFor()
  await visitor.page
    .getByRole('status')
    .filter({ hasText: 'Loading...' })
    .first()
    .waitFor({ state: 'detached' })
  return visitor
}

export const rowButton = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Projects' }).getByRole('button', { name })

/** Path of the dashboard with the row of a project's main branch expanded. */
export async function pathOfOpen({ api }: Product, url: string): Promise<string> {
  const { projects } = await api.metrics.security({})
  const { projectUUID } = projects.find(({ projectUrl }) => projectUrl === url)!
  return `/dashboard?branch=main&pid=${projectUUID}`
}

export const scansPanel = (page: Page) => page.getByRole('region', { name: 'Project scans' }).first()
