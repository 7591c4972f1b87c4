import { expect, test } from 'vitest'
import { badgeSnippet, imageOf } from './badges-model.ts'

const choice = { domain: 'security', style: 'flat', branch: null, format: 'markdown' } as const
const linked = {
  origin: 'https://assay.example.org',
  projectUuid: 'p1',
  reportPath: '/projects?pid=p1',
  settings: { access: 'slug', slug: 's1', github: 'acme/web' },
} as const
const visible = { ...linked, settings: { ...linked.settings, access: 'public' } } as const
const bare = { ...linked, settings: { access: 'public', slug: 's1', github: null } } as const

test('a badge with a link has its slug and links to the report', () => {
  expect(badgeSnippet(choice, linked)).toBe(
    '[![security](https://assay.example.org/api/v2/badges/p1/security?slug=s1)](https://assay.example.org/projects?pid=p1)',
  )
})

test('a public badge is named by its repository, if any', () => {
  const image = { ...choice, format: 'image' } as const
  expect(badgeSnippet(image, visible)).toBe('https://assay.example.org/badge/gh/acme/web/security')
  expect(badgeSnippet(image, bare)).toBe('https://assay.example.org/api/v2/badges/p1/security')
  expect(badgeSnippet({ ...image, branch: 'a/b', style: 'flat-square' }, visible)).toBe(
    'https://assay.example.org/badge/gh/acme/web/security?branch=a%2Fb&style=flat-square',
  )
})

test('HTML is escaped', () => {
  expect(badgeSnippet({ ...choice, branch: 'x', format: 'html' }, linked)).toBe(
    '<a href="https://assay.example.org/projects?pid=p1"><img src="https://assay.example.org/api/v2/badges/p1/security?branch=x&amp;slug=s1" alt="security" height="20"></a>',
  )
})

test('shields.io gets the URL of the JSON and its own style', () => {
  const address = badgeSnippet({ ...choice, format: 'shields', style: 'flat-square' }, linked)
  expect(new URL(address).origin).toBe('https://img.shields.io')
  expect(new URL(address).searchParams.get('url')).toBe(
    'https://assay.example.org/api/v2/badges/p1/security/shields.json?slug=s1',
  )
})

test('an embedded image keeps its colors', () => {
  expect(decodeURIComponent(imageOf('<svg fill="#555"/>'))).toBe('data:image/svg+xml,<svg fill="#555"/>')
})
