import { expect, it } from 'vitest'
import { listed, readFixture } from '../../testing/listed.ts'
import { renvLock } from './renv-lock.ts'

it('lists packages of the old and the new format, and reports those from Bioconductor', () => {
  const result = readFixture(renvLock, 'renv.lock')
  expect(listed(result)).toEqual([
    'commonmark 1.7 runtime ? < markdown',
    'markdown 1.1 runtime ? < readxl',
    'limma 3.46.0 runtime ?',
    'readxl 1.3.1 runtime ?',
  ])
  const issues = result.inventory?.issues.filter(({ where }) => where.endsWith('/limma'))
  expect(issues).toMatchObject([{ code: 'ecosystem-unsupported' }])
})
