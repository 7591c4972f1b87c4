import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..')
/** Generic families, and those that come with an operating system. */
const ofSystems = ['ui-sans-serif', 'system-ui', 'sans-serif', 'ui-monospace', 'monospace', 'inherit']
const installed = ['Segoe UI', 'Liberation Sans', 'SFMono-Regular', 'Menlo', 'Consolas', 'Liberation Mono']

test('every typeface in a style sheet is a system font or bundled', () => {
  const sheets = globSync('**/*.css', { cwd: sources }).map((name) =>
    readFileSync(join(sources, name), 'utf8'),
  )
  const shipped = sheets.flatMap((text) =>
    [...text.matchAll(/@font-face\s*\{[^}]*font-family:\s*['"]?([^'";]+)/g)].map(([, name]) => name!),
  )
  const named = sheets.flatMap((text) =>
    [...text.matchAll(/(?:--font-[\w-]+|font-family):([^;}]+)/g)].flatMap(([, families]) =>
      families!.split(',').map((each) => each.trim().replaceAll(/['"]/g, '')),
    ),
  )
  expect(named).toContain('sans-serif')
  const known = [...ofSystems, ...installed, ...shipped]
  expect(named.filter((name) => !known.includes(name) && !name.startsWith('var('))).toEqual([])
})
