import { expect, test } from 'vitest'
import { writeJson } from './json-report.ts'
import { exampleReport } from './testing/example.ts'

test('contains the whole report, with times in ISO 8601', () => {
  const { findings, components } = exampleReport()
  expect(JSON.parse(JSON.stringify(writeJson(exampleReport())))).toMatchObject({
    formatVersion: 1,
    at: '2026-06-02T10:40:05.000Z',
    outcome: 'FAIL',
    findings,
    components,
    advisories: {
      source: 'a folder',
      count: 2,
      newestAt: '2026-01-02T00:00:00.000Z',
      ecosystems: [{ ecosystem: 'npm', checkedAt: '2026-01-03T00:00:00.000Z', state: 'current' }],
    },
  })
  expect(components.map(({ licenseSource }) => licenseSource)).toEqual([
    'declared',
    'declared',
    null,
    'declared',
  ])
  expect(writeJson({ ...exampleReport(), advisories: null })).toMatchObject({ advisories: null })
})
