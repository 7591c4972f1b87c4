import { expect, it } from 'vitest'
import { issuesOf, listed, readFixture, readText } from '../../testing/listed.ts'
import { githubWorkflow } from './github-workflow.ts'

it('lists the actions and reusable workflows that a workflow uses', () => {
  const path = '.github/workflows/ci.yml'
  const result = readFixture(githubWorkflow, path)
  expect(listed(result)).toEqual([
    'actions/checkout v4 runtime direct',
    'actions/setup-node v4.0.2 runtime direct',
    'tj-actions/changed-files runtime direct',
    'github/codeql-action v3.24.9 runtime direct',
    'alpine 3.19 test direct',
    'example/deploy runtime direct',
    'example/workflows v1.2.3 runtime direct',
  ])
  expect(issuesOf(result)).toEqual([
    `version-missing ${path}#/jobs/test/steps/2`,
    `version-missing ${path}#/jobs/test/steps/7`,
  ])
})

it('lists the actions that a composite action uses', () => {
  const result = readFixture(githubWorkflow, 'tools/setup/action.yml')
  expect(listed(result)).toEqual(['actions/cache v3.3.2 runtime direct'])
})

const commit = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'

it.each([
  [`a/b@${commit} # v1.2.3`, 'v1.2.3'],
  [`'a/b@${commit}' # ratchet:a/b@1.2.3`, '1.2.3'],
  [`a/b@${commit} # pin@v1.2.3-beta.1`, 'v1.2.3-beta.1'],
  // It may refer to any release of the line.
  [`a/b@${commit} # v1`, ''],
  [`a/b@${commit} # since 2024`, ''],
  ['a/b/c/d@1.2', '1.2'],
  ['a/b@release/v1', ''],
  ['a/b', ''],
])('reads the version of %s as %j', (uses, version) => {
  const result = readText(githubWorkflow, 'x.yml', `jobs:\n  a:\n    steps:\n      - uses: ${uses}\n`)
  expect(result.inventory?.components).toMatchObject([{ name: 'a/b', version }])
})

it('matches YAML files in .github/workflows, and action.yml in any folder', () => {
  const claimed = (name: string, folder: string) => githubWorkflow.matchesPath(name, folder)
  expect([claimed('ci.yml', '.github/workflows'), claimed('ci.yaml', 'a/.github/workflows')]).toEqual([
    true,
    true,
  ])
  expect([claimed('action.yml', 'a'), claimed('ci.yml', 'a'), claimed('ci.yml', '')]).toEqual([
    true,
    false,
    false,
  ])
})

it('rejects other YAML and reports invalid action references', () => {
  expect(issuesOf(readText(githubWorkflow, 'x.yml', 'a: b'))).toEqual(['document-unknown x.yml'])
  const text = 'runs:\n  steps:\n    - uses: nothing\n    - uses: [a]\n    - run: x\n'
  expect(issuesOf(readText(githubWorkflow, 'x.yml', text))).toEqual(['action-invalid x.yml#/runs/steps/0'])
})
