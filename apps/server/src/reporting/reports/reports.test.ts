import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())

let urls = 0
/** A new project that is scanned with one package list after the other. */
async function scanned(...lists: string[][]) {
  const url = `https://example.org/history-${urls++}`
  const reports: string[] = []
  let projectUuid = ''
  for (const packages of lists) {
    const body = { file: filePart(npmInventory(packages)), url, branch: 'main' }
    const build = await member.api.uploads.intoNew({ body })
    projectUuid = build.uuid
    reports.push(build.reportUuid!)
  }
  return { projectUuid, reports }
}

const detail = (projectUuid: string) =>
  member.api.metrics.project({ params: { projectUuid }, query: { branch: 'main' } })

const cvesOf = async (projectUuid: string, reportUuid?: string) => {
  const report =
    reportUuid === undefined
      ? await member.api.reports.full({ params: { projectUuid } })
      : await member.api.reports.fullOf({ params: { projectUuid, reportUuid } })
  const { assessments } = report.security
  return assessments.flatMap(({ reports }) => reports.flatMap(({ advices }) => advices.map(({ cve }) => cve)))
}

describe('a finding', () => {
  test('ends with an upgrade, which is recorded as the fix', async () => {
    const { projectUuid } = await scanned(
      ['minimist@1.2.0', 'lodash@4.17.21'],
      ['minimist@1.2.8', 'lodash@4.17.21'],
    )
    const { scans, remediations } = await detail(projectUuid)
    expect(scans[0]).toMatchObject({
      vulnerabilityCount: 0,
      mitigationCount: scans[1]!.vulnerabilityCount,
      vulnerabilityDelta: -scans[1]!.vulnerabilityCount,
    })
    expect(scans[1]!.vulnerabilityCount).toBeGreaterThan(0)
    expect(remediations.vulnerabilities.map(({ fixedBy }) => fixedBy)).toContain('minimist 1.2.8')
    expect(remediations.vulnerabilities[0]).toMatchObject({
      daysToFix: 0,
      fixedWhen: scans[0]!.timestamp,
      package: 'minimist',
    })
  })

  test('continues if the upgrade is still vulnerable', async () => {
    const { projectUuid, reports } = await scanned(['minimist@1.2.0'], ['minimist@1.2.1'])
    const { scans, remediations } = await detail(projectUuid)
    expect(scans.map(({ mitigationCount }) => mitigationCount)).toEqual([0, 0])
    expect(remediations.vulnerabilities).toEqual([])
    const versionsAt = async (reportUuid: string) => {
      const report = await member.api.reports.fullOf({ params: { projectUuid, reportUuid } })
      return report.security.assessments[0]!.reports.map(({ dependency }) => dependency.version)
    }
    expect(await versionsAt(reports[0]!)).toEqual(['1.2.0'])
    expect(await versionsAt(reports[1]!)).toEqual(['1.2.1'])
  })

  test('ends when the package is removed', async () => {
    const { projectUuid } = await scanned(['minimist@1.2.0', 'left-pad@1.3.0'], ['left-pad@1.3.0'])
    const { remediations } = await detail(projectUuid)
    expect(remediations.vulnerabilities.map(({ fixedBy }) => fixedBy)).toContain('removed')
  })

  test('does not count as fixed if the inventory lacks the ecosystem', async () => {
    const { projectUuid } = await scanned(['minimist@1.2.0'], [])
    const { scans, remediations } = await detail(projectUuid)
    expect([scans[0]!.vulnerabilityCount, scans[0]!.mitigationCount]).toEqual([0, 0])
    expect(remediations.vulnerabilities).toEqual([])
  })

  test('continues when the same document is uploaded twice, as two scans', async () => {
    const { projectUuid, reports } = await scanned(
      ['minimist@1.2.0', 'lodash@4.17.4'],
      ['minimist@1.2.0', 'lodash@4.17.4'],
    )
    expect(new Set(reports).size).toBe(2)
    const { scans } = await detail(projectUuid)
    expect(scans[0]).toMatchObject({
      vulnerabilityDelta: 0,
      mitigationCount: 0,
      vulnerabilityCount: scans[1]!.vulnerabilityCount,
    })
    const metrics = await member.api.metrics.security({ query: { project: 'history' } })
    const row = metrics.projects.find(({ projectUUID }) => projectUUID === projectUuid)
    expect(row?.vulnerabilitiesIdentified).toBe(scans[0]!.vulnerabilityCount)
  })

  test('starts a new lifetime when it returns', async () => {
    const { projectUuid } = await scanned(['minimist@1.2.0'], ['minimist@1.2.8'], ['minimist@1.2.0'])
    const { scans, remediations } = await detail(projectUuid)
    expect(remediations.vulnerabilities).toHaveLength(scans[2]!.vulnerabilityCount)
    expect(scans[0]!.vulnerabilityDelta).toBe(scans[2]!.vulnerabilityCount)
  })
})

