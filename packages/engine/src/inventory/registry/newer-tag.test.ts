import { expect, it } from 'vitest'
import { newerTag } from './newer-tag.ts'

it.each([
  // A newer release of the same major version.
  ['1.2', ['1.1', '1.2', '1.3', '2.0', '1.3.1', 'latest'], '1.3'],
  ['1.9', ['1.10', '1.9'], '1.10'],
  ['v1.2.3', ['v1.2.4', '1.2.9'], 'v1.2.4'],
  // As exact, and of the same variant.
  ['3.12.1-slim', ['3.12.7', '3.12.7-slim', '3.13-slim', '3.12.7-slim-bookworm'], '3.12.7-slim'],
  ['20.11.0-alpine3.19', ['20.18.1-alpine3.20', '20.18.1-alpine3.21', '20.18.1'], '20.18.1-alpine3.21'],
  ['20.11.0-bookworm', ['20.18.1-trixie', '20.11.0-bookworm'], null],
  // Release candidates are a variant of their own.
  ['1.2.0', ['1.3.0-rc1', '1.2.0'], null],
  // Dates, and versions that are months.
  ['bookworm-20240110', ['bookworm-20240211', 'trixie-20250101', 'bookworm-20231120'], 'bookworm-20240211'],
  ['bookworm-20240110-slim', ['bookworm-20240211', 'bookworm-20240211-slim'], 'bookworm-20240211-slim'],
  ['22.04', ['22.10', '24.04', '22.04'], null],
  // Without a version, no tag is newer.
  ['latest', ['1.0', '2.0'], null],
  ['bookworm', ['trixie'], null],
  ['12', ['12', '13'], null],
])('newer than %s among %j is %s', (tag, all, expected) => {
  expect(newerTag(tag, all)).toBe(expected)
})

it('is quick for hostile tags', () => {
  const hostile = ['1'.repeat(100_000), `1${'.1'.repeat(60)}`, '-'.repeat(128), `1-${'1-'.repeat(60)}`]
  for (const tag of hostile) expect(newerTag(tag, [...hostile, '1.0'])).toBeNull()
})
