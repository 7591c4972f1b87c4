import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'

const server = testServer({ withWorker: false })

// As bots send it: JSON without a login.
const ask = async (path: string, body: unknown) => {
  const response = await fetch(`${server.url}/api/v1/gitbot/results/parse${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { title: string; message: string } }
}
const lodash = { name: 'lodash', version: '4.17.4' }
const report = {
  url: 'https://example.org/app',
  scores: { security: '50', stability: '100', licensing: '100' },
  reports: {
    security: {
      score: 50,
      reports: [
        {
          language: 'nodejs',
          reports: [
            {
              dependency: { ...lodash, dependencies: [], locations: ['package.json'] },
              advices: [{ id: '7e57', cve: 'CVE-2019-10744', severity: 'CRITICAL', cvss: 9.1 }],
              safeVersions: { latestPatch: '4.17.21' },
            },
          ],
        },
      ],
    },
  },
  autofix: {
    applied: true,
    changes: [{ ...lodash, language: 'nodejs', upgradedTo: '4.17.21', upgradedAs: 'patch', versions: {} }],
  },
}

describe('POST /api/v1/gitbot/results/parse', () => {
  test.each(['', '/', '/?exclude=issues,licenses', '?exclude=licenses'])(
    'with the path %j returns the text of a pull request',
    async (path) => {
      const options = { autofix: true, report: false, issue: false }
      const { status, body } = await ask(path, { report, options })
      expect([status, body.title]).toEqual([200, 'Upgrade lodash from 4.17.4 to 4.17.21'])
      expect(body.message).toContain('| lodash | nodejs | 4.17.4 | 4.17.21 | CVE-2019-10744 (CRITICAL) |')
      expect(body.message.includes('### Vulnerabilities')).toBe(!path.includes('issues'))
    },
  )

  test('returns the text of an issue, and an empty title if there is nothing to report', async () => {
    const options = { autofix: false, report: false, issue: true }
    expect((await ask('/', { report, options })).body.title).toBe('1 vulnerability')
    expect(await ask('/', { report: { reports: {} }, options })).toEqual({
      status: 200,
      body: { title: '', message: '' },
    })
  })

  test('rejects what is no report, unknown sections and too large bodies', async () => {
    for (const [path, body] of [
      ['/', {}],
      ['/', { report: 'x' }],
      ['/', { report: { reports: { security: { reports: 'x' } } } }],
      ['/?exclude=everything', { report }],
    ] as const)
      expect((await ask(path, body)).status).toBe(400)
    expect((await ask('/', { report, padding: 'x'.repeat(5 * 1024 * 1024) })).status).toBe(413)
  })
})
