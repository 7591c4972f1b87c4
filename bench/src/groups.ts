import type pg from 'pg'
import type { Bench, Row } from './bench.ts'
import { fillPortfolio } from './generate/portfolio.ts'
import { median, time } from './measure.ts'
import { processorMs } from './processor-time.ts'
import { startProductProcess } from './start-product-process.ts'

const projects = 10_000
const scans = 12
/** 1 + 5 + 25 + 125 + 344: five levels. */
const groups = 500
const rounds = 40
const atOnce = 50

export const groupsOfPortfolio: Bench = {
  title: `The tree of ${groups} groups in five levels over ${projects.toLocaleString('en')} projects of ${scans} scans with 200,000 open findings, of which each is in one group and every third in two, and lists filtered by a group of the second level, over HTTP.`,
  async run() {
    const product = await startProductProcess()
    try {
      const { uuid: accountUuid } = await product.api.accounts.me()
      await fillPortfolio(product.pool, { accountUuid, projects, scans })
      const groupUuid = await fillGroups(product.pool, accountUuid)
      const params = { accountUuid }
      const query = { groupUuid }
      return await measure(product.pid, {
        'groups with their numbers': () => product.api.groups.list(),
        'dashboard of a group': () => product.api.metrics.security({ query: { ...query, limit: '50' } }),
        'trend of a group': () => product.api.trends.security({ query }),
        'projects of a group': () => product.api.projects.page({ params, query: { ...query, limit: '100' } }),
      })
    } finally {
      await product.stop()
    }
  },
}

/** Processor time is that of the product with its database, which other work on the machine changes little. */
async function measure(pid: number, kinds: Record<string, () => Promise<unknown>>): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, ask] of Object.entries(kinds)) {
    for (let round = 0; round < 10; round++) await ask()
    const alone: number[] = []
    const before = await processorMs(pid)
    for (let round = 0; round < rounds; round++) alone.push(await time(ask))
    const used = ((await processorMs(pid)) - before) / rounds
    const note = `p95 ${p95(alone)} ms, ${used.toFixed(1)} ms of processor time`
    rows.push({ what: `alone: ${what}`, ms: median(alone), note })
    const together: number[] = []
    const begun = await processorMs(pid)
    for (let round = 0; round < 4; round++)
      together.push(...(await Promise.all(Array.from({ length: atOnce }, () => time(ask)))))
    const each = ((await processorMs(pid)) - begun) / together.length
    rows.push({
      what: `${atOnce} at once: ${what}`,
      ms: median(together),
      note: `p95 ${p95(together)} ms, ${each.toFixed(1)} ms of processor time each`,
    })
  }
  return rows
}

const p95 = (samples: number[]) =>
  samples.toSorted((one, other) => one - other)[Math.floor(samples.length * 0.95)]!.toFixed(0)

/** Returns a group of the second level. */
async function fillGroups(pool: pg.Pool, accountUuid: string): Promise<string> {
  for (const text of statements) await pool.query(text, [accountUuid])
  for (const table of ['project', 'project_group', 'group_project'])
    await pool.query(`vacuum analyze ${table}`)
  const { rows } = await pool.query<{ uuid: string }>(
    `select uuid from project_group where account_uuid = $1 and name = 'group-2'`,
    [accountUuid],
  )
  return rows[0]!.uuid
}

/** A uuid from a number. */
const uuidOf = (number: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

const statements = [
  `with recursive tree as (
     select 1 as n, array[${uuidOf('1')}] as path, null::uuid as parent
     union all
     select child, path || ${uuidOf('child')}, ${uuidOf('n')} from tree
     cross join generate_series(5 * n - 3, 5 * n + 1) child where child <= ${groups})
   insert into project_group (account_uuid, uuid, parent_uuid, kind, name, path)
   select $1, ${uuidOf('n')}, parent, 'product', 'group-' || n, path from tree order by n`,
  `insert into group_project (account_uuid, group_uuid, project_uuid)
   select distinct account_uuid, ${uuidOf('(1 + (n * 7 + place * 131) % ' + String(groups) + ')')}, uuid
   from (select *, row_number() over (order by uuid)::int as n from project where account_uuid = $1) numbered
   cross join generate_series(0, 1) place where place = 0 or n % 3 = 0`,
  `update project set group_uuids = found.uuids from (
     select project_uuid, array_agg(distinct above order by above) as uuids
     from group_project join project_group on project_group.uuid = group_uuid
       and project_group.account_uuid = group_project.account_uuid
     cross join unnest(path) above where group_project.account_uuid = $1 group by project_uuid) found
   where account_uuid = $1 and uuid = found.project_uuid`,
  `update account_revision set revision = revision + 1 where account_uuid = $1`,
]
