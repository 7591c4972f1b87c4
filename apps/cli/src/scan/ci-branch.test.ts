import { describe, expect, it } from 'vitest'
import { readCiBranch } from './ci-branch.ts'

const github = { GITHUB_ACTIONS: 'true' }
const gitlab = { GITLAB_CI: 'true' }
const azure = { TF_BUILD: 'True' }
const bitbucket = { BITBUCKET_BUILD_NUMBER: '7' }
const circle = { CIRCLECI: 'true' }
const jenkins = { JENKINS_URL: 'https://ci.example.org/' }

describe('readCiBranch', () => {
  it.each([
    ['GitHub, push', { ...github, GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'feature/x' }],
    [
      'GitHub, pull request',
      { ...github, GITHUB_HEAD_REF: 'feature/x', GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: '7/merge' },
    ],
    ['GitLab, push', { ...gitlab, CI_COMMIT_BRANCH: 'feature/x', CI_COMMIT_REF_NAME: 'feature/x' }],
    ['GitLab, merge request', { ...gitlab, CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature/x' }],
    ['Azure, push', { ...azure, BUILD_SOURCEBRANCH: 'refs/heads/feature/x' }],
    [
      'Azure, pull request',
      {
        ...azure,
        BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
        SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/feature/x',
      },
    ],
    ['Bitbucket', { ...bitbucket, BITBUCKET_BRANCH: 'feature/x' }],
    ['CircleCI', { ...circle, CIRCLE_BRANCH: 'feature/x' }],
    ['Jenkins, branch', { ...jenkins, BRANCH_NAME: 'feature/x' }],
    ['Jenkins, change', { ...jenkins, CHANGE_BRANCH: 'feature/x', BRANCH_NAME: 'PR-7' }],
    ['Jenkins, git alone', { ...jenkins, GIT_BRANCH: 'origin/feature/x' }],
  ])('%s', (_title, environment) => {
    expect(readCiBranch(environment)).toBe('feature/x')
  })

  it.each([
    ['no build service', { GITHUB_REF_NAME: 'x', CI_COMMIT_BRANCH: 'x', BRANCH_NAME: 'x' }],
    ['a tag at GitHub', { ...github, GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1' }],
    ['a tag at GitLab', { ...gitlab, CI_COMMIT_TAG: 'v1', CI_COMMIT_REF_NAME: 'v1' }],
    ['a tag at Azure', { ...azure, BUILD_SOURCEBRANCH: 'refs/tags/v1' }],
    ['a tag at Bitbucket', { ...bitbucket, BITBUCKET_TAG: 'v1' }],
    ['a tag at CircleCI', { ...circle, CIRCLE_TAG: 'v1', CIRCLE_BRANCH: '' }],
    ['a tag at Jenkins', { ...jenkins, TAG_NAME: 'v1', BRANCH_NAME: 'v1' }],
  ])('%s reports no branch', (_title, environment) => {
    expect(readCiBranch(environment)).toBeNull()
  })
})
