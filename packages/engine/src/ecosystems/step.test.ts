import { describe, expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from './ecosystem.ts'

/** Ecosystems whose usual range is a caret: https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html */
const caret: EcosystemId[] = ['npm', 'crates.io', 'pub', 'packagist', 'julia']
const positional: EcosystemId[] = ['pypi', 'maven', 'go', 'rubygems', 'nuget', 'swift']

describe('below 1.0, a caret range ends at the first number other than 0', () => {
  test.each(caret)('%s', (id) => {
    const { stepBetween } = ecosystemById(id)
    const stepOf = (a: string, b: string) => `${a} ${b} ${stepBetween(a, b)}`
    expect([
      stepOf('0.3.1', '0.3.2'),
      stepOf('0.3.1', '0.4.0'),
      stepOf('0.0.3', '0.0.4'),
      stepOf('0.0.3', '0.1.0'),
      stepOf('0.9.0', '1.0.0'),
      stepOf('1.3.0', '1.4.0'),
      stepOf('1.3.0', '1.3.1'),
    ]).toEqual([
      '0.3.1 0.3.2 patch',
      '0.3.1 0.4.0 major',
      '0.0.3 0.0.4 major',
      '0.0.3 0.1.0 major',
      '0.9.0 1.0.0 major',
      '1.3.0 1.4.0 minor',
      '1.3.0 1.3.1 patch',
    ])
  })

  test.each(positional)('elsewhere by position: %s', (id) => {
    expect(ecosystemById(id).stepBetween('0.3.1', '0.4.0')).toBe('minor')
  })
})
