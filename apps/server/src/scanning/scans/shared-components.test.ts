import * as fc from 'fast-check'
import { sql } from 'kysely'
import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { insertAccount } from '#accounts/account/store.ts'
import { accountScope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import {
  type ComponentRow,
  endComponents,
  insertUses,
  listComponentDigests,
  shareContents,
} from './component-store.ts'
import { deleteSomeHistory } from './removal-store.ts'

const database = forAllTests(freshDatabase)

const branches = 4
const digestOf = (text: string) => createHash('md5').update(text).digest('hex')

/** Two branches may have the same content in different places. */
const rowOf = (number: number, place: string): ComponentRow => ({
  digest: digestOf(`${number} ${place}`),
  content: digestOf(String(number)),
  ecosystem: 'npm',
  packageName: `package-${number}`,
  name: `package-${number}`,
  version: '1.0.0',
  purl: null,
  scope: 'runtime',
  isDirect: null,
  requiredBy: [],
  locations: [place],
  licenses: ['MIT'],
  licenseSource: null,
  licenseRegistry: null,
  licensedAt: null,
  copyright: null,
  violations: [],
  licenseWarning: null,
  source: null,
  sbomFields: null,
  latestPatch: null,
  latestMinor: null,
  latestMajor: null,
  hasKnownReleases: false,
  libyears: null,
  stability: [],
})

interface Act {
  account: number
  branch: number
  kind: 'scan' | 'failing scan' | 'removal'
  packages: number[]
}

const acts = fc.array(
  fc.record<Act>({
    account: fc.nat(1),
    branch: fc.nat(branches - 1),
    kind: fc.constantFrom('scan', 'scan', 'failing scan', 'removal'),
    packages: fc.uniqueArray(fc.nat(9), { maxLength: 8 }),
  }),
  { minLength: 12, maxLength: 24 },
)

interface Branch {
  accountUuid: string
  uuid: string
  name: string
  number: number
  /** What it has after the acts that were committed, in their order. */
  expected: number[]
}

async function addBranches(): Promise<Branch[][]> {
  const { db } = database
  const accounts: Branch[][] = []
  for (const account of [0, 1]) {
    const [accountUuid, projectUuid] = [randomUUID(), randomUUID()]
    await insertAccount(db, { uuid: accountUuid, name: 'A', email: `${accountUuid}@example.com` })
    await sql`
      insert into project (account_uuid, uuid, url, name, tags)
      values (${accountUuid}, ${projectUuid}, 'u', 'u', '{}')`.execute(db)
    accounts[account] = Array.from({ length: branches }, (_, at) => ({
      accountUuid,
      uuid: randomUUID(),
      name: `b${at}`,
      number: 0,
      expected: [],
    }))
    for (const { uuid, name } of accounts[account])
      await sql`
        insert into branch (account_uuid, uuid, project_uuid, name)
        values (${accountUuid}, ${uuid}, ${projectUuid}, ${name})`.execute(db)
  }
  return accounts
}

/** As a scan does: the branch is locked, then what is new is shared and used. */
async function scan(tx: Tx, branch: Branch, packages: readonly number[]): Promise<void> {
  const scope = accountScope(branch.accountUuid)
  const rows = packages.map((number) => rowOf(number, branch.name))
  const stored = await listComponentDigests(tx, scope, branch.uuid)
  const added = rows.filter(({ digest }) => !stored.has(digest))
  const digests = [...stored].filter((digest) => !rows.some((row) => row.digest === digest))
  const of = { branchUuid: branch.uuid, number: branch.number + 1 }
  await shareContents(tx, scope, added)
  await endComponents(tx, scope, { ...of, digests })
  await insertUses(tx, scope, { ...of, rows: added })
}

class Failed extends Error {}

const run = (branch: Branch, { kind, packages }: Act) =>
  database.db
    .transaction()
    .execute(async (tx) => {
      await sql`select from branch where account_uuid = ${branch.accountUuid} and uuid = ${branch.uuid} for update`.execute(
        tx,
      )
      if (kind === 'removal') {
        const scope = accountScope(branch.accountUuid)
        await deleteSomeHistory(tx, scope, { branchUuid: branch.uuid, limit: 1_000 })
      } else await scan(tx, branch, packages)
      if (kind === 'failing scan') throw new Failed()
      Object.assign(branch, { number: branch.number + 1, expected: kind === 'removal' ? [] : packages })
    })
    .catch((error: unknown) => {
      if (!(error instanceof Failed)) throw error
    })

/** Of an account: names by branch as the view tells them, stored contents, and those that a branch has or had. */
async function readAll(accountUuid: string) {
  const { db } = database
  const { rows: current } = await sql<{ branch: string; name: string }>`
    select branch.name as branch, component.name from component join branch on branch.uuid = branch_uuid
    where component.account_uuid = ${accountUuid} and ended_number is null order by 1, 2`.execute(db)
  const digests = async (column: string, table: string) => {
    const { rows } = await sql<{ digest: string }>`
      select distinct encode(${sql.ref(column)}, 'hex') as digest from ${sql.table(table)}
      where account_uuid = ${accountUuid} order by 1`.execute(db)
    return rows.map(({ digest }) => digest)
  }
  return {
    current: current.map(({ branch, name }) => `${branch} ${name}`),
    stored: await digests('digest', 'component_content'),
    used: await digests('content', 'component_use'),
  }
}

test('after scans, failed scans and removals at once, each branch has its components, and no others are stored', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const accounts = await addBranches()
      await Promise.all(all.map((act) => run(accounts[act.account]![act.branch]!, act)))
      for (const of of accounts) {
        const { current, stored, used } = await readAll(of[0]!.accountUuid)
        expect(stored).toEqual(used)
        expect(current).toEqual(
          of
            .flatMap(({ name, expected }) => expected.map((number) => `${name} package-${number}`))
            .toSorted(),
        )
      }
    }),
    { numRuns: 40 },
  )
})

test('a scan keeps the contents that it found until it has stored its uses', async () => {
  const [[first, second]] = (await addBranches()) as [[Branch, Branch]]
  const scope = accountScope(first.accountUuid)
  await run(first, { account: 0, branch: 0, kind: 'scan', packages: [1] })
  let removal: Promise<unknown> = Promise.resolve()
  await database.db.transaction().execute(async (tx) => {
    expect(await shareContents(tx, scope, [rowOf(1, 'b1')])).toEqual([])
    removal = run(first, { account: 0, branch: 0, kind: 'removal', packages: [] })
    await expect
      .poll(async () => {
        const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
        return (await waiting.execute(database.db)).rows.length
      })
      .toBe(1)
    await insertUses(tx, scope, { branchUuid: second.uuid, number: 1, rows: [rowOf(1, 'b1')] })
  })
  await removal
  expect((await readAll(scope.accountUuid)).current).toEqual(['b1 package-1'])
})
