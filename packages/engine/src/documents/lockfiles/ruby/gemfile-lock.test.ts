import { expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { gemfileLock } from './gemfile-lock.ts'

it('lists gems from registries and Git without their platforms, and omits local ones', () => {
  const result = readFixture(gemfileLock, 'Gemfile.lock')
  expect(listed(result)).toEqual([
    'rack-attack 6.0.0 runtime direct',
    'diff-lcs 1.3 runtime',
    'mini_portile2 2.4.0 runtime < nokogiri',
    'nokogiri 1.10.4 runtime direct',
    'rack 2.0.7 runtime < rack-attack',
    'rake 12.3.2 runtime direct',
  ])
  expect(issuesOf(result)).toEqual(['source-unverified Gemfile.lock:5'])
  expect(result.inventory?.components.flatMap(({ hashes = [] }) => hashes)).toHaveLength(1)
})

it('reads scopes from the Gemfile', () => {
  expect(listed(readFixture(gemfileLock, 'groups/Gemfile.lock'))).toEqual([
    'byebug 11.1.3 test direct',
    'diff-lcs 1.5.1 test < rspec',
    'pg 1.5.6 runtime direct',
    'rack 3.0.11 runtime direct < rails',
    'rails 7.1.3 runtime direct',
    'rake 13.2.1 test direct',
    'rspec 3.13.0 test direct',
    'stackprof 0.2.26 runtime direct optional',
  ])
})

it('reads gems.locked', () => {
  expect(listed(readFixture(gemfileLock, 'gems.locked'))).toEqual(['rack 2.0.7 runtime direct'])
})

it('is recognized by content', () => {
  expect(gemfileLock.matchesContent?.('GEM\n  remote: https://rubygems.org/\n')).toBe(true)
  expect(gemfileLock.matchesContent?.('GEM of a text')).toBe(false)
  expect(issuesOf(readText(gemfileLock, 'Gemfile.lock', 'hello'))).toEqual(['document-unknown Gemfile.lock'])
})

it('reports malformed entries', () => {
  const text = 'GEM\n  specs:\n    a b c d\n    rack (2.0.7)\n    nothing\n\nDEPENDENCIES\n'
  const result = readText(gemfileLock, 'Gemfile.lock', text)
  expect(issuesOf(result)).toEqual(['line-unusable Gemfile.lock:3', 'version-missing Gemfile.lock:5'])
  expect(listed(result)).toEqual(['rack 2.0.7 runtime', 'nothing runtime'])
})
