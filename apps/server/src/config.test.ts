import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Environment } from './config.ts'

const root = join(import.meta.dirname, '../../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const schemas = new Map(Object.entries(Environment.shape))

/** The rows of the README's settings table; a row may list several variables with the same default. */
const rows = readme
  .split('\n## Settings\n')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [, names = '', defaultCell = ''] = line.split('|')
    return [...names.matchAll(/`([^`]+)`/g)].map((match) => ({ name: match[1]!, defaultCell }))
  })

describe("the README's table of settings", () => {
  test('lists every variable of the server exactly once', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...schemas.keys()].toSorted())
  })

  test.each(rows)('has the default of $name', ({ name, defaultCell }) => {
    const schema = schemas.get(name)!
    // Defaults in words, such as 'generated and printed once', are not in the schema.
    const literal = /^ `([^`]+)`/.exec(defaultCell)?.[1]
    expect(schema.parse(undefined)).toEqual(literal === undefined ? undefined : schema.parse(literal))
  })
})

test('documents mention no other variable', () => {
  const documents = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !/node_modules|^data\b/.test(path),
  )
  // Read by apps/cli/src/settings.ts.
  const ofCommandLine = ['ASSAY_URL', 'ASSAY_TOKEN', 'ASSAY_HOME']
  const unknown = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bASSAY_[A-Z0-9_]+/g)]
      .map(([name]) => name)
      .filter((name) => !schemas.has(name) && !ofCommandLine.includes(name))
      .map((name) => `${path} names ${name}`),
  )
  expect(unknown).toEqual([])
})
