import { expect, test } from 'vitest'
import { githubRepository } from './github-repository.ts'

test.each([
  'https://github.com/Acme/Web.App.git',
  'git@github.com:acme/web.app',
  'github:acme/web.app?account=x',
])('%s is a GitHub repository', (url) => {
  expect(githubRepository(url)).toBe('acme/web.app')
})

test.each([
  'https://gitlab.com/acme/web',
  'https://github.com.example.org/acme/web',
  'https://github.com/acme',
  'https://github.com/acme/web/tree/main',
  'https://github.com/acme/web#services/api',
  'docker:github/web',
  '',
])('%j is not a GitHub repository', (url) => {
  expect(githubRepository(url)).toBe(null)
})
