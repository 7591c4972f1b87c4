import { describe, expect, test } from 'vitest'
import { type BotOptions, composeBotText, type ReportOfBot } from './pull-request-text.ts'

const report: ReportOfBot = {
  autofix: { changes: [{ name: 'lodash', version: '4.17.4', language: 'nodejs', upgradedTo: '4.17.21' }] },
  reports: {
    security: {
      reports: [
        {
          language: 'nodejs',
          reports: [
            {
              dependency: { name: 'lodash', version: '4.17.4' },
              advices: [
                { id: '7e57', cve: 'CVE-2019-10744', severity: 'CRITICAL' },
                { id: '7e58', cve: 'N/A', severity: 'LOW' },
              ],
              safeVersions: { latestPatch: '4.17.21', latestMinor: '4.17.21', latestMajor: '5.0.0' },
            },
          ],
        },
      ],
    },
    stability: {
      reports: [
        { language: 'nodejs', versions: [{ name: 'axios', version: '0.21.0', latestPatch: '0.21.4' }] },
      ],
    },
    licensing: {
      reports: [
        {
          language: 'nodejs',
          results: [
            { name: 'own', version: '1.0.0', warnings: ['No license'], violations: [] },
            { name: 'fine', version: '1.0.0', warnings: [], violations: [] },
          ],
        },
      ],
    },
  },
}
const none: ReportOfBot = {
  reports: { security: { reports: [] }, stability: { reports: [] }, licensing: { reports: [] } },
}
const pullRequest: BotOptions = {
  isPullRequest: true,
  hasReport: false,
  excludesIssues: true,
  excludesLicenses: true,
}
const issue: BotOptions = {
  isPullRequest: false,
  hasReport: false,
  excludesIssues: false,
  excludesLicenses: false,
}

describe('the text of a pull request', () => {
  test('names each upgrade and what it addresses', async () => {
    expect(await composeBotText(report, pullRequest)).toEqual({
      title: 'Upgrade lodash from 4.17.4 to 4.17.21',
      message: [
        '| Dependency | Language | Version | Upgraded to | Addresses |',
        '| --- | --- | --- | --- | --- |',
        '| lodash | nodejs | 4.17.4 | 4.17.21 | CVE-2019-10744 (CRITICAL), 7e58 (LOW) |',
      ].join('\n'),
    })
  })

  test('counts several upgrades in its title', async () => {
    const [change] = report.autofix!.changes
    const several = { ...report, autofix: { changes: [change!, { ...change!, name: 'axios' }] } }
    expect((await composeBotText(several, pullRequest)).title).toBe('Upgrade 2 dependencies')
  })

  test('says where the whole report is, and what is left unless excluded', async () => {
    const { message } = await composeBotText(report, {
      ...pullRequest,
      hasReport: true,
      excludesIssues: false,
    })
    expect(message).toContain('`report.pdf`')
    expect(message).toContain('### Vulnerabilities')
    expect(message).not.toContain('### Licenses')
  })

  test('is empty without upgrades', async () => {
    expect(await composeBotText({ ...report, autofix: undefined }, pullRequest)).toEqual({
      title: '',
      message: '',
    })
  })
})

describe('the text of an issue', () => {
  test('counts what is wrong, and lists it with the versions that are safe', async () => {
    const { title, message } = await composeBotText(report, issue)
    expect(title).toBe('2 vulnerabilities, 1 outdated component and 1 component with a license problem')
    expect(message.split('\n').filter((line) => /^\| (?:lodash|axios|own)/.test(line))).toEqual([
      '| lodash | nodejs | 4.17.4 | CVE-2019-10744 (CRITICAL), 7e58 (LOW) | 4.17.21, 5.0.0 |',
      '| axios | nodejs | 0.21.0 | 0.21.4 |',
      '| own | nodejs | 1.0.0 | No license |',
    ])
    expect(message).not.toContain('fine')
  })

  test.each([
    [{ excludesLicenses: true }, '2 vulnerabilities and 1 outdated component'],
    [{ excludesIssues: true }, '1 component with a license problem'],
    [{ excludesIssues: true, excludesLicenses: true }, ''],
  ])('with %j is titled %j', async (excluded, title) => {
    expect((await composeBotText(report, { ...issue, ...excluded })).title).toBe(title)
  })

  test('is empty if nothing is wrong', async () => {
    expect(await composeBotText(none, issue)).toEqual({ title: '', message: '' })
  })
})

test('names create no markup, cells, mentions or lines', async () => {
  const hostile = '@team|[x](https://evil.example)\n# own'
  const change = { name: hostile, version: hostile, language: hostile, upgradedTo: hostile }
  const { title, message } = await composeBotText({ ...none, autofix: { changes: [change] } }, pullRequest)
  expect(title).not.toMatch(/\n|@team/)
  expect(message.split('\n')).toHaveLength(3)
  expect(message).not.toMatch(/[^\\]\[x\]|@team|https:\/\//)
})

test('long lists are cut, and say so', async () => {
  const [change] = report.autofix!.changes
  const changes = Array.from({ length: 1000 }, (_, at) => ({ ...change!, name: `package-${at}` }))
  const { message } = await composeBotText({ ...none, autofix: { changes } }, pullRequest)
  expect(message).toContain('And 900 more.')
  expect(message.length).toBeLessThan(65_536)
})
