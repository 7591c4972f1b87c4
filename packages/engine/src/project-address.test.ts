import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  projectIdentity,
  projectName,
  projectSpellings,
  projectWebAddress,
  repositoryAt,
  shortProjectName,
} from './project-address.ts'

interface Group {
  identity: string
  name: string
  urls: string[]
}

const groups: Group[] = readFileSync(new URL('project-address.cases.txt', import.meta.url), 'utf8')
  .split(/\n{2,}/)
  .map((paragraph) => paragraph.split('\n').filter((line) => line !== '' && !line.startsWith('# ')))
  .filter((lines) => lines.length > 0)
  .map(([identity = '', ...lines]) => ({
    identity,
    name: lines.find((line) => line.startsWith('name = '))?.slice('name = '.length) ?? identity,
    urls: lines.filter((line) => !line.startsWith('name = ')),
  }))

describe.each(groups)('$identity', ({ identity, name, urls }) => {
  test('is the identity of every spelling', () => {
    expect(Object.fromEntries([identity, ...urls].map((url) => [url, projectIdentity(url)]))).toEqual(
      Object.fromEntries([identity, ...urls].map((url) => [url, identity])),
    )
  })
  test.each(urls)('%s has the same name', (url) => {
    expect(projectName(url)).toBe(name)
    expect(projectName(projectName(url))).toBe(name)
  })
})

test('the identities of all groups are distinct', () => {
  expect(new Set(groups.map(({ identity }) => identity)).size).toBe(groups.length)
  expect(groups.length).toBeGreaterThan(20)
})

test.each([
  '',
  ' ',
  '/',
  '//',
  '?',
  '#',
  'https://',
  'https:///',
  'git@',
  ':',
  'github:',
  'https://?account=x',
])('has a stable identity without an address: %j', (url) => {
  expect(projectIdentity(projectIdentity(url))).toBe(projectIdentity(url))
  if (url.trim() !== '') expect(projectName(url)).not.toBe('')
})

test('identity and name do not contain credentials', () => {
  const url = 'https://ci:s3cr@et@git.example.com/org/repo'
  expect([projectIdentity(url), projectName(url)]).toEqual(Array(2).fill('git.example.com/org/repo'))
})

test.each([
  ['git@github.com:Org/repo.git', 'https://github.com/Org/repo'],
  ['bitbucket:org/repo', 'https://bitbucket.org/org/repo'],
  ['https://git.example.com:8443/a', 'https://git.example.com:8443/a'],
  ['docker:image', null],
  ['/srv/repo.git', null],
  ['local:x', null],
])('the web address of %s is %s', (url, address) => expect(projectWebAddress(url)).toBe(address))

test('clients of the API get short names', () => {
  expect(shortProjectName('github.com/org/repo')).toBe('github:org/repo')
  expect(shortProjectName('bitbucket.org/org/repo')).toBe('bitbucket:org/repo')
  expect(shortProjectName('git.example.com/org/repo')).toBe('git.example.com/org/repo')
})

test('spellings include every usual form of the URL', () => {
  expect(projectSpellings('git@github.com:org/repo.git')).toEqual([
    'git@github.com:org/repo.git',
    'https://github.com/org/repo',
    'github.com/org/repo',
    'github:org/repo',
  ])
  expect(projectSpellings('docker:image')).toEqual(['docker:image'])
})

test.each([
  ['https://github.com', 'https://github.com/org/app', 'org/app'],
  ['https://github.com', 'git@github.com:org/app.git', 'org/app'],
  ['https://github.com', 'https://github.com/org/app#services/api', 'org/app'],
  ['https://gitlab.example.com', 'https://gitlab.example.com/group/sub/app.git', 'group/sub/app'],
  ['https://github.com', 'https://gitlab.com/org/app', null],
  ['https://github.com', 'https://github.com/org', null],
  ['https://github.com', 'docker:nginx', null],
])('at %s, the repository of %s is %s', (site, project, repository) => {
  expect(repositoryAt(site, project)).toBe(repository)
})
