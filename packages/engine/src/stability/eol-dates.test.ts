import { expect, test } from 'vitest'
import { shippedEolDates } from './shipped-eol-dates.ts'
import { cycleOf, readEolDates } from './eol-dates.ts'

const django = {
  product: 'django',
  title: 'Django',
  identifiers: [
    { repology: 'python:django' },
    { purl: 'pkg:github/django/django' },
    { purl: 'pkg:pypi/Django' },
  ],
  releases: [
    { releaseCycle: '5.2', eol: '2028-04-30' },
    { releaseCycle: '4.2', eol: true },
    { releaseCycle: '4.1', eol: false },
  ],
}

test('reads a product with its packages and release cycles', () => {
  expect(readEolDates(JSON.stringify(django))).toEqual([
    {
      title: 'Django',
      packages: [{ ecosystem: 'pypi', name: 'django' }],
      cycles: [
        { cycle: '5.2', endsAt: Date.UTC(2028, 3, 30) },
        { cycle: '4.2', endsAt: 'ended' },
        { cycle: '4.1', endsAt: null },
      ],
    },
  ])
})

test('recognizes a distribution by its CPE', () => {
  const identifiers = [{ cpe: 'cpe:/o:debian:debian_linux' }, { cpe: 'cpe:2.3:o:debian:debian_linux' }]
  const debian = { title: 'Debian', identifiers, releases: [{ releaseCycle: '12', eol: '2026-07-11' }] }
  const packages = [{ ecosystem: 'debian', name: '' }]
  expect(readEolDates(JSON.stringify(debian))).toMatchObject([{ title: 'Debian', packages }])
  const other = { ...debian, identifiers: [{ cpe: 'cpe:/a:debian:debian_linux' }, { cpe: 'cpe:/o:x:y' }] }
  expect(readEolDates(JSON.stringify(other))).toEqual([])
})

test('reads the response of the API', () => {
  const api = {
    result: [
      {
        label: 'Vue',
        identifiers: [{ type: 'purl', id: 'pkg:npm/vue' }],
        releases: [
          { name: '3.5', isEol: false, eolFrom: null },
          { name: '2.7', isEol: true, eolFrom: '2023-12-31' },
          { name: '2.6', isEol: true },
        ],
      },
    ],
  }
  expect(readEolDates(JSON.stringify(api))).toEqual([
    {
      title: 'Vue',
      packages: [{ ecosystem: 'npm', name: 'vue' }],
      cycles: [
        { cycle: '3.5', endsAt: null },
        { cycle: '2.7', endsAt: Date.UTC(2023, 11, 31) },
        { cycle: '2.6', endsAt: 'ended' },
      ],
    },
  ])
})

test('omits products without packages, and packages supported by a distribution', () => {
  const identifiers = [
    { purl: 'pkg:deb/debian/python3.11' },
    { purl: 'pkg:docker/library/node' },
    { cpe: 'x' },
  ]
  expect(readEolDates(JSON.stringify({ product: 'a', identifiers, releases: [] }))).toEqual([])
})

test.each([
  '',
  '{"id":"GHSA-1","affected":[]}',
  '{"releases":',
  '{"releases":7}',
  '[{"releases":[]},7]',
  'null',
])('rejects %s', (text) => {
  expect(readEolDates(text)).toBeNull()
})

test.each([
  ['2.12.1', '2.12'],
  ['2.12', '2.12'],
  ['2.1.0', '2'],
  ['v2.3.0', '2.3'],
  ['2.3-beta9', '2.3'],
  ['20.1', null],
  ['2a', null],
  ['', null],
])('%s belongs to the cycle %s', (version, expected) => {
  const cycles = ['2', '2.12', '2.3', ''].map((cycle) => ({ cycle, endsAt: null }))
  expect(cycleOf(cycles, version)?.cycle ?? null).toBe(expected)
})

test('every shipped product has packages and end-of-life dates', () => {
  expect(shippedEolDates.length).toBeGreaterThan(10)
  for (const { title, packages, cycles } of shippedEolDates) {
    expect(packages, title).not.toEqual([])
    expect(
      cycles.filter(({ cycle, endsAt }) => cycle === '' || endsAt === null),
      title,
    ).toEqual([])
  }
})
