import { expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { composerLock } from './composer-lock.ts'

it('without composer.json, lists packages that no other requires as direct', () => {
  const result = readFixture(composerLock, 'composer.lock')
  expect(listed(result)).toEqual([
    'symfony/http-foundation v4.4.6 runtime direct',
    'Swiftmailer/SwiftMailer v6.2.3 runtime direct',
    'symfony/polyfill v1.15.0 runtime ? < symfony/http-foundation',
    'shop/parts dev-master runtime direct',
    'phpunit/phpunit 8.5.3 test direct',
  ])
  expect(issuesOf(result)).toEqual(['version-unreadable composer.lock#/packages/3'])
  expect(result.inventory?.components[1]).toMatchObject({
    purl: 'pkg:composer/swiftmailer/swiftmailer@v6.2.3',
    deprecated: "The package is abandoned: use 'symfony/mailer'.",
    hashes: [{ algorithm: 'SHA-1' }],
    licenses: [{ kind: 'expression', value: 'MIT' }],
  })
  expect(result.inventory?.components[3]?.licenses).toEqual([
    { kind: 'expression', value: 'GPL-2.0-only OR MIT' },
  ])
})

it('takes direct dependencies from the composer.json next to it', () => {
  const result = readFixture(composerLock, 'beside/composer.lock')
  expect(listed(result).filter((line) => line.includes('direct'))).toEqual([
    'symfony/http-foundation v4.4.6 runtime direct',
    'symfony/polyfill v1.15.0 runtime direct < symfony/http-foundation',
    'shop/parts dev-master runtime direct',
    'phpunit/phpunit 8.5.3 test direct',
  ])
  expect(result.inventory?.root).toEqual({ name: 'example/shop', version: '1.2.0', purl: null })
})

it('is recognized by content', () => {
  expect(composerLock.recognizes?.({ packages: [], 'content-hash': 'a' })).toBe(true)
  expect(composerLock.recognizes?.({ packages: {} })).toBe(false)
  expect(composerLock.recognizes?.(null)).toBe(false)
})

it('reports malformed entries and skips them', () => {
  const text = JSON.stringify({
    'content-hash': 1,
    packages: [null, { name: 'a/b', version: 1 }],
    'packages-dev': {},
  })
  const result = readText(composerLock, 'composer.lock', text)
  expect(issuesOf(result)).toEqual([
    'name-missing composer.lock#/packages/0',
    'version-missing composer.lock#/packages/1',
    'member-invalid composer.lock#/packages-dev',
  ])
})

it('takes PHP and its extensions from the platform, even if a package provides them', () => {
  const text = JSON.stringify({
    'content-hash': 'a',
    packages: [
      { name: 'acme/app', version: '1.0.0', require: { php: '>=8', 'ext-mbstring': '*', 'lib-icu': '*' } },
      {
        name: 'acme/polyfill',
        version: '1.0.0',
        provide: { 'ext-mbstring': '*', 'lib-icu': '*', php: '8.4' },
        replace: { 'acme/old': '*' },
      },
      { name: 'acme/other', version: '1.0.0', require: { 'acme/old': '*' } },
    ],
  })
  expect(listed(readText(composerLock, 'composer.lock', text))).toEqual([
    'acme/app 1.0.0 runtime direct',
    'acme/polyfill 1.0.0 runtime ? < acme/other',
    'acme/other 1.0.0 runtime direct',
  ])
})
