import { describe, expect, test } from 'vitest'
import { hasCredentials, textWithoutCredentials, withoutCredentials } from './url-credentials.ts'

describe('removes user name and password from', () => {
  test.each([
    ['https://user:token@host.example/org/repo', 'https://host.example/org/repo'],
    ['https://token@host.example/org/repo', 'https://host.example/org/repo'],
    ['https://:token@host.example/', 'https://host.example/'],
    ['HTTPS://user:token@host.example', 'HTTPS://host.example'],
    ['https://user:p@ss@host.example/@scope/x', 'https://host.example/@scope/x'],
    ['https://user:p%40ss@host.example:8443/x?y#z', 'https://host.example:8443/x?y#z'],
    ['  https://user:token@host.example/', '  https://host.example/'],
    ['https:\\\\user:token@host.example/', 'https:\\\\host.example/'],
    ['https:///user:token@host.example/', 'https:///host.example/'],
    ['https:user:token@host.example/', 'https:host.example/'],
    ['https:/user:token@host.example/', 'https:/host.example/'],
    ['ht\ttps://user:to\nken@host.example/', 'https://host.example/'],
    ['//user:token@host.example/x', '//host.example/x'],
    ['user:token@host.example/x', 'host.example/x'],
    ['token@host.example/org/repo', 'host.example/org/repo'],
    ['token@host.example/org:repo', 'host.example/org:repo'],
    ['token@host.example:8443/org/repo', 'host.example:8443/org/repo'],
    ['git+https://user:token@host.example/x.git', 'git+https://host.example/x.git'],
    ['ssh://git:secret@host.example/x', 'ssh://host.example/x'],
    ['ftp://user@host.example/x', 'ftp://host.example/x'],
  ])('%j', (address, clean) => {
    expect(withoutCredentials(address)).toBe(clean)
    expect(hasCredentials(address)).toBe(true)
    expect(hasCredentials(clean)).toBe(false)
  })
})

test.each([
  'https://host.example/org/repo',
  'https://host.example/@scope/package',
  'https://host.example/x?mail=a@b.example',
  'https://host.example/x#a@b',
  'git@github.com:org/repo.git',
  'ssh://git@github.com/org/repo',
  'git+ssh://git@github.com/org/repo',
  'local:folder',
  'pkg:npm/%40scope/name@1.0.0',
  'file:///home/someone',
  '',
])('changes nothing in %j', (address) => {
  expect(withoutCredentials(address)).toBe(address)
})

test('removes them from every URL in a text, and keeps the rest', () => {
  const text = 'GET https://a:b@one.example/x failed, then "ssh://c:d@two.example"; mail me@example.org'
  expect(textWithoutCredentials(text)).toBe(
    'GET https://one.example/x failed, then "ssh://two.example"; mail me@example.org',
  )
})

test('takes linear time', () => {
  const long = `https://${'a:'.repeat(500_000)}`
  expect(withoutCredentials(long)).toBe(long)
  expect(textWithoutCredentials(long)).toBe(long)
})
