import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkCases } from '../cases.ts'
import { swift } from './index.ts'

test('versions are ordered as the table says', () => {
  const text = readFileSync(new URL('versions.cases.txt', import.meta.url), 'utf8')
  expect(checkCases(swift, text)).toEqual([])
})

test('only a repository on GitHub has a page for a version', () => {
  expect(swift.webUrl('github.com/apple/swift-nio', '2.42.0')).toBe(
    'https://github.com/apple/swift-nio/releases/tag/2.42.0',
  )
  expect(swift.webUrl('gitlab.com/acme/parser', '1.0.0')).toBeNull()
  expect(swift.webUrl('github.com/apple/swift-nio', 'main')).toBeNull()
})
