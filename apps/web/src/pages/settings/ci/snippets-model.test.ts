import { expect, test } from 'vitest'
import { snippetFor, systems } from './snippets-model.ts'

const server = 'https://assay.example.org'

test.each(systems)('the job for %s sets the server, downloads the CLI and scans', (system) => {
  const { text } = snippetFor(system, server)
  expect(text).toContain(server)
  expect(text.indexOf('curl -fsSLO "$ASSAY_URL/api/v1/cli/assay.cjs"')).toBeGreaterThan(0)
  expect(text.indexOf('node assay.cjs scan')).toBeGreaterThan(text.indexOf('curl'))
  expect(text).not.toMatch(/\t| $/m)
})

test.each(['github', 'gitlab', 'bitbucket', 'azure', 'circleci'] as const)(
  'the job for %s is a YAML file of its repository',
  (system) => {
    expect(snippetFor(system, server).file).toMatch(/\.yml$/)
  },
)

test('secrets come from the CI system and are never part of the text', () => {
  expect(snippetFor('github', server).text).toContain('ASSAY_TOKEN: ${{ secrets.ASSAY_TOKEN }}')
  expect(snippetFor('jenkins', server).text).toContain("ASSAY_TOKEN = credentials('assay-token')")
  expect(snippetFor('azure', server).text).toContain('ASSAY_TOKEN: $(ASSAY_TOKEN)')
})
