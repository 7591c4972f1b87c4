import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCases, readCases } from './cases.ts'
import { ecosystems } from '../ecosystems.ts'

test('reads one case per line, and counts comments and blank lines in line numbers', () => {
  expect(readCases('# numbers\n\n1.0-alpha < 1.0 # a comment\r\n  2 = 2.0\n3#x > 3')).toEqual([
    { a: '1.0-alpha', relation: '<', b: '1.0', line: 3 },
    { a: '2', relation: '=', b: '2.0', line: 4 },
    { a: '3#x', relation: '>', b: '3', line: 5 },
  ])
})

test.each(['1.0', '1.0 < ', '1 <= 2', '1 < 2 < 3'])('rejects the line %s', (line) => {
  expect(() => readCases(`1 < 2\n${line}`)).toThrow('Line 2 is not a version case')
})

test('reports failed cases in either direction', () => {
  const byLength = { compareVersions: (a: string, b: string) => a.length - b.length }
  expect(checkCases(byLength, '1 < 22\n22 > 1\n1 = 2')).toEqual([])
  expect(checkCases(byLength, '1 < 22\n11 < 9')).toEqual(['line 2: 11 < 9, but got >, reversed >'])
  expect(checkCases({ compareVersions: () => null }, '1 < 2')).toHaveLength(1)
  expect(checkCases({ compareVersions: () => -1 }, '1 < 2')).toHaveLength(1)
})

const tables = globSync('**/*.cases.txt', { cwd: import.meta.dirname })

const textOf = (table: string) => readFileSync(join(import.meta.dirname, table), 'utf8')

test.each(tables)('%s has at least 100 distinct comparisons', (table) => {
  const texts = readCases(textOf(table)).map(({ a, relation, b }) => `${a} ${relation} ${b}`)
  expect(texts.length).toBeGreaterThanOrEqual(100)
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test.each(ecosystems)('$id passes the cases of its own table or of its package format', (ecosystem) => {
  const own = [`${ecosystem.id.split('.')[0]}/versions`, ecosystem.versionOrder.toLowerCase()]
  const [table = 'none', ...more] = tables.filter((path) => own.includes(path.replace('.cases.txt', '')))
  expect(more).toEqual([])
  expect(checkCases(ecosystem, textOf(table))).toEqual([])
})
