import { expect, test } from 'vitest'
import { githubActions } from './index.ts'

test.each([
  '8f4b7f84864484a7bf31766abe9204da3cbe65b3',
  '1234567890123456789012345678901234567890',
  'main',
  'releases/v1',
  '',
])('does not order the ref %j', (ref) => {
  expect(githubActions.compareVersions(ref, ref)).toBeNull()
  expect(githubActions.isStable(ref)).toBe(false)
})

test('links to the repository at the ref', () => {
  expect(githubActions.webUrl('github/codeql-action/init', 'v3')).toBe(
    'https://github.com/github/codeql-action/tree/v3',
  )
  expect(githubActions.webUrl('codeql-action', 'v3')).toBeNull()
})
