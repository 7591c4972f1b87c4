import type { Bench } from './bench.ts'
import { fillPortfolio } from './generate/portfolio.ts'
import { median, time } from './measure.ts'
import { processorMs } from './processor-time.ts'
import { startProductProcess } from './start-product-process.ts'

const projects = 10_000
const scans = 12
const atOnce = 1000
const rounds = 15

const fixTargets = { CRITICAL: 7, HIGH: 30, MEDIUM: 90, LOW: 180 }

const filters = [
  { overdue: 'true' },
  { severity: 'HIGH' },
  { exploited: 'true' },
  { order: 'priority' },
  { priority: 'out-of-cycle' },
  { assignee: 'none' },
  { state: 'in-triage,fix-planned' },
  { package: 'package-7', ecosystem: 'npm' },
]

export const triage: Bench = {
  title: `Changes of ${atOnce.toLocaleString('en')} findings in one call over HTTP, and lists of findings, in ${projects.toLocaleString('en')} projects with 200,000 open findings. The floor is an update of as many rows by their keys.`,
  async run() {
    const product = await startProductProcess()
    try {
      const { uuid: accountUuid } = await product.api.accounts.me()
      await fillPortfolio(product.pool, { accountUuid, projects, scans })
      const params = { accountUuid }
      await product.api.accounts.configure({ params, body: { fixTargets, exploitedFixDays: 3 } })
      const findings = await firstFindings(product.api, accountUuid)
      const decide = (body: object) =>
        product.api.triage.decide({ params, body: { findings, reason: 'Measured', ...body } })
      const states = ['in-triage', 'fix-planned'] as const
      let turn = 0
      const list = (query: object) => product.api.triage.list({ params, query: { limit: '100', ...query } })
      const changes = {
        'set a state': () => decide({ state: states[turn++ % 2] }),
        'set a due date': () => decide({ dueDate: `2030-01-${10 + (turn++ % 15)}` }),
        'a page of findings': () => list({}),
        ...Object.fromEntries(
          filters.map((filter) => [`those by ${Object.keys(filter).join(', ')}`, () => list(filter)]),
        ),
        'those of a project': () => list({ projectUuid: findings[0]!.projectUuid }),
        'the page Overdue': () => product.api.trends.overdue({ query: {} }),
      }
      const floor = { what: 'update of as many rows', ms: await floorOf(product.pool, accountUuid, decide) }
      const rows = []
      for (const [what, ask] of Object.entries(changes)) {
        for (let round = 0; round < 3; round++) await ask()
        const ms: number[] = []
        const before = await processorMs(product.pid)
        for (let round = 0; round < rounds; round++) ms.push(await time(ask))
        const used = ((await processorMs(product.pid)) - before) / rounds
        const p95 = ms.toSorted((one, other) => one - other)[Math.floor(ms.length * 0.95)]!
        const note = `p95 ${p95.toFixed(0)} ms, ${used.toFixed(1)} ms of processor time`
        rows.push({ what, ms: median(ms), note, floor })
      }
      return rows
    } finally {
      await product.stop()
    }
  },
}

type Api = Awaited<ReturnType<typeof startProductProcess>>['api']

async function firstFindings(api: Api, accountUuid: string) {
  const found = []
  let cursor: string | null = null
  while (found.length < atOnce) {
    const query = { limit: '200', ...(cursor !== null && { cursor }) }
    const page: Awaited<ReturnType<Api['triage']['list']>> = await api.triage.list({
      params: { accountUuid },
      query,
    })
    found.push(...page.findings)
    cursor = page.nextCursor
    if (cursor === null) break
  }
  return found.slice(0, atOnce).map(({ projectUuid, ecosystem, package: name, advisoryUuid }) => ({
    projectUuid,
    ecosystem,
    package: name,
    advisoryUuid,
  }))
}

type Pool = Awaited<ReturnType<typeof startProductProcess>>['pool']

/** Of the rows that a first change has made. */
async function floorOf(pool: Pool, accountUuid: string, decide: (body: object) => Promise<unknown>) {
  await decide({ state: 'in-triage' })
  const update = () =>
    pool.query('update finding_triage set changed_at = now() where account_uuid = $1', [accountUuid])
  const ms: number[] = []
  for (let round = 0; round < rounds; round++) ms.push(await time(update))
  return median(ms)
}
