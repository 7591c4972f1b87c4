import { expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { pubspecLock } from './pubspec-lock.ts'

it('lists packages, except path dependencies and packages of the SDK', () => {
  const result = readFixture(pubspecLock, 'pubspec.lock')
  expect(listed(result)).toEqual([
    'args 2.4.2 runtime',
    'http 1.1.0 runtime direct',
    'lints 3.0.0 test direct',
    'meta 1.11.0 runtime direct',
    'tasks 0.2.0 runtime direct',
  ])
  expect(issuesOf(result)).toEqual(['source-unverified pubspec.lock#/packages/tasks'])
  expect(result.inventory?.components[0]).toMatchObject({
    purl: 'pkg:pub/args@2.4.2',
    hashes: [{ algorithm: 'SHA-256' }],
  })
})

it('reads unquoted versions as text, not as numbers', () => {
  const text = 'packages:\n  a:\n    dependency: transitive\n    version: 1.10\n'
  expect(listed(readText(pubspecLock, 'pubspec.lock', text))).toEqual(['a 1.10 runtime'])
})
