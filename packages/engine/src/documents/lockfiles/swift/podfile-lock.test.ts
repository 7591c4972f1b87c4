import { expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { podfileLock } from './podfile-lock.ts'

it('lists subspecs as one pod, and omits local pods', () => {
  const result = readFixture(podfileLock, 'Podfile.lock')
  expect(listed(result)).toEqual([
    'AFNetworking 4.0.1 runtime direct < Tasks',
    'FBSDKCoreKit 16.3.1 runtime direct',
    'FBAEMKit 16.3.1 runtime < FBSDKCoreKit',
    'GoogleUtilities 7.13.0 runtime direct',
    'Tasks 0.2.0 runtime direct',
  ])
  expect(issuesOf(result)).toEqual(['source-unverified Podfile.lock#/PODS/7'])
})

it('reports entries without a name or version', () => {
  const result = readText(podfileLock, 'Podfile.lock', 'PODS:\n  - A\n  - [x]\n')
  expect(listed(result)).toEqual(['A runtime'])
  expect(issuesOf(result)).toEqual([
    'version-missing Podfile.lock#/PODS/0',
    'name-missing Podfile.lock#/PODS/1',
  ])
  expect(issuesOf(readText(podfileLock, 'Podfile.lock', 'a: b'))).toEqual(['document-unknown Podfile.lock'])
})
