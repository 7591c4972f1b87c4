/** A client of another product that installs from a registry, and how it uploads a document. */
export interface ClientProgram {
  name: string
  /** Run once in the folder of all clients. */
  install: readonly string[][]
  /** Run in a folder with a bom.json, a package-lock.json and a pom.xml. */
  run: (call: Call) => readonly string[]
}

interface Call {
  url: string
  key: string
  project: string
  version: string
  /** Of the installed clients. */
  folder: string
}

export const clients: readonly ClientProgram[] = [
  {
    name: 'dtrack-auditor',
    install: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', 'dtrack-auditor'],
    ],
    run: ({ url, key, project, version, folder }) => [
      `${folder}/venv/bin/dtrackauditor`,
      '-u',
      url,
      '-k',
      key,
      '-p',
      project,
      '-v',
      version,
      '-f',
      'bom.json',
      '-a',
      '-w',
    ],
  },
  {
    name: 'dependency-track-maven-plugin',
    install: [],
    run: ({ url, key, project, version }) => [
      'mvn',
      '--batch-mode',
      '--quiet',
      'io.github.pmckeown:dependency-track-maven-plugin:upload-bom',
      `-Ddependency-track.dependencyTrackBaseUrl=${url}`,
      `-Ddependency-track.apiKey=${key}`,
      `-Ddependency-track.projectName=${project}`,
      `-Ddependency-track.projectVersion=${version}`,
      '-Ddependency-track.bomLocation=bom.json',
    ],
  },
  {
    name: 'cdxgen',
    install: [['npm', 'install', '--silent', '--no-audit', '--no-fund', '@cyclonedx/cdxgen']],
    run: ({ url, key, project, version, folder }) => [
      `${folder}/node_modules/.bin/cdxgen`,
      '--type',
      'npm',
      '--no-recurse',
      '--server-url',
      url,
      '--api-key',
      key,
      '--project-name',
      project,
      '--project-version',
      version,
      '--output',
      'sbom.json',
    ],
  },
  {
    name: 'dd-import',
    install: [
      ['python3', '-m', 'venv', 'venv'],
      // It imports distutils, which newer Pythons have only from there.
      ['venv/bin/pip', 'install', '--quiet', 'dd-import', 'setuptools<81'],
    ],
    run: ({ url, key, project, version, folder }) => [
      'env',
      `DD_URL=${url}`,
      `DD_API_KEY=${key}`,
      'DD_PRODUCT_TYPE_NAME=Clients',
      `DD_PRODUCT_NAME=${project}`,
      `DD_ENGAGEMENT_NAME=${version}`,
      'DD_TEST_NAME=Inventory',
      'DD_TEST_TYPE_NAME=CycloneDX Scan',
      'DD_FILE_NAME=bom.json',
      `${folder}/venv/bin/dd-reimport-findings`,
    ],
  },
]
