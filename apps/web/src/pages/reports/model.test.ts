import type { Era } from '@assay/contract/eras.ts'
import { expect, test } from 'vitest'
import { becameReady, contentsOf, fileNameOf, missingOf, type ReportRequest, windowOf } from './model.ts'

const request: ReportRequest = {
  when: 'now',
  kind: 'account',
  chosen: '',
  purpose: 'period',
  sections: ['fixes'],
  formats: ['pdf'],
}

test('a scope requires a subject, and a report at least one file', () => {
  expect(missingOf(request)).toBeNull()
  expect(missingOf({ ...request, kind: 'team' })).toBe('chosen')
  expect(missingOf({ ...request, kind: 'team', chosen: 'x' })).toBeNull()
  expect(missingOf({ ...request, formats: [] })).toBe('formats')
})

test('values chosen for another scope are not sent', () => {
  const rest = { purpose: 'period', sections: ['fixes'], formats: ['pdf'] }
  expect(contentsOf({ ...request, chosen: 'x' }, ' ')).toEqual(rest)
  expect(contentsOf({ ...request, kind: 'tag', chosen: 'web' }, ' Q3 ')).toEqual({
    name: 'Q3',
    tag: 'web',
    ...rest,
  })
  expect(contentsOf({ ...request, kind: 'project', chosen: 'p' }, '')).toEqual({ projectUuid: 'p', ...rest })
})

test('empty dates are omitted', () => {
  expect(windowOf('', '2026-11-01')).toEqual({ endDate: '2026-11-01' })
})

test('only reports that were being generated are announced as ready', () => {
  const era = (uuid: string, state: Era['state']) => ({ uuid, state, name: uuid }) as Era
  const before = [era('a', 'running'), era('b', 'ready'), era('c', 'waiting')]
  expect(
    becameReady(before, [era('a', 'ready'), era('b', 'ready'), era('c', 'failed'), era('d', 'ready')]),
  ).toEqual(['a'])
})

test('a file is named after its report', () => {
  expect(fileNameOf({ name: 'Report of a/b: ü?', endDate: '2026-11-01' }, 'cdx.json')).toBe(
    'Report-of-a-b-ü-2026-11-01.cdx.json',
  )
})
