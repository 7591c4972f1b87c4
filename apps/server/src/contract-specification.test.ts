import { contract } from '@assay/contract/contract.ts'
import type { Endpoint } from '@assay/contract/endpoint.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// docs/specification.md lists the code and the test for each sentence of the specification; these tests verify the list.

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Row {
  section: string
  /** The sentence, the call, or the item with its value. */
  cells: string[]
  sources: string[]
  tests: string[]
}

const pathsOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)

function rowsOf(document: string): Row[] {
  let section = ''
  return document.split('\n').flatMap((line) => {
    section = /^## (.+)$/.exec(line)?.[1] ?? section
    const cells = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : []
    if (cells.length < 3 || /^(?:sentence|call|item)$/.test(cells[0]!)) return []
    return [
      {
        section,
        cells: cells.slice(0, -2),
        sources: pathsOf(cells.at(-2)!),
        tests: pathsOf(cells.at(-1)!),
      },
    ]
  })
}

const rows = rowsOf(read('docs/specification.md'))
const inSection = (number: number) => rows.filter(({ section }) => section.startsWith(`${number}. `))
const isCall = ({ cells }: Row) => /^(?:GET|POST|PUT|PATCH|DELETE) \//.test(cells[0]!)
const calls = rows.filter(isCall)
const texts = (paths: readonly string[]) => paths.map(read).join('\n')
/** Incorrect rows, by their text. */
const wrong = (from: readonly Row[], holds: (row: Row) => boolean) =>
  from.filter((row) => !holds(row)).map(({ cells }) => cells.join(' | '))

test('each sentence names code and a test, and both exist', () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) expect(inSection(number).length).toBeGreaterThan(6)
  const isThere = (path: string) => existsSync(join(root, path))
  const isTest = (path: string) => /\.test\.ts$|^e2e\/clients\/[\w-]+\.ts$/.test(path) && isThere(path)
  expect(wrong(rows, ({ sources }) => sources.length > 0 && sources.every(isThere))).toEqual([])
  expect(wrong(rows, ({ tests }) => tests.length > 0 && tests.every(isTest))).toEqual([])
})

describe('calls', () => {
  const operation = ({ cells: [, id] }: Row) => {
    const [group, name] = id!.split('.') as [keyof typeof contract, string]
    return { group, name, endpoint: (contract[group] as Record<string, Endpoint> | undefined)?.[name] }
  }
  /** Parameter names may differ, or be replaced by a value. */
  const shapeOf = ({ method, path }: Endpoint) =>
    new RegExp(`^${method} ${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`)

  test('are operations of the contract, under their method and path', () => {
    expect(calls.length).toBeGreaterThan(190)
    const isOperation = (row: Row) => {
      const { endpoint } = operation(row)
      return endpoint !== undefined && shapeOf(endpoint).test(row.cells[0]!.split('?', 1)[0]!)
    }
    expect(wrong(calls, isOperation)).toEqual([])
  })

  test('are implemented where the table says', () => {
    const isImplemented = (row: Row) => {
      const { group, name } = operation(row)
      const text = texts(row.sources)
      return text.includes(`contract.${group}`) && new RegExp(String.raw`\b${name}\b`).test(text)
    }
    expect(wrong(calls, isImplemented)).toEqual([])
  })

  test('are made by each of their tests, by name or by path', () => {
    const isMade = (row: Row) => {
      const { name, endpoint } = operation(row)
      const last = endpoint!.path
        .split('/')
        .findLast((part) => !part.startsWith('{'))!
        .split('{', 1)[0]!
      const called = new RegExp(String.raw`\.${name}\b|\b${name}\(|/${last.replaceAll('.', String.raw`\.`)}`)
      return row.tests.every((path) => called.test(read(path)))
    }
    expect(wrong(calls, isMade)).toEqual([])
  })
})

test('texts in quotes are in the named code and in one of the tests, word for word', () => {
  const quoted = rows
    .filter((row) => !isCall(row))
    .flatMap((row) =>
      [...row.cells.join(' ').matchAll(/'([^']+)'/g)].map((match) => ({ ...row, cells: [match[1]!] })),
    )
  expect(quoted.length).toBeGreaterThan(40)
  expect(wrong(quoted, ({ cells, sources }) => texts(sources).includes(cells[0]!))).toEqual([])
  expect(wrong(quoted, ({ cells, tests }) => texts(tests).includes(cells[0]!))).toEqual([])
})

test('numbers of constants are in one of their tests', () => {
  /** '10_000' and '10,000' are 10000. */
  const numbersIn = (text: string) =>
    new Set(text.replaceAll(/(?<=\d)[_,](?=\d{3})/g, '').match(/\d+(?:\.\d+)?/g))
  const hasNumbers = ({ cells, tests }: Row) => {
    const shown = numbersIn(texts(tests))
    return [...numbersIn(cells.at(-1)!)].every((number) => shown.has(number))
  }
  expect(wrong(inSection(9), hasNumbers)).toEqual([])
})
