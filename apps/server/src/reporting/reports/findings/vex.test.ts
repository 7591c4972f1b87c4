import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())

const url = 'https://example.org/vex'
const lodash = 'lodash@4.17.4'

/** The statement is about an alias that no index contains. */
async function scan(state?: string) {
  const analysis = { state, justification: 'code_not_reachable', detail: 'Never called.' }
  const vulnerabilities = [{ id: 'GHSA-jf85-cpcp-j695', analysis, affects: [{ ref: `pkg:npm/${lodash}` }] }]
  const file = filePart(npmInventory([lodash], state === undefined ? {} : { vulnerabilities }))
  const build = await member.api.uploads.intoNew({ body: { file, url, branch: 'main' } })
  const params = { projectUuid: build.uuid }
  const query = { reportUuid: build.reportUuid! }
  const findings = await member.api.scans.findings({ params, query })
  const report = await member.api.reports.fullOf({ params: { ...params, ...query } })
  const { advices } = report.security.assessments[0]!.reports[0]!
  const isIt = ({ cve }: { cve: string | null }) => cve === 'CVE-2019-10744'
  return { params, query, finding: findings.find(isIt)!, advice: advices.find(isIt)!, report }
}

test('a "not affected" statement suppresses the finding, which is still shown', async () => {
  const before = await scan()
  expect([before.finding.exclusion, 'vex' in before.advice]).toEqual([null, false])

  const cleared = await scan('not_affected')
  const vex = { status: 'not_affected', justification: 'code_not_reachable', detail: 'Never called.' }
  const exclusion = {
    uuid: cleared.query.reportUuid,
    reason: 'VEX: not affected',
    description: 'code not reachable: Never called.',
  }
  expect(cleared.advice).toMatchObject({ vex, exclusions: [exclusion] })
  expect(cleared.finding).toMatchObject({ exclusion, lifetime: null, versions: [{ vex }] })
  expect(cleared.report.security.score).toBeGreaterThan(before.report.security.score)

  // The existing finding ended without being fixed.
  const query = { reportUuid: before.query.reportUuid }
  const earlier = await member.api.scans.findings({ params: before.params, query })
  const ended = earlier.find(({ cve }) => cve === 'CVE-2019-10744')!.lifetime
  expect(ended).toMatchObject({ endKind: 'excluded', fixedBy: null, daysToFix: null })
})

test('an "under investigation" statement is shown but changes no numbers', async () => {
  const { finding, advice, report } = await scan('in_triage')
  const vex = { status: 'under_investigation', detail: 'Never called.' }
  expect(advice).toMatchObject({ vex })
  expect('exclusions' in advice).toBe(false)
  expect(finding).toMatchObject({ exclusion: null, versions: [{ vex }], lifetime: { endKind: null } })
  expect(report.security.score).toBe((await scan()).report.security.score)
})
