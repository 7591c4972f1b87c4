import { expect, it } from 'vitest'
import { readDependencyCsv } from './dependency-csv.ts'

const read = (text: string, language = 'python') =>
  readDependencyCsv(text, { language, path: '/?format=csv' })

it('reads one name and version per line', () => {
  const { inventory } = read(
    '\uFEFFname,version\r\nDjango,3.2.1\n"flask" , "2.0",MIT\n\nDjango,3.2.1\ndjango,3.2.1\n',
  )
  expect(inventory).toMatchObject({ formats: ['CSV'], files: ['/?format=csv'], root: null, issues: [] })
  expect(inventory?.components).toEqual([
    {
      ecosystem: 'pypi',
      name: 'Django',
      version: '3.2.1',
      purl: null,
      scope: 'runtime',
      isDirect: null,
      requiredBy: [],
      licenses: [],
      locations: ['/?format=csv'],
    },
    expect.objectContaining({ name: 'flask', version: '2.0' }),
  ])
})

it('keeps components without a version and omits those without a name', () => {
  const { inventory } = read('a\n,1.0\nb,2')
  expect(inventory?.components).toMatchObject([
    { name: 'a', version: '' },
    { name: 'b', version: '2' },
  ])
  expect(inventory?.issues).toMatchObject([
    { code: 'version-missing', where: '/?format=csv:1' },
    { code: 'line-unusable', where: '/?format=csv:2' },
  ])
})

it('reads the components of an R project', () => {
  const { inventory } = read('ggplot2,3.3.0\ndplyr,1.0.0\n', 'r')
  expect(inventory).toMatchObject({
    components: [
      { ecosystem: 'cran', name: 'ggplot2', version: '3.3.0' },
      { ecosystem: 'cran', name: 'dplyr', version: '1.0.0' },
    ],
    issues: [],
  })
})

it('reports languages without an ecosystem once', () => {
  const { inventory } = read('Chronos,3.3.0\nArgParse,1.0.0\n', 'lua')
  expect(inventory?.components).toMatchObject([
    { ecosystem: null, name: 'Chronos' },
    { ecosystem: null, name: 'ArgParse' },
  ])
  expect(inventory?.issues).toMatchObject([
    { code: 'ecosystem-unsupported', message: expect.stringContaining('2 components') },
  ])
})

it.each(['', '\n \n', 'name,version\n'])('rejects %j', (text) => {
  expect(read(text)).toMatchObject({ inventory: null, issues: [{ code: 'document-empty' }] })
})

it('rejects more than 200,000 components', () => {
  const text = Array.from({ length: 200_001 }, (_, at) => `a${at},1`).join('\n')
  expect(read(text)).toMatchObject({ inventory: null, issues: [{ code: 'components-too-many' }] })
})
