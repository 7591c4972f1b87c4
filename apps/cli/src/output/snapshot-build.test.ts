import { expect, it } from 'vitest'
import { CommandError } from '../exit-codes.ts'
import { readSnapshotBuild } from './snapshot-build.ts'

const commit = { GITHUB_SHA: 'a'.repeat(40), GITHUB_REF: 'refs/heads/main' }

it('a run of GitHub Actions is named with its page, and its workflow and job', () => {
  const environment = {
    ...commit,
    GITHUB_RUN_ID: '42',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_JOB: 'scan',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'example/app',
  }
  expect(readSnapshotBuild(environment)).toEqual({
    sha: commit.GITHUB_SHA,
    ref: 'refs/heads/main',
    id: '42',
    correlator: 'CI_scan',
    url: 'https://github.com/example/app/actions/runs/42',
  })
})

it('elsewhere, the commit is enough, and required', () => {
  expect(readSnapshotBuild(commit)).toMatchObject({ id: commit.GITHUB_SHA, correlator: 'assay' })
  expect(() => readSnapshotBuild({ ...commit, GITHUB_REF: '' })).toThrow(CommandError)
})
