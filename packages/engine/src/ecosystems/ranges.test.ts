import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from './ecosystem.ts'

const cases: [EcosystemId, string, string, boolean | null][] = [
  ['npm', '^1.2.0', '1.9.0', true],
  ['npm', '^0.3.1', '0.4.0', false],
  ['npm', '~1.2', '1.3.0', false],
  ['npm', '1.x || >=3', '3.1.0', true],
  ['npm', 'npm:victim@^1.0.0', '1.2.0', true],
  ['npm', 'npm:@scope/victim@^1.0.0', '2.0.0', false],
  ['npm', '', '2.0.0', true],
  ['npm', 'latest', '2.0.0', null],
  ['npm', 'github:a/b', '2.0.0', null],
  ['npm', 'workspace:*', '2.0.0', null],
  ['npm', '1'.repeat(400), '2.0.0', null],
  ['crates.io', '0.8', '0.8.6', true],
  ['crates.io', '0.8', '0.9.0', false],
  ['crates.io', '>=0.2, <0.4', '0.3.9', true],
  ['crates.io', '=1.2.3', '1.2.4', false],
  ['crates.io', '1.*', '1.9.0', true],
  ['crates.io', '*', '9.0.0', true],
  ['pypi', '>=1.2,<2', '1.26.19', true],
  ['pypi', '^0.3.1', '0.4.0', false],
  ['pypi', '~1.2.3', '1.2.9', true],
  ['pypi', '~=1.4', '1.9', true],
  ['pypi', '1.2.3', '1.2.4', false],
  ['pypi', '*', '9', true],
  ['pypi', '>=1,<2 || >=3', '3.1', true],
  ['pypi', '(>=1.0)', '1.1', true],
  ['pypi', 'git+https://example.org/a', '1.1', null],
  ['packagist', '^7.2 || ^8.0', '8.1.0', true],
  ['packagist', '~1.2.3', '1.3.0', false],
  ['rubygems', '>= 1.2, < 3', '2.9', true],
  ['rubygems', '~> 1.4.5', '1.5.0', false],
]

test.each(cases)('%s: %s and %s', (...[id, range, version, expected]) => {
  expect(ecosystemById(id).isInRange?.(range, version)).toBe(expected)
})