describe('GET /reports/{uuid}/full', () => {
  test('returns the newest report, and each earlier one unchanged', async () => {
    const { projectUuid, reports } = await scanned(['minimist@1.2.0'], ['lodash@4.17.4'])
    expect(await cvesOf(projectUuid, reports[0])).toContain('CVE-2020-7598')
    expect(await cvesOf(projectUuid)).not.toContain('CVE-2020-7598')
    expect(await cvesOf(projectUuid)).toContain('CVE-2019-10744')
  })

  test('names the matching rule of each advisory and the fix', async () => {
    const { projectUuid } = await scanned(['minimist@1.2.0'])
    const report = await member.api.reports.full({ params: { projectUuid } })
    const [entry] = report.security.assessments[0]!.reports
    const advice = entry!.advices.find(({ cve }) => cve === 'CVE-2020-7598')!
    expect(advice.evidence[0]).toMatch(/^ASY-2020-7598: .*1\.2\.[23]/)
    expect(advice).toMatchObject({ type: 'SECURITY', library: { name: 'minimist', language: 'nodejs' } })
    expect(advice.fixedInVersions).toEqual(advice.fixedVersions)
    expect('exclusions' in advice).toBe(false)
    expect(entry!.safeVersions.latestPatch).toMatch(/^1\.2\.\d+$/)
    expect(report.timestamp.year).toBeGreaterThan(2020)
  })

  test('returns 404 for a project without a scan', async () => {
    const { uuid } = await member.api.projects.create({ body: { url: 'https://example.org/unscanned' } })
    await expect(member.api.reports.full({ params: { projectUuid: uuid } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('POST /reports/{uuid}/full', () => {
  test('applies a new exclusion: the finding is listed, not counted, and not fixed', async () => {
    const { projectUuid } = await scanned(['minimist@1.2.0'])
    const { accountUuid } = member
    const before = await member.api.reports.full({ params: { projectUuid } })
    const body = { cve: 'CVE-2020-7598', description: 'not reachable', projectUuid }
    const exclusion = await member.api.exclusions.create({
      params: { accountUuid },
      query: { domain: 'security' },
      body,
    })
    const after = await member.api.reports.recompute({ params: { projectUuid } })
    expect(after.security.score).toBeGreaterThan(before.security.score)
    const advices = after.security.assessments[0]!.reports[0]!.advices
    const excluded = advices.find(({ cve }) => cve === 'CVE-2020-7598')
    expect(excluded?.exclusions).toEqual([
      { uuid: exclusion.id, reason: 'mitigated', description: 'not reachable' },
    ])
    const { scans, remediations } = await detail(projectUuid)
    expect([scans[0]!.vulnerabilityDelta, scans[0]!.mitigationCount]).toEqual([-1, 0])
    expect(remediations.vulnerabilities).toEqual([])
    const ended = await member.api.exclusions.remove({
      params: { accountUuid },
      query: { domain: 'security', id: exclusion.id },
    })
    expect(ended).toEqual({})
    expect((await member.api.reports.recompute({ params: { projectUuid } })).security.score).toBe(
      before.security.score,
    )
  })
})

describe('POST /reports/{uuid}/full/{reportUuid}', () => {
  test("rescans the report's branch and returns the report asked for", async () => {
    const { projectUuid, reports } = await scanned(['minimist@1.2.0'], ['minimist@1.2.6'])
    const [reportUuid] = reports
    const report = await member.api.reports.recomputeOf({ params: { projectUuid, reportUuid: reportUuid! } })
    expect(report.uuid).toBe(reportUuid)
    expect(report.project.branch).toBe('main')
    const last = await member.api.reports.recompute({ params: { projectUuid } })
    expect(last.uuid).toBe(reports[1])
  })

  test('returns 404 for a report of another project', async () => {
    const [one, another] = [await scanned(['minimist@1.2.0']), await scanned(['minimist@1.2.0'])]
    const params = { projectUuid: one.projectUuid, reportUuid: another.reports[0]! }
    await expect(member.api.reports.recomputeOf({ params })).rejects.toMatchObject({ status: 404 })
  })
})

describe('GET /reports/{uuid}/json', () => {
  test('returns the full report', async () => {
    const { projectUuid } = await scanned(['minimist@1.2.0'])
    const params = { projectUuid }
    expect(await member.api.reports.json({ params })).toEqual(await member.api.reports.full({ params }))
  })
})

describe('the tool of a report', () => {
  test.each([
    ['docker:registry.example.org/web', 'BOSSC'],
    ['https://example.org/docker:web', 'BOSS'],
  ])('%s was scanned by %s', async (url, tool) => {
    const body = { file: filePart(npmInventory(['minimist@1.2.0'])), url, branch: 'main' }
    const { uuid: projectUuid } = await member.api.uploads.intoNew({ body })
    expect((await member.api.reports.full({ params: { projectUuid } })).tool).toBe(tool)
  })
})

describe('GET /api/v3/reports', () => {
  test('pages through the same items as the other lists', async () => {
    const other = await server.newAccount()
    for (const name of ['one', 'two', 'three']) {
      const url = `https://example.org/${name}`
      const body = { file: filePart(npmInventory(['minimist@1.2.0'])), url, branch: 'main' }
      await other.api.uploads.intoNew({ body })
    }
    const first = await other.api.reports.listV3({ query: { limit: 2 } })
    const second = await other.api.reports.listV3({ query: { limit: 2, cursor: first.nextCursor! } })
    expect(second.nextCursor).toBeNull()
    expect([first.items.length, second.items.length]).toEqual([2, 1])
    expect([...first.items, ...second.items]).toEqual(await other.api.reports.listV2())
    const whole = await other.api.reports.listV3({ query: { limit: 3 } })
    expect([whole.items.length, whole.nextCursor]).toEqual([3, null])
  })

  test('rejects a cursor of another list', async () => {
    await expect(member.api.reports.listV3({ query: { cursor: 'bm90IG91cnM' } })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('GET /reports', () => {
  test('lists the last report of each project and branch in the format of existing clients', async () => {
    const other = await server.newAccount()
    const body = { file: filePart(npmInventory(['minimist@1.2.0'])), url: 'github:org/repo', branch: 'main' }
    const { project, build } = await (async () => {
      const project = await other.api.projects.create({
        body: { url: 'github:org/repo', tags: ['prod', 'web'] },
      })
      return { project, build: await other.api.uploads.intoNew({ body }) }
    })()
    for (const list of [other.api.reports.list, other.api.reports.listV2]) {
      // An empty value is no limit.
      expect(await list({ query: { sinceDaysAgo: '' } })).toHaveLength(1)
      expect(await list({ query: { sinceDaysAgo: 0 } })).toEqual([])
      const [item, ...rest] = await list({ query: { sinceDaysAgo: 1 } })
      expect(rest).toEqual([])
      expect(item).toMatchObject({
        uuid: project.uuid,
        name: 'github:org/repo',
        branch: 'main',
        tags: 'prod,web,',
      })
      expect(item).toMatchObject({ outcome: 'FAIL', status: 'FAIL', languages: ['nodejs'] })
    }
    expect(build.outcome).toBe('FAIL')
  })
})

describe('POST /reports/{uuid}/outcome', () => {
  test('declares the outcome of the newest report', async () => {
    const { projectUuid } = await scanned(['minimist@1.2.0'])
    await member.api.reports.declareOutcome({
      params: { projectUuid },
      query: { outcome: 'PASS', branch: 'main' },
    })
    expect((await member.api.reports.full({ params: { projectUuid } })).outcome).toBe('PASS')
  })
})

describe('GET /reports/{uuid}/history and /summary', () => {
  test('list reports newest first, and each branch', async () => {
    const { projectUuid, reports } = await scanned(['lodash@4.17.21'], ['lodash@4.17.4'])
    const history = await member.api.reports.history({
      params: { projectUuid },
      query: { branch: 'main', limit: 1 },
    })
    expect(history.map(({ uuid }) => uuid)).toEqual([reports[1]])
    const summary = await member.api.reports.summary({ params: { projectUuid } })
    expect(summary.branches).toMatchObject([
      { branch: 'main', scans: 2, componentCount: 1, reportUuid: reports[1] },
    ])
  })
})
