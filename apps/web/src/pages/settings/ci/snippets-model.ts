/** Supported CI systems, in tab order. */
export const systems = ['github', 'gitlab', 'jenkins', 'bitbucket', 'azure', 'circleci', 'shell'] as const
export type CiSystem = (typeof systems)[number]

interface Snippet {
  /** Path of the file in the repository; null if there is no fixed path. */
  file: string | null
  text: string
}

/** Downloads the CLI from the server and scans the working copy. Requires Node.js 20 or later. */
const commands = ['curl -fsSLO "$ASSAY_URL/api/v1/cli/assay.cjs"', 'node assay.cjs scan']

const indented = (spaces: number, lines: readonly string[]) =>
  lines.map((line) => `${' '.repeat(spaces)}${line}`).join('\n')

const writers: Record<CiSystem, (server: string) => Snippet> = {
  github: (server) => ({
    file: '.github/workflows/assay.yml',
    text: `name: Assay
on:
  push:
  pull_request:
permissions:
  contents: read
jobs:
  scan:
    runs-on: ubuntu-latest
    env:
      ASSAY_URL: ${server}
      ASSAY_TOKEN: \${{ secrets.ASSAY_TOKEN }}
    steps:
      - uses: actions/checkout@v4
      - run: |
${indented(10, commands)}
`,
  }),
  gitlab: (server) => ({
    file: '.gitlab-ci.yml',
    text: `assay:
  image: node:22
  variables:
    ASSAY_URL: ${server}
  script:
${indented(
  4,
  commands.map((command) => `- ${command}`),
)}
`,
  }),
  jenkins: (server) => ({
    file: 'Jenkinsfile',
    text: `pipeline {
  agent any
  environment {
    ASSAY_URL = '${server}'
    ASSAY_TOKEN = credentials('assay-token')
  }
  stages {
    stage('Assay') {
      steps {
${indented(
  8,
  commands.map((command) => `sh '${command}'`),
)}
      }
    }
  }
}
`,
  }),
  bitbucket: (server) => ({
    file: 'bitbucket-pipelines.yml',
    text: `image: node:22
pipelines:
  default:
    - step:
        name: Assay
        script:
          - export ASSAY_URL=${server}
${indented(
  10,
  commands.map((command) => `- ${command}`),
)}
`,
  }),
  azure: (server) => ({
    file: 'azure-pipelines.yml',
    text: `steps:
  - script: |
${indented(6, commands)}
    displayName: Assay
    env:
      ASSAY_URL: ${server}
      ASSAY_TOKEN: $(ASSAY_TOKEN)
`,
  }),
  circleci: (server) => ({
    file: '.circleci/config.yml',
    text: `version: 2.1
jobs:
  assay:
    docker:
      - image: cimg/node:22.0
    environment:
      ASSAY_URL: ${server}
    steps:
      - checkout
${indented(
  6,
  commands.map((command) => `- run: ${command}`),
)}
workflows:
  assay:
    jobs:
      - assay
`,
  }),
  shell: (server) => ({
    file: null,
    text: `export ASSAY_URL=${server}
export ASSAY_TOKEN=…
${commands.join('\n')}
`,
  }),
}

/** The job definition for a server address. */
export const snippetFor = (system: CiSystem, server: string): Snippet => writers[system](server)
