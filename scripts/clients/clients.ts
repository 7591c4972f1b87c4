/** A client of another product that installs from a registry, and how it uploads a document. */
export interface ClientProgram {
  name: string
  /** Run once in the folder of all clients. */
  install: readonly string[][]
  /** Run in a folder with a bom.json, a package-lock.json and a pom.xml. */
  run: (call: Call) => readonly string[]
  /** What it reads once the document was scanned, and a part of what it prints then. */
  reads?: (call: Call) => readonly { command: readonly string[]; prints: string }[]
}

const python = (...packages: string[]) => [
  ['python3', '-m', 'venv', 'venv'],
  ['venv/bin/pip', 'install', '--quiet', ...packages],
]

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
    install: python('dtrack-auditor'),
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
    // It imports distutils, which newer Pythons have only from there.
    install: python('dd-import', 'setuptools<81'),
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
  {
    name: 'dd-cli',
    install: python('dd-cli'),
    run: (call) => [
      ...ddCli(call),
      'import',
      'findings',
      '--yes',
      '--traditional',
      '--product-type',
      'Clients',
      '--scanner',
      'CycloneDX Scan',
      '--product',
      call.project,
      '--engagement',
      call.version,
      '--test-name',
      'Inventory',
      '--file',
      'bom.json',
    ],
    reads: (call) => [
      { command: [...ddCli(call), 'ping', '-o', 'json'], prints: '"ok": true' },
      {
        command: [...ddCli(call), 'findings', 'list', '--severity', 'Critical', '-o', 'json'],
        prints: 'CVE-2019-10744 in lodash',
      },
      { command: [...ddCli(call), 'products', 'list', '-o', 'json'], prints: call.project },
      { command: [...ddCli(call), 'engagements', 'list', '-o', 'json'], prints: call.version },
    ],
  },
  {
    name: 'defectdojo-cli',
    install: python('defectdojo-cli'),
    run: (call) => [
      ...dojo(call),
      'api',
      'reimport-scan',
      '--file',
      'bom.json',
      '--scan-type',
      'CycloneDX Scan',
      '--product-type-name',
      'Clients',
      '--product-name',
      call.project,
      '--engagement-name',
      call.version,
      '--auto-create-context',
    ],
    reads: (call) => [
      { command: [...dojo(call), 'status'], prints: 'Confirmed connection' },
      { command: [...dojo(call), 'api', 'products', 'list', '--json'], prints: call.project },
      { command: [...dojo(call), 'api', 'engagements', 'list', '--json'], prints: call.version },
      { command: [...dojo(call), 'api', 'tests', 'list', '--json'], prints: '"scan_type": "CycloneDX Scan"' },
      { command: [...dojo(call), 'api', 'test-types', 'list', '--json'], prints: '"Snyk Scan"' },
      {
        command: [
          ...dojo(call),
          'api',
          'findings',
          'list',
          '--active',
          '--component-name',
          'lodash',
          '--json',
        ],
        prints: '"title": "CVE-2021-23337 in lodash"',
      },
    ],
  },
  {
    name: 'defectdojo-importer',
    install: python('defectdojo-importer'),
    run: ({ url, key, project, version, folder }) => [
      `${folder}/venv/bin/defectdojo-importer`,
      '--file',
      'bom.json',
      '--api-url',
      url,
      '--api-key',
      key,
      '--product-name',
      project,
      '--product-type-name',
      'Clients',
      '--engagement-name',
      version,
      '--test-name',
      'Inventory',
      '--test-type-name',
      'CycloneDX Scan',
      '--reimport',
    ],
  },
  {
    name: 'defectdojo-cli2',
    install: python('defectdojo-cli2'),
    // It uploads to an engagement that exists.
    run: ({ url, key, project, version, folder }) => [
      'sh',
      '-ec',
      createsFirst,
      `${folder}/venv`,
      url,
      key,
      project,
      version,
    ],
    reads: ({ url, key, folder }) => {
      const client = [`${folder}/venv/bin/defectdojo`]
      const login = ['--url', url, '--api_key', key]
      return [
        { command: [...client, 'findings', 'list', ...login, '--active'], prints: 'lodash v4.17.4' },
        { command: [...client, 'tests', 'list', ...login], prints: 'CycloneDX Scan' },
      ]
    },
  },
]

const ddCli = ({ url, key, folder }: Call) => [
  'env',
  `HOME=${folder}`,
  `DD_CLI_URL=${url}`,
  `DD_CLI_API_KEY=${key}`,
  `${folder}/venv/bin/dd`,
]

const dojo = ({ url, key, folder }: Call) => [
  'env',
  `HOME=${folder}`,
  `${folder}/venv/bin/dojo`,
  '--host',
  url,
  '--token',
  key,
]

/** Its product by a call of the API, since it has no command for that, then all else by the client. */
const createsFirst = `
client="$0/bin/defectdojo"
idOf() { "$0/bin/python" -c 'import json, sys; print(json.load(sys.stdin)["id"])'; }
product=$(curl -sf -H "Authorization: Token $2" -F "name=$3" -F "description=$3" -F prod_type=1 "$1/api/v2/products/" | idOf)
engagement=$("$client" engagements create --url "$1" --api_key "$2" --name "$4" --desc "$4" \
  --product_id "$product" --lead_id 1 | idOf)
"$client" findings import bom.json --url "$1" --api_key "$2" --scanner 'CycloneDX Scan' \
  --engagement_id "$engagement" --lead_id 1`
