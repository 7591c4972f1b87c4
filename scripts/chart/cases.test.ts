import { readYaml } from '@assay/engine/documents/parsers/yaml-document.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chartCases } from './cases.ts'

const chart = join(import.meta.dirname, '../../deploy/helm/assay')

/** Paths of the values in it: 'web.pdb.enabled'. Lists, and objects without defaults, are values. */
function pathsOf(value: unknown, path: string): string[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || Object.keys(value).length === 0) return [path]
  return Object.entries(value).flatMap(([key, each]) => pathsOf(each, path === '' ? key : `${path}.${key}`))
}

test('every value of the chart is rendered with another one than its default', () => {
  const path = join(chart, 'values.yaml')
  const { json: defaults } = readYaml({ path, bytes: readFileSync(path) })
  const tried = new Set(chartCases.flatMap(({ values }) => pathsOf(values, '')))
  const isTried = (path: string) =>
    [...tried].some((each) => each === path || each.startsWith(`${path}.`) || path.startsWith(`${each}.`))
  const untried = pathsOf(defaults, '').filter((path) => !isTried(path))
  expect(untried).toEqual([])
})
