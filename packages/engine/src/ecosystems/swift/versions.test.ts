import { expect, test } from 'vitest'
import { swift } from './index.ts'

test('links to the page of a version only for repositories on GitHub', () => {
  expect(swift.webUrl('github.com/apple/swift-nio', '2.42.0')).toBe(
    'https://github.com/apple/swift-nio/releases/tag/2.42.0',
  )
  expect(swift.webUrl('gitlab.com/acme/parser', '1.0.0')).toBeNull()
  expect(swift.webUrl('github.com/apple/swift-nio', 'main')).toBeNull()
})
