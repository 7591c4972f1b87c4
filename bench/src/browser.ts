import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Bench, Figure } from './bench.ts'
import { type FirstView, firstView } from './browser/first-view.ts'
import { leave, logIn, startVisits, type Visits } from './browser/visit.ts'
import { fillHistory } from './generate/history.ts'
import { median } from './measure.ts'
import { type Product, startProduct } from './product.ts'

const history = { projects: 10_000, scans: 50, days: 365 }

export const browser: Bench = {
  title: `The web application in Chromium at 1440 × 900, on the demo and on ${history.projects.toLocaleString('en')} projects of ${history.scans} scans; server, database and browser share the machine. It needs a web build (npm run build).`,
  async run() {
    const demo = await on('demo', fillDemo, ({ visits }) => viewsOf(visits))
    const many = await on('10,000 projects', fillMany, async ({ visits }) => viewsOf(visits))
    return [...demo, ...many]
  },
}

interface Place extends Product {
  visits: Visits
}

/** A product of its own, filled, measured and stopped. */
async function on(
  name: string,
  fill: (product: Product) => Promise<unknown>,
  measure: (place: Place) => Promise<Figure[]>,
): Promise<Figure[]> {
  const product = await startProduct()
  try {
    await fill(product)
    const visits = await startVisits(product.baseUrl)
    const figures = await measure({ ...product, visits })
    await visits.end()
    return figures.map((each) => ({ ...each, what: `${name}: ${each.what}` }))
  } finally {
    await product.stop()
  }
}

async function fillDemo({ api }: Product): Promise<void> {
  const { uuid: accountUuid } = await api.accounts.me()
  await api.demo.load({ params: { accountUuid } })
  for (let state = 'loading'; state !== 'loaded'; await sleep(500)) {
    state = (await api.demo.progress({ params: { accountUuid } })).state
    if (state === 'failed') throw new Error('The demo data could not be loaded')
  }
}

async function fillMany({ pool }: Product): Promise<void> {
  const { rows } = await pool.query<{ uuid: string }>('select uuid from account')
  await fillHistory(pool, { accountUuid: rows[0]!.uuid, ...history })
}

const hasRows = (page: Page) => page.locator('[data-row]').first().waitFor()

async function viewsOf(visits: Visits): Promise<Figure[]> {
  const dashboard = { path: '/dashboard', isShown: hasRows }
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
  ]
}

const ms = (value: number) => `${value.toFixed(0)} ms`
