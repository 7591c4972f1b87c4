/** Settings → Continuous integration. */
export const continuousIntegration = {
  steps: {
    system: '1. Choose your CI system',
    token: '2. Create a token',
    job: '3. Add the job',
    wait: '4. Run it',
  },
  system: 'CI system',
  systems: {
    github: 'GitHub Actions',
    gitlab: 'GitLab',
    jenkins: 'Jenkins',
    bitbucket: 'Bitbucket',
    azure: 'Azure Pipelines',
    circleci: 'CircleCI',
    shell: 'Shell',
  },
  token: {
    lead: 'It has write access, limited to your own permissions, and expires after a year.',
    create: 'Create token',
    creating: 'Creating…',
    name: (system: string) => `CI: ${system}`,
    value: 'ASSAY_TOKEN',
    once: 'Copy it now. It is shown only once.',
    kept: {
      github: 'Save it as a repository secret: Settings → Secrets and variables → Actions.',
      gitlab: 'Save it as a masked variable: Settings → CI/CD → Variables.',
      jenkins: 'Save it as a secret text with the ID “assay-token”: Manage Jenkins → Credentials.',
      bitbucket: 'Save it as a secured variable: Repository settings → Repository variables.',
      azure: 'Save it as a secret variable of the pipeline: Edit → Variables.',
      circleci: 'Save it as an environment variable: Project settings → Environment variables.',
      shell: 'Set it in the environment of the job, and keep it out of logs.',
    },
  },
  job: {
    file: (file: string) => `Add this to ${file}. The job needs Node 20 or later.`,
    anywhere: 'Run this in the checkout, with Node 20 or later.',
  },
  wait: {
    first: 'Create a token first.',
    waiting: 'Waiting for the first request with this token…',
    connected: 'Connected. Waiting for the scan…',
    scanFailed: (reason: string) => `The scan failed: ${reason}. Waiting for the next one…`,
    arrived: (project: string, branch: string) => `First scan received: ${project}, ${branch}.`,
    open: 'Open report',
    failed: 'Failed to check for the first scan.',
  },
} as const
