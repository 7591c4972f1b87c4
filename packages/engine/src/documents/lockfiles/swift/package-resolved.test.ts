import { expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { packageResolved } from './package-resolved.ts'

it.each([
  ['1', ['github.com/Alamofire/Alamofire 5.4.3 runtime ?', 'github.com/example/tasks runtime ?']],
  ['2', ['github.com/apple/swift-nio 2.62.0 runtime ?']],
  [
    '3',
    [
      'mona.linkedlist 1.2.0 runtime ?',
      'github.com/apple/swift-log 1.5.3 runtime ?',
      'github.com/swiftlang/swift-syntax runtime ?',
    ],
  ],
])('lists the pins of version %s', (version, lines) => {
  const result = readFixture(packageResolved, `v${version}.resolved`)
  expect(listed(result)).toEqual(lines)
  expect(result.inventory?.formats).toEqual([`Package.resolved ${version}`])
})

it('reports pins without a version, and pins from a registry', () => {
  expect(issuesOf(readFixture(packageResolved, 'v1.resolved'))).toEqual([
    'version-missing v1.resolved#/object/pins/1',
  ])
  expect(issuesOf(readFixture(packageResolved, 'v3.resolved'))).toEqual([
    'source-unmatched v3.resolved#/pins/0',
    'version-missing v3.resolved#/pins/2',
  ])
  expect(issuesOf(readText(packageResolved, 'Package.resolved', '{"version":2}'))).toEqual([
    'document-unknown Package.resolved',
  ])
})
