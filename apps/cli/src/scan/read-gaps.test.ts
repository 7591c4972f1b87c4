import type { Gap } from '@assay/contract/coverage.ts'
import { expect, it } from 'vitest'
import { exampleReport } from '../testing/example-report.ts'
import { addGaps } from './read-gaps.ts'
import { readServerReport } from './read-server-report.ts'

const report = readServerReport(exampleReport, {
  tool: { name: 'Assay', version: '1' },
  minimumScores: { security: 90, stability: 80, licensing: 95 },
  name: 'org/repo',
  url: '',
  reportUrl: null,
})

const gap = (more: Partial<Gap>): Gap => ({
  reason: 'version-missing',
  component: null,
  where: 'pom.xml',
  isDevelopment: false,
  message: 'It was not checked.',
  action: 'Pin it.',
  blocks: true,
  acceptanceUuid: null,
  ...more,
})

it('gaps lead to the components of the report, and reasons that are not known are left out', () => {
  const { name, version } = report.components[0]!
  const { coverage } = addGaps(report, [
    gap({ component: { ecosystem: 'npm', name, version } }),
    gap({ component: { ecosystem: null, name: 'unlisted', version: '' } }),
    gap({ reason: 'lockfile-missing' }),
    gap({ reason: 'of-tomorrow' }),
  ])
  expect(coverage?.gaps).toMatchObject([
    { reason: 'version-missing', component: 0, where: 'pom.xml', message: 'It was not checked.' },
    { component: null },
    { reason: 'lockfile-missing', component: null, action: 'Pin it.' },
  ])
  expect(coverage?.gaps).toHaveLength(3)
})
