import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Environment } from './config.ts'

const root = join(import.meta.dirname, '../../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const schemas = new Map(Object.entries(Environment.shape))

/** The rows of the README's table of settings: a row may list several variables of the same default. */
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
  test('lists every variable that the server reads, once, and no other', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...schemas.keys()].toSorted())
  })

  test.each(rows)('gives the default of $name', ({ name, defaultCell }) => {
    const schema = schemas.get(name)!
    // What is not a literal is not the schema's: 'made and printed once'.
    const literal = /^ `([^`]+)`/.exec(defaultCell)?.[1]
    expect(schema.parse(undefined)).toEqual(literal === undefined ? undefined : schema.parse(literal))
  })
})

test('documents name no other variable', () => {
  const documents = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !/node_modules|^data\b/.test(path),
  )
  // apps/cli/src/settings.ts reads these.
  const ofCommandLine = ['ASSAY_URL', 'ASSAY_TOKEN', 'ASSAY_HOME']
  const unknown = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bASSAY_[A-Z0-9_]+/g)]
      .map(([name]) => name)
      .filter((name) => !schemas.has(name) && !ofCommandLine.includes(name))
      .map((name) => `${path} names ${name}`),
  )
  expect(unknown).toEqual([])
})
