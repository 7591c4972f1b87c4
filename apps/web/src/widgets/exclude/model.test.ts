import type { Exclusion } from '@assay/contract/exclusions.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { expect, test } from 'vitest'
import { isPendingBy } from './model.ts'

const finding = {
  advisoryUuid: 'advisory',
  cve: 'CVE-2020-1',
  cves: ['CVE-2020-1'],
  package: 'lodash',
  versions: [{ version: '4.17.4' }],
} as Finding
const own = { projectUuid: 'project', scannedAt: 1000, memberUuid: 'me' }
const isPending = (more: Partial<Exclusion>) =>
  isPendingBy(
    {
      projectUuid: null,
      teamUuids: null,
      createdBy: 'other',
      createdAt: 2000,
      expiresAt: null,
      ...more,
    } as Exclusion,
    finding,
    own,
  )

const [uuid, language] = ['advisory', 'nodejs']

test.each<[string, Partial<Exclusion>, boolean]>([
  ['its advisory', { uuid }, true],
  ['its CVE', { cve: 'cve-2020-1' }, true],
  ['its package', { library: { language, name: 'lodash' } }, true],
  ['its version', { library: { language, name: 'lodash' }, version: '4.17.4' }, true],
  ['another version', { library: { language, name: 'lodash' }, version: '4.17.5' }, false],
  ['another advisory', { uuid: 'other' }, false],
  ['its project', { uuid, projectUuid: 'project' }, true],
  ['another project', { uuid, projectUuid: 'other' }, false],
  ['a time before the scan', { uuid, createdAt: 1000 }, false],
  ['a time that is over', { uuid, expiresAt: 1 }, false],
  ['other teams', { uuid, teamUuids: ['t'] }, false],
  ['own teams', { uuid, teamUuids: ['t'], createdBy: 'me' }, true],
])('an exclusion of %s', (_, exclusion, expected) => {
  expect(isPending(exclusion)).toBe(expected)
})
