import { expect, test } from 'vitest'
import { ecosystemById, ecosystems } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { PackageReleases } from './release.ts'
import { supportedReleases, supportsRuntime } from './supported-releases.ts'

/** The range of the release, that of the project, and whether the release can be used. */
test.for<[EcosystemId, release: string, project: string, expected: boolean]>([
  ['pypi', '>=3.8', '>=3.9', true],
  ['pypi', '>=3.9', '>=3.9', true],
  ['pypi', '>=3.10', '>=3.9', false],
  ['pypi', '>=3.10', '>=3.9,<3.13', false],
  ['pypi', '>=3.9.2', '>=3.9', false],
  ['pypi', '>=2.7, !=3.0.*, !=3.1.*', '>=3.6', true],
  ['pypi', '>=3.6.*', '>=3.7', true],
  ['pypi', '>=3.10', '==3.9.*', false],
  ['pypi', '>=3.9', '==3.9.*', true],
  ['pypi', '>=3.10', '==3.11.4', true],
  ['pypi', '>=3.10', '>3.9', false],
  // Only what is below is checked, unless the whole range is.
  ['pypi', '>=3.8,<3.13', '>=3.9', true],
  ['pypi', 'CPython', '>=3.9', true],
  ['pypi', '>=3.10', 'any', true],
  ['crates.io', '>=1.75', '>=1.70', false],
  ['crates.io', '>=1.56.1', '>=1.70', true],
  ['packagist', '^8.1', '7.4.33', false],
  ['packagist', '^7.2 || ^8.0', '7.4.33', true],
  ['npm', '>=18', '>=16', false],
  ['npm', '>=18', '^18.12 || >=20', true],
  ['npm', '^14.17.0 || >=16', '>=14', false],
  ['npm', '>= 4.2.x', '>=18', true],
  ['npm', 'node', '>=18', true],
  ['rubygems', '>= 3.2', '3.1.2', false],
  ['rubygems', '>= 2.7', '3.1.2', true],
])('%s: a release for %s in a project for %s: %s', ([id, release, project, expected]) => {
  expect(supportsRuntime(ecosystemById(id), release, { range: project })).toBe(expected)
})

test.for<[release: string, project: string, expected: boolean]>([
  ['>=3.8,<3.13', '>=3.9', false],
  ['>=3.8,<4', '>=3.9', false],
  ['>=3.8,<4.0', '^3.9', true],
  ['>=3.8,<3.13', '>=3.9,<3.12', true],
])('a release for %s where all of %s has to be supported: %s', ([release, project, expected]) => {
  const runtime = { range: project, isWhole: true } as const
  expect(supportsRuntime(ecosystemById('pypi'), release, runtime)).toBe(expected)
})

test('releases are marked for the files that list the package, and for all files otherwise', () => {
  const known: PackageReleases = {
    ecosystem: 'pypi',
    name: 'a',
    source: '',
    checkedAt: 0,
    releases: [
      { version: '1.0', publishedAt: null },
      { version: '2.0', publishedAt: null, runtime: '>=3.10' },
    ],
  }
  const runtimes = [
    { ecosystem: 'pypi', file: 'old/uv.lock', range: '>=3.9' },
    { ecosystem: 'pypi', file: 'new/uv.lock', range: '>=3.12' },
  ] as const
  const supported = supportedReleases(runtimes, () => known)
  const marks = (files?: string[]) =>
    supported.of('pypi', 'a', files)?.releases.map(({ isUnsupported }) => isUnsupported ?? false)
  expect(marks(['new/uv.lock'])).toEqual([false, false])
  expect(marks(['old/uv.lock'])).toEqual([false, true])
  expect(marks(['requirements.txt'])).toEqual([false, false])
  expect(marks()).toEqual([false, true])
  expect(supported.describe('pypi', ['old/uv.lock'])).toBe('Python >=3.9')
  expect(supported.describe('pypi', ['requirements.txt'])).toBeNull()
})

test('an ecosystem with a runtime can read its ranges', () => {
  const all = ecosystems.filter(({ runtime }) => runtime !== undefined)
  expect(all.map(({ isInRange }) => isInRange)).not.toContain(undefined)
  expect(all.length).toBeGreaterThan(3)
})
