import { expect, test } from 'vitest'
import { distinct, matching, offered, type PaletteItem, type Searched } from './palette-model.ts'

const item = (group: PaletteItem['group'], label: string): PaletteItem => ({
  key: label,
  group,
  label,
  run: () => undefined,
})
const actions = [item('actions', 'Status'), item('actions', 'Use dark theme')]
const projects = [3, 11].map((n) => item('projects', `github.com/org/repo-${n}`))
const openVulnerability = (id: string) => item('vulnerabilities', id)
const findComponents = (text: string) => item('components', `Where is ${text} used?`)
const none: Searched = {
  isPending: false,
  projects: [],
  components: [],
  vulnerabilities: [],
  members: [],
  teams: [],
  views: [],
  settings: [item('settings', 'License policies')],
}
const labels = (text: string, find: typeof findComponents | null = null, searched: Partial<Searched> = {}) =>
  offered({
    text,
    actions,
    searched: { ...none, ...searched },
    openVulnerability,
    findComponents: find,
  }).map(({ label }) => label)

test.each([
  ['org repo-3', ['github.com/org/repo-3']],
  ['REPO-11', ['github.com/org/repo-11']],
  ['theme dark', []],
])('%o matches the projects %o', (text, found) =>
  expect(matching(projects, text).map(({ label }) => label)).toEqual(found),
)

test('without a query, only actions are offered', () =>
  expect(labels('  ')).toEqual(['Status', 'Use dark theme']))
test('actions match by words', () => expect(labels('dark theme')).toEqual(['Use dark theme']))
test.each([
  ['cve-2021-44228', ['CVE-2021-44228']],
  ['ghsa-jf85-cpcp-j695', ['GHSA-JF85-CPCP-J695']],
  ['CVE-2021', []],
  ['CVE-2021-44228x', []],
])('%o offers the vulnerabilities %o', (text, ids) => expect(labels(text)).toEqual(ids))
test('component usage is offered after the projects, and not for vulnerabilities', () => {
  expect(labels('repo', findComponents, { projects })).toEqual([
    'github.com/org/repo-3',
    'github.com/org/repo-11',
    'Where is repo used?',
  ])
  expect(labels('repo', findComponents, { projects: null })).toEqual([])
  expect(labels('CVE-2021-44228', findComponents)).toEqual(['CVE-2021-44228'])
  expect(labels('', findComponents)).toEqual(['Status', 'Use dark theme'])
})

test('packages, vulnerabilities, teams and members follow local results, so that nothing moves', () => {
  const searched = {
    components: [item('components', 'log4j-core (maven)')],
    vulnerabilities: [item('vulnerabilities', 'CVE-2021-44228 · Log4Shell')],
    teams: [item('teams', 'Log team'), item('teams', 'Shop')],
    members: [item('members', 'Logan'), item('members', 'Ann')],
  }
  expect(labels('log', findComponents, searched)).toEqual([
    'Where is log used?',
    'log4j-core (maven)',
    'CVE-2021-44228 · Log4Shell',
    'Log team',
    'Logan',
  ])
})

test('a partial ID is not a component, and a complete one is offered once', () => {
  const searched = { vulnerabilities: [item('vulnerabilities', 'CVE-2021-44228 · Log4Shell')] }
  expect(labels('2021-442', findComponents, searched)).toEqual(['CVE-2021-44228 · Log4Shell'])
  expect(labels('cve-2021-44228', findComponents, searched)).toEqual(['CVE-2021-44228 · Log4Shell'])
})

test('settings match by title', () => expect(labels('license pol')).toEqual(['License policies']))

test('entries are found by other words for them, after those with the words in their name', () => {
  const items = [
    { label: 'Profile', words: 'token API key' },
    { label: 'API tokens', words: 'token' },
    { label: 'Members', words: 'user' },
  ]
  expect(matching(items, 'token').map(({ label }) => label)).toEqual(['API tokens', 'Profile'])
})

test('of several versions of a package, only the first is shown', () => {
  const versions = ['a 1', 'b 1', 'a 2']
  expect(distinct(versions, (version) => version[0]!)).toEqual(['a 1', 'b 1'])
})
