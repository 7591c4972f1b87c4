type Environment = Record<string, string | undefined>

/**
 * The branch reported by the CI system; null if it reports none, such as for a tag. For a pull request, its source
 * branch, since a merge commit without a branch is checked out.
 */
export function readCiBranch(environment: Environment): string | null {
  const service = services.find(({ isHere }) => isHere(environment))
  const name = service?.branch(environment)?.replace(/^refs\/heads\//, '')
  return name && !name.startsWith('refs/') ? name : null
}

interface Service {
  /** Detected by a variable set in every build. */
  isHere: (environment: Environment) => boolean
  branch: (environment: Environment) => string | undefined
}

const services: readonly Service[] = [
  // https://docs.github.com/actions/reference/workflows-and-actions/variables
  {
    isHere: (of) => Boolean(of['GITHUB_ACTIONS']),
    branch: (of) =>
      of['GITHUB_HEAD_REF'] || (of['GITHUB_REF_TYPE'] === 'branch' ? of['GITHUB_REF_NAME'] : undefined),
  },
  // https://docs.gitlab.com/ci/variables/predefined_variables/
  {
    isHere: (of) => Boolean(of['GITLAB_CI']),
    branch: (of) => of['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME'] || of['CI_COMMIT_BRANCH'],
  },
  // https://learn.microsoft.com/azure/devops/pipelines/build/variables
  {
    isHere: (of) => Boolean(of['TF_BUILD']),
    branch: (of) => of['SYSTEM_PULLREQUEST_SOURCEBRANCH'] || of['BUILD_SOURCEBRANCH'],
  },
  // https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets/
  { isHere: (of) => Boolean(of['BITBUCKET_BUILD_NUMBER']), branch: (of) => of['BITBUCKET_BRANCH'] },
  // https://circleci.com/docs/reference/variables/
  { isHere: (of) => Boolean(of['CIRCLECI']), branch: (of) => of['CIRCLE_BRANCH'] },
  // https://www.jenkins.io/doc/book/pipeline/multibranch/ and the variables of its git plugin
  {
    isHere: (of) => Boolean(of['JENKINS_URL']),
    branch: (of) =>
      of['TAG_NAME'] ? undefined : of['CHANGE_BRANCH'] || of['BRANCH_NAME'] || localName(of['GIT_BRANCH']),
  },
]

/** Jenkins reports 'origin/main'. */
const localName = (branch: string | undefined) => branch?.replace(/^origin\//, '')
