import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { listBranchesUsing } from '#knowledge/advisories/clusters/package-store.ts'
import { openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import { accountScope } from '#auth/scope.ts'
import { rescanBranches } from '#scanning/builds/rescan-branches.ts'
import { rescanBranch } from '#scanning/builds/uploads/submit-build.ts'
import { jobs } from '#jobs.ts'
import { openQueue } from '#platform/queue/queue.ts'
import { scanBuild } from '#scanning/scans/scan-build.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { uploadAdvisories } from '#testing/upload-advisories.ts'
import { startTestServer, type TestMember } from '#testing/test-server.ts'

const server = testServer()

let urls = 0
const upload = async (
  member: TestMember,
  packages: string[],
  url = `https://example.org/rescan-${urls++}`,
) => {
  const body = { file: filePart(npmInventory(packages)), url, branch: 'main' }
  const build = await member.api.uploads.intoNew({ body })
  return { params: { projectUuid: build.uuid }, reportUuid: build.reportUuid!, url }
}
const totals = async (member: TestMember) => {
  const { overview, projects } = await member.api.metrics.security({ query: {} })
  const [row] = projects
  return { totalScans: overview.totalScans, lastScanned: row!.lastScanned, scans: row!.totalScans }
}

describe('a rescan without changes', () => {
  test('records no scan, is counted nowhere and keeps the declared outcome', async () => {
    const member = await server.newAccount()
    const { params, reportUuid } = await upload(member, ['lodash@4.17.4', 'left-pad@1.3.0'])
    await member.api.reports.declareOutcome({ params, query: { outcome: 'PASS' } })
    const before = await totals(member)
    expect(before.totalScans).toBe(1)
    for (let time = 0; time < 3; time++) {
      const report = await member.api.reports.recompute({ params })
      expect(report).toMatchObject({ uuid: reportUuid, outcome: 'PASS' })
    }
    expect(await totals(member)).toEqual(before)
    const { scan, scans } = await member.api.scans.overview({ params })
    expect(scans).toHaveLength(1)
    expect(scan).toMatchObject({ uuid: reportUuid, isDeclared: true })
    expect(scan.vulnerabilityCount).toBeGreaterThan(0)
  })

  test('ends all concurrent rescans with the same scan', async () => {
    const member = await server.newAccount()
    const { params, reportUuid } = await upload(member, ['lodash@4.17.4'])
    const reports = await Promise.all(
      Array.from({ length: 10 }, () => member.api.reports.recompute({ params })),
    )
    expect(new Set(reports.map(({ uuid }) => uuid))).toEqual(new Set([reportUuid]))
    const builds = await server.db
      .selectFrom('build')
      .select(['state', 'source', 'scan_uuid'])
      .where('account_uuid', '=', member.accountUuid)
      .where('source', '=', 'rescan')
      .execute()
    expect(builds).toHaveLength(10)
    for (const build of builds) expect(build).toMatchObject({ state: 'success', scan_uuid: reportUuid })
  })

  test('records the advisory data it was confirmed with', async () => {
    const member = await server.newAccount()
    const { params, reportUuid } = await upload(member, ['lodash@4.17.4'])
    const ofScan = server.db.selectFrom('scan').where('uuid', '=', reportUuid)
    const { index_versions: fresh } = await ofScan.select('index_versions').executeTakeFirstOrThrow()
    await server.db
      .updateTable('scan')
      .set({ index_versions: '{"npm":0}' })
      .where('uuid', '=', reportUuid)
      .execute()
    await member.api.reports.recompute({ params })
    expect(await ofScan.select('index_versions').executeTakeFirstOrThrow()).toEqual({ index_versions: fresh })
  })

  test('differs from an upload of the same document by a user, which is always a scan', async () => {
    const member = await server.newAccount()
    const { url } = await upload(member, ['lodash@4.17.4'])
    await upload(member, ['lodash@4.17.4'], url)
    expect((await totals(member)).totalScans).toBe(2)
  })
})

describe('a rescan with a change records a scan', () => {
  test('of findings', async () => {
    const member = await server.newAccount()
    const { params, reportUuid } = await upload(member, ['minimist@1.2.0'])
    await member.api.exclusions.create({
      params: { accountUuid: member.accountUuid },
      query: { domain: 'security' },
      body: { cve: 'CVE-2020-7598', description: 'not reachable' },
    })
    const changed = await member.api.reports.recompute({ params })
    expect(changed.uuid).not.toBe(reportUuid)
    expect((await member.api.reports.recompute({ params })).uuid).toBe(changed.uuid)
    expect((await totals(member)).totalScans).toBe(2)
  })

  test('of licenses', async () => {
    const member = await server.newAccount()
    const { params, reportUuid } = await upload(member, ['left-pad@1.3.0'])
    await member.api.policies.create({
      params: { accountUuid: member.accountUuid },
      body: { name: 'no MIT', mode: 'DENY', licenses: ['MIT'] },
    })
    const changed = await member.api.reports.recompute({ params })
    expect(changed.uuid).not.toBe(reportUuid)
    expect((await member.api.reports.recompute({ params })).uuid).toBe(changed.uuid)
  })

  test('of stored numbers, such as those of an older formula', async () => {
    const member = await server.newAccount()
    const { params, reportUuid } = await upload(member, ['left-pad@1.3.0'])
    await server.db.updateTable('scan').set({ formula_version: 0 }).where('uuid', '=', reportUuid).execute()
    expect((await member.api.reports.recompute({ params })).uuid).not.toBe(reportUuid)
  })
})

test('an advisory sync rescans all branches with an affected package, and no others', async () => {
  const [member, neighbor] = [await server.newAccount(), await server.newAccount()]
  const affected = [await upload(member, ['newly-bad@1.0.0']), await upload(neighbor, ['newly-bad@1.0.0'])]
  await upload(member, ['still-good@1.0.0'])
  const versions = { package: { ecosystem: 'npm', name: 'newly-bad' }, versions: ['1.0.0'] }
  const record = { id: 'TEST-NEWLY-BAD', modified: '2026-01-01T00:00:00Z', affected: [versions] }
  await uploadAdvisories(server, JSON.stringify(record))
  const rescans = () =>
    server.db
      .selectFrom('build')
      .select(['account_uuid', 'project_uuid', 'state'])
      .where('source', '=', 'rescan')
      .where('account_uuid', 'in', [member.accountUuid, neighbor.accountUuid])
      .orderBy('account_uuid')
      .execute()
  await expect.poll(async () => (await rescans()).map(({ state }) => state)).toEqual(['success', 'success'])
  const projects = affected.map(({ params }) => params.projectUuid)
  expect((await rescans()).map((row) => row.project_uuid).toSorted()).toEqual(projects.toSorted())
  for (const [index, each] of [member, neighbor].entries()) {
    const { scan } = await each.api.scans.overview({ params: affected[index]!.params })
    expect(scan.vulnerabilityCount).toBe(1)
  }
})

describe('background rescans', () => {
  /** No worker processes the queue. */
  const paused = async () => {
    const idle = await startTestServer({ withWorker: false })
    const queue = await openQueue({
      connection: idle.database.connection,
      jobs,
      log: { error: () => undefined },
    })
    const advisories = openAdvisories({ db: idle.db, folder: idle.config.dataFolder })
    const member = await idle.newAccount()
    const scope = accountScope(member.accountUuid)
    const scanned = async (packages: string[], url: string) => {
      const body = { file: filePart(npmInventory(packages)), url, branch: 'main', wait: 'false' } as const
      const { id } = await member.api.uploads.intoNew({ body })
      await scanBuild({ db: idle.db, advisories }, scope, { buildUuid: id })
      return id
    }
    const stop = async () => {
      await queue.stop()
      await idle.stop()
    }
    return { idle, queue, advisories, member, scope, scanned, stop, parts: { db: idle.db, queue } }
  }

  test('are queued once per branch, with lower priority than interactive scans', async () => {
    const { idle, member, parts, scope, scanned, stop } = await paused()
    for (let number = 0; number < 3; number++)
      await scanned(['lodash@4.17.4'], `https://example.org/${number}`)
    await scanned(['left-pad@1.3.0'], 'https://example.org/other')
    const affected = await listBranchesUsing(idle.db, [{ ecosystem: 'npm', name: 'lodash' }])
    expect(await rescanBranches(parts, affected)).toBe(3)
    expect(await rescanBranches(parts, affected)).toBe(0)
    const [branch] = await listBranchesUsing(idle.db, [{ ecosystem: 'npm', name: 'left-pad' }])
    const waited = { branchUuid: branch!.branchUuid, createdBy: null }
    await idle.db.transaction().execute((tx) => rescanBranch({ ...parts, tx }, scope, waited))
    const { work } = await member.api.system.queue({})
    expect(work).toMatchObject([
      { kind: 'scan-build', priority: 'interactive', queued: 5, running: 0, failed: 0 },
      { kind: 'scan-build', priority: 'rescan', queued: 3 },
    ])
    await stop()
  })

  test('are queued in bulk, ten thousand without a statement each', async () => {
    const { idle, queue, member, parts, scanned, stop } = await paused()
    await scanned(['lodash@4.17.4'], 'https://example.org/many')
    const { accountUuid } = member
    const [first] = await idle.db.selectFrom('branch').selectAll().execute()
    const branches = Array.from({ length: 10_000 }, () => ({ accountUuid, branchUuid: randomUUID() }))
    for (let start = 0; start < branches.length; start += 1000) {
      const rows = branches.slice(start, start + 1000).map(({ branchUuid: uuid }) => ({
        ...first!,
        uuid,
        name: uuid,
      }))
      await idle.db.insertInto('branch').values(rows).execute()
    }
    let statements = 0
    const sendAll: typeof queue.sendAll = (...batch) => {
      statements++
      return queue.sendAll(...batch)
    }
    expect(await rescanBranches({ db: idle.db, queue: { ...queue, sendAll } }, branches)).toBe(10_000)
    expect(statements).toBe(10)
    expect(await rescanBranches(parts, branches)).toBe(0)
    const { work } = await member.api.system.queue({})
    expect(work.find(({ priority }) => priority === 'rescan')).toMatchObject({ queued: 10_000 })
    await stop()
  })

  test('read the latest upload, even if it arrived while they were queued', async () => {
    const { idle, parts, advisories, member, scope, scanned, stop } = await paused()
    const url = 'https://example.org/waiting'
    await scanned(['minimist@1.2.0'], url)
    const branches = await listBranchesUsing(idle.db, [{ ecosystem: 'npm', name: 'minimist' }])
    await rescanBranches(parts, branches)
    await scanned(['minimist@1.2.8'], url)
    const waiting = await idle.db
      .selectFrom('build')
      .select('uuid')
      .where('source', '=', 'rescan')
      .executeTakeFirstOrThrow()
    await scanBuild({ db: idle.db, advisories }, scope, { buildUuid: waiting.uuid })
    const [project] = await member.api.projects.list({ params: { accountUuid: member.accountUuid } })
    const params = { projectUuid: project!.uuid }
    const components = await member.api.scans.components({ params })
    expect(components.map(({ version }) => version)).toEqual(['1.2.8'])
    expect((await member.api.scans.overview({ params })).scans).toHaveLength(2)
    await stop()
  })
})
