import type { Bench } from './bench.ts'
import { fillPortfolio } from './generate/portfolio.ts'
import { median, time } from './measure.ts'
import { startProductProcess } from './start-product-process.ts'

const projects = 10_000
const scans = 12
const atOnce = 1000
const rounds = 15

export const triage: Bench = {
  title: `Changes of ${atOnce.toLocaleString('en')} findings in one call over HTTP, and lists of findings, in ${projects.toLocaleString('en')} projects with 200,000 open findings. The floor is an update of as many rows by their keys.`,
  async run() {
    const product = await startProductProcess()
    try {
      const { uuid: accountUuid } = await product.api.accounts.me()
      await fillPortfolio(product.pool, { accountUuid, projects, scans })
      const params = { accountUuid }
      const findings = await firstFindings(product.api, accountUuid)
      const decide = (body: object) =>
        product.api.triage.decide({ params, body: { findings, reason: 'Measured', ...body } })
      const states = ['in-triage', 'fix-planned'] as const
      let turn = 0
      const changes = {
        'set a state': () => decide({ state: states[turn++ % 2] }),
        'set a due date': () => decide({ dueDate: `2030-01-${10 + (turn++ % 15)}` }),
        'a page of findings': () => product.api.triage.list({ params, query: { limit: '100' } }),
        'a page of overdue ones': () => product.api.triage.list({ params, query: { overdue: 'true' } }),
      }
      const floor = { what: 'update of as many rows', ms: await floorOf(product.pool, accountUuid, decide) }
      const rows = []
      for (const [what, ask] of Object.entries(changes)) {
        for (let round = 0; round < 3; round++) await ask()
        const ms: number[] = []
        for (let round = 0; round < rounds; round++) ms.push(await time(ask))
        const p95 = ms.toSorted((one, other) => one - other)[Math.floor(ms.length * 0.95)]!
        rows.push({ what, ms: median(ms), note: `p95 ${p95.toFixed(0)} ms`, floor })
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
