import { describe, expect, test } from 'vitest'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { OriginKind } from '../inventory.ts'
import { readers } from './readers.ts'
import { readText } from './testing/listed.ts'

interface Case {
  path: string
  text: string
  /** 'name kind address' of each component that tells an origin. */
  origins: string[]
}

/** The hosts are named by the ecosystems alone. */
const hostsOf = (id: EcosystemId) => ecosystemById(id).registryHosts!
const [npmHost] = hostsOf('npm')
const [rubyHost] = hostsOf('rubygems')
const [composerHost] = hostsOf('packagist')
const [cratesHost] = hostsOf('crates.io')
const pythonHost = hostsOf('pypi')[0]
const pythonFileHost = hostsOf('pypi').find((host) => host.startsWith('files.'))

const json = (value: unknown) => JSON.stringify(value)
const lines = (...all: string[]) => `${all.join('\n')}\n`
const commit = '6f48f578d3e80fe7a85e530a5d95b9351433d135'

/** Secrets of addresses, which no origin may contain. */
const secret = 'user:s3cret@'

const npmPackages = {
  public: ['1.0.0', `https://${npmHost}/public/-/public-1.0.0.tgz`],
  private: ['1.0.0', `https://${secret}npm.example.org/private/-/private-1.0.0.tgz`],
  github: ['1.0.0', 'https://npm.pkg.github.com/download/@acme/github/1.0.0/abc'],
  repo: ['1.0.0', `git+ssh://git@github.com/acme/repo.git#${commit}`],
  archive: ['1.0.0', 'https://example.org/archive-1.0.0.tgz?token=s3cret'],
  file: ['1.0.0', 'file:vendor/file-1.0.0.tgz'],
  folder: ['1.0.0', 'file:../folder'],
  omitted: ['1.0.0', undefined],
} as const

const npmOrigins = [
  'archive file https://example.org/archive-1.0.0.tgz',
  'file file file:vendor/file-1.0.0.tgz',
  'folder folder file:../folder',
  'github private-registry https://npm.pkg.github.com',
  'private private-registry https://npm.example.org',
  `public public-registry https://${npmHost}`,
  'repo git ssh://git@github.com/acme/repo.git',
]

const pythonSources = {
  public: { registry: `https://${pythonHost}/simple` },
  private: { registry: `https://${secret}pypi.example.org/simple` },
  repo: { git: `https://github.com/acme/repo?rev=main#${commit}` },
  wheel: { url: 'https://example.org/wheel-1.0-py3-none-any.whl' },
  hosted: { url: `https://${pythonFileHost}/packages/hosted-1.0.tar.gz` },
  file: { path: 'vendor/file-1.0.tar.gz' },
}
const toml = (value: object) =>
  `{ ${Object.entries(value)
    .map(([key, each]) => `${key} = ${json(each)}`)
    .join(', ')} }`
const pythonOrigins = [
  'file file vendor/file-1.0.tar.gz',
  `hosted public-registry https://${pythonFileHost}`,
  'private private-registry https://pypi.example.org',
  `public public-registry https://${pythonHost}`,
  'repo git https://github.com/acme/repo',
  'wheel file https://example.org/wheel-1.0-py3-none-any.whl',
]

const spdxPackages = [
  ['squat', 'pkg:npm/squat@1.0.0?vcs_url=git%2Bhttps://github.com/acme/squat', 'NOASSERTION'],
  ['mirrored', 'pkg:npm/mirrored@1.0.0?repository_url=https://npm.example.org', 'NOASSERTION'],
  ['loaded', 'pkg:npm/loaded@1.0.0?download_url=https://example.org/loaded.tgz', 'NOASSERTION'],
  ['public', 'pkg:npm/public@1.0.0', `https://${npmHost}/public/-/public-1.0.0.tgz`],
  // Tools write the repository of a package here, even if it is from the registry.
  ['unknown', 'pkg:npm/unknown@1.0.0', 'git+https://github.com/acme/unknown.git'],
] as const
const sbomOrigins = [
  'loaded file https://example.org/loaded.tgz',
  'mirrored private-registry https://npm.example.org',
  `public public-registry https://${npmHost}`,
  'squat git https://github.com/acme/squat',
]

const spdxJson = json({
  spdxVersion: 'SPDX-2.3',
  packages: spdxPackages.map(([name, purl, downloadLocation]) => ({
    SPDXID: `SPDXRef-${name}`,
    name,
    versionInfo: '1.0.0',
    downloadLocation,
    externalRefs: [{ referenceType: 'purl', referenceLocator: purl }],
  })),
})

const cases: Record<string, Case | null> = {
  'cyclonedx-json': {
    path: 'bom.json',
    text: json({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: spdxPackages.map(([name, purl, url]) => ({
        type: 'library',
        name,
        version: '1.0.0',
        purl,
        externalReferences: url === 'NOASSERTION' ? [] : [{ type: 'distribution', url }],
      })),
    }),
    origins: sbomOrigins,
  },
  'cyclonedx-xml': {
    path: 'bom.xml',
    text: `<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components>${spdxPackages
      .map(
        ([name, purl, url]) =>
          `<component type="library"><name>${name}</name><version>1.0.0</version><purl>${purl}</purl>${url === 'NOASSERTION' ? '' : `<externalReferences><reference type="distribution"><url>${url}</url></reference></externalReferences>`}</component>`,
      )
      .join('')}</components></bom>`,
    origins: sbomOrigins,
  },
  'spdx-json': { path: 'a.spdx.json', text: spdxJson, origins: sbomOrigins },
  'spdx-yaml': { path: 'a.spdx.yaml', text: spdxJson, origins: sbomOrigins },
  'github-sbom': { path: 'sbom.json', text: `{"sbom":${spdxJson}}`, origins: sbomOrigins },
  attestation: {
    path: 'a.intoto.json',
    text: `{"_type":"https://in-toto.io/Statement/v1","predicate":${spdxJson}}`,
    origins: sbomOrigins,
  },
  'spdx-tag-value': {
    path: 'a.spdx',
    text: lines(
      'SPDXVersion: SPDX-2.3',
      ...spdxPackages.flatMap(([name, purl, url]) => [
        `PackageName: ${name}`,
        `SPDXID: SPDXRef-${name}`,
        'PackageVersion: 1.0.0',
        `PackageDownloadLocation: ${url}`,
        `ExternalRef: PACKAGE-MANAGER purl ${purl}`,
      ]),
    ),
    origins: sbomOrigins,
  },
  'spdx-rdf': {
    path: 'a.spdx.rdf',
    text: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://spdx.org/rdf/terms#"><SpdxDocument><specVersion>SPDX-2.3</specVersion></SpdxDocument>${spdxPackages
      .map(
        ([name, purl, url]) =>
          `<Package rdf:about="#SPDXRef-${name}"><name>${name}</name><versionInfo>1.0.0</versionInfo><downloadLocation>${url}</downloadLocation><externalRef><ExternalRef><referenceType rdf:resource="http://spdx.org/rdf/references/purl"/><referenceLocator>${purl}</referenceLocator></ExternalRef></externalRef></Package>`,
      )
      .join('')}</rdf:RDF>`,
    origins: sbomOrigins,
  },
  'spdx-3': {
    path: 'a.spdx.json',
    text: json({
      '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
      '@graph': spdxPackages.map(([name, purl, url]) => ({
        type: 'software_Package',
        spdxId: `https://example.org/${name}`,
        name,
        software_packageVersion: '1.0.0',
        software_packageUrl: purl,
        software_downloadLocation: url,
      })),
    }),
    origins: sbomOrigins,
  },
  'package-lock': {
    path: 'package-lock.json',
    text: json({
      lockfileVersion: 3,
      packages: Object.fromEntries(
        Object.entries(npmPackages).map(([name, [version, resolved]]) => [
          `node_modules/${name}`,
          { version, resolved },
        ]),
      ),
    }),
    origins: npmOrigins,
  },
  'yarn-lock': {
    path: 'yarn.lock',
    text: lines(
      '# yarn lockfile v1',
      ...Object.entries(npmPackages).flatMap(([name, [version, resolved]]) => [
        `"${name}@${resolved?.startsWith('file:') ? resolved : '^1.0.0'}":`,
        `  version "${version}"`,
        ...(resolved === undefined || resolved.startsWith('file:') ? [] : [`  resolved "${resolved}"`]),
      ]),
    ),
    origins: npmOrigins,
  },
  'pnpm-lock': {
    path: 'pnpm-lock.yaml',
    text: lines(
      "lockfileVersion: '9.0'",
      'packages:',
      '  public@1.0.0:',
      `    resolution: {integrity: sha512-AA==, tarball: https://${npmHost}/public/-/public-1.0.0.tgz}`,
      '  private@1.0.0:',
      '    resolution: {integrity: sha512-AA==, tarball: https://npm.example.org/private/-/private-1.0.0.tgz}',
      `  repo@git+ssh://git@github.com/acme/repo.git#${commit}:`,
      `    resolution: {commit: ${commit}, repo: git+ssh://git@github.com/acme/repo.git, type: git}`,
      '    version: 1.0.0',
      `  load@https://codeload.github.com/acme/load/tar.gz/${commit}:`,
      `    resolution: {tarball: https://codeload.github.com/acme/load/tar.gz/${commit}}`,
      '    version: 1.0.0',
      '  archive@https://example.org/archive-1.0.0.tgz:',
      '    resolution: {integrity: sha512-AA==, tarball: https://example.org/archive-1.0.0.tgz}',
      '    version: 1.0.0',
      '  file@file:vendor/file-1.0.0.tgz:',
      '    resolution: {integrity: sha512-AA==, tarball: file:vendor/file-1.0.0.tgz}',
      '    version: 1.0.0',
      '  folder@file:../folder:',
      '    resolution: {directory: ../folder, type: directory}',
      '  omitted@1.0.0:',
      '    resolution: {integrity: sha512-AA==}',
    ),
    origins: [
      'archive file https://example.org/archive-1.0.0.tgz',
      'file file file:vendor/file-1.0.0.tgz',
      'folder folder ../folder',
      `load git https://codeload.github.com/acme/load/tar.gz/${commit}`,
      'private private-registry https://npm.example.org',
      `public public-registry https://${npmHost}`,
      'repo git ssh://git@github.com/acme/repo.git',
    ],
  },
  'bun-lock': {
    path: 'bun.lock',
    text: json({
      lockfileVersion: 1,
      workspaces: { '': { name: 'shop' } },
      packages: {
        public: ['public@1.0.0', '', {}, 'sha512-AA=='],
        private: ['private@1.0.0', 'https://npm.example.org/private/-/private-1.0.0.tgz', {}, 'sha512-AA=='],
        repo: ['repo@github:acme/repo#6f48f57', {}, 'acme-repo-6f48f57'],
        archive: ['archive@https://example.org/archive.tgz', {}],
        file: ['file@vendor/file-1.0.0.tgz', {}],
        folder: ['folder@file:../folder', {}],
      },
    }),
    origins: [
      'archive file https://example.org/archive.tgz',
      'file file vendor/file-1.0.0.tgz',
      'folder folder file:../folder',
      'private private-registry https://npm.example.org',
      'public public-registry',
      'repo git github:acme/repo',
    ],
  },
  'uv-lock': {
    path: 'uv.lock',
    text: lines(
      'version = 1',
      'requires-python = ">=3.11"',
      ...Object.entries(pythonSources).flatMap(([name, source]) => [
        '[[package]]',
        `name = "${name}"`,
        'version = "1.0"',
        `source = ${toml(source)}`,
      ]),
    ),
    origins: pythonOrigins,
  },
  'pdm-lock': {
    path: 'pdm.lock',
    text: lines(
      '[metadata]',
      'lock_version = "4.5.0"',
      ...Object.entries(pythonSources)
        .filter(([, source]) => !('registry' in source))
        .flatMap(([name, source]) => [
          '[[package]]',
          `name = "${name}"`,
          'version = "1.0"',
          ...Object.entries(source).map(([key, value]) => `${key} = "${value}"`),
        ]),
    ),
    origins: pythonOrigins.filter((line) => !/^(?:public|private) /.test(line)),
  },
  'poetry-lock': {
    path: 'poetry.lock',
    text: lines(
      ...Object.entries({
        public: null,
        private: { type: 'legacy', url: `https://${secret}pypi.example.org/simple`, reference: 'acme' },
        repo: { type: 'git', url: 'https://github.com/acme/repo', resolved_reference: commit },
        wheel: { type: 'url', url: 'https://example.org/wheel-1.0-py3-none-any.whl' },
        file: { type: 'file', url: 'vendor/file-1.0.tar.gz' },
        folder: { type: 'directory', url: '../folder' },
      }).flatMap(([name, source]) => [
        '[[package]]',
        `name = "${name}"`,
        'version = "1.0"',
        ...(source ? [`source = ${toml(source)}`] : []),
      ]),
      '[metadata]',
      'lock-version = "2.1"',
    ),
    origins: [
      'file file vendor/file-1.0.tar.gz',
      'folder folder ../folder',
      'private private-registry https://pypi.example.org',
      'public public-registry',
      'repo git https://github.com/acme/repo',
      'wheel file https://example.org/wheel-1.0-py3-none-any.whl',
    ],
  },
  'pipfile-lock': {
    path: 'Pipfile.lock',
    text: json({
      _meta: {
        sources: [
          { name: 'pypi', url: `https://${pythonHost}/simple` },
          { name: 'acme', url: `https://${secret}pypi.example.org/simple` },
        ],
      },
      default: {
        public: { version: '==1.0', index: 'pypi' },
        private: { version: '==1.0', index: 'acme' },
        either: { version: '==1.0' },
        repo: { git: 'https://github.com/acme/repo.git', ref: commit },
        wheel: { file: 'https://example.org/wheel-1.0-py3-none-any.whl' },
        folder: { path: '../folder' },
      },
    }),
    origins: [
      'folder folder ../folder',
      'private private-registry https://pypi.example.org',
      `public public-registry https://${pythonHost}`,
      'repo git https://github.com/acme/repo.git',
      'wheel file https://example.org/wheel-1.0-py3-none-any.whl',
    ],
  },
  'pylock-toml': {
    path: 'pylock.toml',
    text: lines(
      'lock-version = "1.0"',
      ...Object.entries({
        public: `index = "https://${pythonHost}/simple"`,
        private: `index = "https://${secret}pypi.example.org/simple"`,
        downloaded: `wheels = [{ url = "https://${pythonFileHost}/packages/downloaded-1.0-py3-none-any.whl" }]`,
        repo: 'vcs = { type = "git", url = "https://github.com/acme/repo" }',
        wheel: 'archive = { url = "https://example.org/wheel-1.0-py3-none-any.whl" }',
        file: 'archive = { path = "vendor/file-1.0.tar.gz" }',
      }).flatMap(([name, member]) => ['[[packages]]', `name = "${name}"`, 'version = "1.0"', member]),
    ),
    origins: [
      `downloaded public-registry https://${pythonFileHost}`,
      ...pythonOrigins.filter((line) => !line.startsWith('hosted')),
    ],
  },
  'requirements-txt': {
    path: 'requirements.txt',
    text: lines(
      `--index-url https://${secret}pypi.example.org/simple`,
      'private==1.0',
      `repo @ git+https://${secret}github.com/acme/repo.git@${commit}`,
      `-e git+ssh://git@github.com/acme/editable.git@${commit}#egg=editable`,
      'wheel @ https://example.org/wheel-1.0-py3-none-any.whl',
      `hosted @ https://${pythonFileHost}/packages/hosted-1.0.tar.gz`,
      './vendor/file-1.0.tar.gz',
      'absolute @ file:///vendor/absolute-1.0.tar.gz',
      'folder @ file:///src/folder',
    ),
    origins: [
      'absolute file file:///vendor/absolute-1.0.tar.gz',
      'editable git ssh://git@github.com/acme/editable.git',
      'file file ./vendor/file-1.0.tar.gz',
      'folder folder file:///src/folder',
      `hosted public-registry https://${pythonFileHost}`,
      'private private-registry https://pypi.example.org',
      'repo git https://github.com/acme/repo.git',
      'wheel file https://example.org/wheel-1.0-py3-none-any.whl',
    ],
  },
  'cargo-lock': {
    path: 'Cargo.lock',
    text: lines(
      'version = 4',
      ...Object.entries({
        public: 'registry+https://github.com/rust-lang/crates.io-index',
        sparse: `sparse+https://${cratesHost}/`,
        private: `registry+https://${secret}crates.example.org/git/index`,
        repo: `git+https://github.com/acme/repo?rev=abc#${commit}`,
      }).flatMap(([name, source]) => [
        '[[package]]',
        `name = "${name}"`,
        'version = "1.0.0"',
        `source = "${source}"`,
      ]),
    ),
    origins: [
      'private private-registry https://crates.example.org',
      'public public-registry https://github.com/rust-lang/crates.io-index',
      'repo git https://github.com/acme/repo',
      `sparse public-registry https://${cratesHost}`,
    ],
  },
  'gemfile-lock': {
    path: 'Gemfile.lock',
    text: lines(
      'GIT',
      '  remote: https://github.com/acme/repo.git',
      `  revision: ${commit}`,
      '  specs:',
      '    repo (1.0)',
      '',
      'PATH',
      '  remote: engines/own',
      '  specs:',
      '    own (1.0)',
      '',
      'GEM',
      `  remote: https://${secret}gems.example.org/`,
      '  specs:',
      '    private (1.0)',
      '',
      'GEM',
      `  remote: https://${rubyHost}/`,
      '  specs:',
      '    public (1.0)',
      '',
      'GEM',
      `  remote: https://${rubyHost}/`,
      '  remote: https://gems.example.org/',
      '  specs:',
      '    either (1.0)',
    ),
    origins: [
      'private private-registry https://gems.example.org',
      `public public-registry https://${rubyHost}`,
      'repo git https://github.com/acme/repo.git',
    ],
  },
  'composer-lock': {
    path: 'composer.lock',
    text: json({
      'content-hash': 'x',
      packages: [
        {
          name: 'acme/public',
          version: '1.0.0',
          source: { type: 'git', url: 'https://github.com/acme/public.git' },
          'notification-url': `https://${composerHost}/downloads/`,
        },
        {
          name: 'acme/private',
          version: '1.0.0',
          dist: { type: 'zip', url: 'https://repo.example.org/private.zip' },
          'notification-url': 'https://repo.example.org/downloads/',
        },
        {
          name: 'acme/repo',
          version: '1.0.0',
          source: { type: 'git', url: 'https://github.com/acme/repo.git' },
          dist: { type: 'zip', url: 'https://api.github.com/repos/acme/repo/zipball/abc' },
        },
        { name: 'acme/folder', version: '1.0.0', dist: { type: 'path', url: '../folder' } },
        { name: 'acme/file', version: '1.0.0', dist: { type: 'zip', url: 'vendor/file.zip' } },
      ],
    }),
    origins: [
      'acme/file file vendor/file.zip',
      'acme/folder folder ../folder',
      'acme/private private-registry https://repo.example.org',
      `acme/public public-registry https://${composerHost}`,
      'acme/repo git https://github.com/acme/repo.git',
    ],
  },
  'pubspec-lock': {
    path: 'pubspec.lock',
    text: lines(
      'packages:',
      '  public: {source: hosted, version: "1.0.0", description: {name: public, url: "https://pub.dev"}}',
      '  private: {source: hosted, version: "1.0.0", description: {name: private, url: "https://pub.example.org"}}',
      '  repo: {source: git, version: "1.0.0", description: {url: "https://github.com/acme/repo.git"}}',
    ),
    origins: [
      'private private-registry https://pub.example.org',
      'public public-registry https://pub.dev',
      'repo git https://github.com/acme/repo.git',
    ],
  },
  'mix-lock': {
    path: 'mix.lock',
    text: lines(
      '%{',
      '  "public": {:hex, :public, "1.0.0", "aa", [:mix], [], "hexpm", "bb"},',
      '  "private": {:hex, :private, "1.0.0", "aa", [:mix], [], "acme", "bb"},',
      `  "repo": {:git, "https://github.com/acme/repo.git", "${commit}", []},`,
      '}',
    ),
    origins: [
      'private private-registry',
      'public public-registry',
      'repo git https://github.com/acme/repo.git',
    ],
  },
  'podfile-lock': {
    path: 'Podfile.lock',
    text: lines(
      'PODS:',
      '  - Public (1.0.0)',
      '  - Private (1.0.0)',
      '  - Repo (1.0.0)',
      '  - Spec (1.0.0)',
      'SPEC REPOS:',
      '  trunk: [Public]',
      '  "https://git.example.org/specs.git": [Private]',
      'EXTERNAL SOURCES:',
      '  Repo: {:git: "https://github.com/acme/repo.git"}',
      '  Spec: {:podspec: "https://example.org/spec.json"}',
    ),
    origins: [
      'Private private-registry https://git.example.org',
      'Public public-registry',
      'Repo git https://github.com/acme/repo.git',
      'Spec file https://example.org/spec.json',
    ],
  },
  'package-resolved': {
    path: 'Package.resolved',
    text: json({
      version: 2,
      pins: [
        { identity: 'acme.registered', kind: 'registry', state: { version: '1.0.0' } },
        {
          kind: 'remoteSourceControl',
          location: 'https://github.com/acme/repo',
          state: { version: '1.0.0' },
        },
      ],
    }),
    // Advisories name the other by its repository.
    origins: ['acme.registered private-registry'],
  },
  'conan-lock': {
    path: 'conan.lock',
    text: json({ version: '0.5', requires: ['zlib/1.2.11#abc%1', 'own/1.0@acme/stable#abc'] }),
    origins: ['own private-registry'],
  },
  'renv-lock': {
    path: 'renv.lock',
    text: json({
      R: { Version: '4.4.0', Repositories: [{ Name: 'acme', URL: 'https://cran.example.org' }] },
      Packages: {
        public: { Package: 'public', Version: '1.0', Source: 'Repository', Repository: 'CRAN' },
        private: { Package: 'private', Version: '1.0', Source: 'Repository', Repository: 'acme' },
        repo: {
          Package: 'repo',
          Version: '1.0',
          Source: 'GitHub',
          RemoteHost: 'api.github.com',
          RemoteUsername: 'acme',
          RemoteRepo: 'repo',
        },
        folder: { Package: 'folder', Version: '1.0', Source: 'Local', RemoteUrl: '/src/folder' },
      },
    }),
    origins: [
      'folder folder /src/folder',
      'private private-registry https://cran.example.org',
      'public public-registry',
      'repo git api.github.com/acme/repo',
    ],
  },
  'stack-lock': {
    path: 'stack.yaml.lock',
    text: lines(
      'packages:',
      '- completed: {hackage: "public-1.0@sha256:aa,5"}',
      '- completed: {git: "https://github.com/acme/repo", name: repo, version: "1.0"}',
      '- completed: {url: "https://example.org/archive.tar.gz", name: archive, version: "1.0"}',
      'snapshots: []',
    ),
    origins: [
      'archive file https://example.org/archive.tar.gz',
      'public public-registry',
      'repo git https://github.com/acme/repo',
    ],
  },
  'go-mod': {
    path: 'go.mod',
    text: lines(
      'module example.org/app',
      'go 1.22',
      'require example.org/a v1.0.0',
      'require example.org/b v1.0.0',
      'replace example.org/b => ../b',
    ),
    origins: ['example.org/b folder ../b'],
  },
  'package-json': {
    path: 'package.json',
    text: json({
      dependencies: {
        public: '^1.0.0',
        archive: 'https://example.org/archive.tgz',
        folder: 'file:../folder',
        repo: `git+https://${secret}github.com/acme/repo.git#v1`,
      },
    }),
    origins: [
      'archive file https://example.org/archive.tgz',
      'folder folder file:../folder',
      'repo git https://github.com/acme/repo.git',
    ],
  },
  'pyproject-toml': {
    path: 'pyproject.toml',
    text: lines(
      '[project]',
      `dependencies = ["repo @ git+https://${secret}github.com/acme/repo.git", "folder"]`,
      '[tool.uv.sources]',
      'folder = { path = "../folder" }',
    ),
    origins: ['folder folder ../folder', 'repo git https://github.com/acme/repo.git'],
  },
  pipfile: {
    path: 'Pipfile',
    text: lines('[packages]', 'repo = { git = "https://github.com/acme/repo.git" }', 'any = "*"'),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  'requirements-in': {
    path: 'requirements.in',
    text: lines(`repo @ git+https://${secret}github.com/acme/repo.git`, 'any'),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  'setup-cfg': {
    path: 'setup.cfg',
    text: lines(
      '[options]',
      'install_requires =',
      `  repo @ git+https://${secret}github.com/acme/repo.git`,
      '  any',
    ),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  gemfile: {
    path: 'Gemfile',
    text: lines(`gem 'repo', git: 'https://${secret}github.com/acme/repo.git'`, "gem 'own', path: '../own'"),
    origins: ['own folder ../own', 'repo git https://github.com/acme/repo.git'],
  },
  'cargo-toml': {
    path: 'Cargo.toml',
    text: lines('[dependencies]', 'repo = { git = "https://github.com/acme/repo" }', 'any = "1"'),
    origins: ['repo git https://github.com/acme/repo'],
  },
  'pubspec-yaml': {
    path: 'pubspec.yaml',
    text: lines('dependencies:', '  repo: {git: {url: "https://github.com/acme/repo.git"}}'),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  'mix-exs': {
    path: 'mix.exs',
    text: lines('[{:repo, git: "https://github.com/acme/repo.git"}, {:any, "~> 1.0"}]'),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  podfile: {
    path: 'Podfile',
    text: lines("pod 'Repo', :git => 'https://github.com/acme/repo.git'", "pod 'Any'"),
    origins: ['Repo git https://github.com/acme/repo.git'],
  },
  'paket-lock': {
    path: 'paket.lock',
    text: lines('GITHUB', '  remote: acme/repo', '    src/a.fs (abc)'),
    origins: ['acme/repo/src/a.fs git acme/repo'],
  },
  'paket-dependencies': {
    path: 'paket.dependencies',
    text: lines('nuget Any', 'github acme/repo src/a.fs'),
    origins: ['github:acme/repo git acme/repo'],
  },
  'gleam-manifest': {
    path: 'manifest.toml',
    text: lines(
      'packages = [',
      '  { name = "public", version = "1.0.0", source = "hex" },',
      '  { name = "repo", version = "1.0.0", source = "git", repo = "https://github.com/acme/repo.git" },',
      ']',
    ),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  'rebar-lock': {
    path: 'rebar.lock',
    text: lines(
      '[{<<"public">>,{pkg,<<"public">>,<<"1.0.0">>},0},',
      `{<<"repo">>,{git,"https://${secret}github.com/acme/repo.git",{ref,"abc"}},0}].`,
    ),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  'vendor-modules': {
    path: 'vendor/modules.txt',
    text: lines('# example.org/a v1.0.0', '# example.org/b v1.0.0 => ../b'),
    origins: ['example.org/b folder ../b'],
  },
  'julia-manifest': {
    path: 'Manifest.toml',
    text: lines(
      '[[deps.Repo]]',
      `repo-url = "https://${secret}github.com/acme/Repo.jl"`,
      'version = "1.0.0"',
      '[[deps.Own]]',
      'path = "../Own"',
    ),
    origins: ['Own folder ../Own', 'Repo git https://github.com/acme/Repo.jl'],
  },
  'flake-lock': {
    path: 'flake.lock',
    text: json({
      root: 'root',
      nodes: {
        repo: { locked: { type: 'github', owner: 'acme', repo: 'repo', rev: 'abc' } },
        archive: { locked: { type: 'tarball', url: `https://${secret}example.org/archive.tar.gz` } },
        own: { locked: { type: 'path', path: './own' } },
      },
    }),
    origins: [
      './own folder ./own',
      'acme/repo git acme/repo',
      'https://example.org/archive.tar.gz file https://example.org/archive.tar.gz',
    ],
  },
  'cartfile-resolved': {
    path: 'Cartfile.resolved',
    text: lines('binary "https://example.org/sdk.json" "1.0.0"'),
    origins: ['example.org/sdk.json file https://example.org/sdk.json'],
  },
  'conanfile-txt': {
    path: 'conanfile.txt',
    text: lines('[requires]', 'zlib/1.2.11', 'own/1.0@acme/stable'),
    origins: ['own private-registry'],
  },
  'conanfile-py': {
    path: 'conanfile.py',
    text: lines('requires = "zlib/1.2.11", "own/1.0@acme/stable"'),
    origins: ['own private-registry'],
  },
  'python-script': {
    path: 'job.py',
    text: lines(
      '# /// script',
      `# dependencies = ["any", "repo @ git+https://${secret}github.com/acme/repo.git"]`,
      '# ///',
    ),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  'rebar-config': {
    path: 'rebar.config',
    text: lines(
      '{deps, [{public, "1.0.0"},',
      `  {repo, {git, "https://${secret}github.com/acme/repo.git", {branch, "main"}}}]}.`,
    ),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  'gleam-toml': {
    path: 'gleam.toml',
    text: lines(
      '[dependencies]',
      'public = "1.0.0"',
      `repo = { git = "https://${secret}github.com/acme/repo.git", ref = "main" }`,
    ),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  'julia-project': {
    path: 'Project.toml',
    text: lines(
      '[deps]',
      'Public = "cd3eb016-35fb-5094-929b-558a96fad6f3"',
      'Repo = "cd3eb016-35fb-5094-929b-558a96fad6f4"',
      '[sources]',
      `Repo = { url = "https://${secret}github.com/acme/Repo.jl" }`,
    ),
    origins: ['Repo git https://github.com/acme/Repo.jl'],
  },
  'opam-locked': {
    path: 'shop.opam.locked',
    text: lines(
      'depends: ["public" {= "1.0"} "repo" {= "dev"}]',
      `pin-depends: [["repo.dev" "git+https://${secret}github.com/acme/repo.git#aa"]]`,
    ),
    origins: ['repo git https://github.com/acme/repo.git'],
  },
  opam: {
    path: 'shop.opam',
    text: lines(
      'opam-version: "2.0"',
      'depends: ["public" "repo" "archive"]',
      `pin-depends: [["repo.dev" "git+https://${secret}github.com/acme/repo.git#main"]`,
      `  ["archive.1.0" "https://${secret}example.org/archive-1.0.tbz"]]`,
    ),
    origins: [
      'archive file https://example.org/archive-1.0.tbz',
      'repo git https://github.com/acme/repo.git',
    ],
  },
  'bazel-module': {
    path: 'MODULE.bazel',
    text: lines(
      'bazel_dep(name = "public", version = "1.0")',
      'bazel_dep(name = "repo")',
      `git_override(module_name = "repo", remote = "https://${secret}github.com/acme/repo.git")`,
      'bazel_dep(name = "archive")',
      `archive_override(module_name = "archive", urls = ["https://${secret}example.org/archive.tar.gz"])`,
      'bazel_dep(name = "own")',
      'local_path_override(module_name = "own", path = "../own")',
    ),
    origins: [
      'archive file https://example.org/archive.tar.gz',
      'own folder ../own',
      'repo git https://github.com/acme/repo.git',
    ],
  },
  // Their formats do not tell it.
  rockspec: null,
  'helm-lock': null,
  'chart-yaml': null,
  dockerfile: null,
  compose: null,
  'gitlab-ci': null,
  'helm-values': null,
  kubernetes: null,
  'deno-lock': null,
  'project-assets': null,
  'conda-explicit': null,
  'conda-lock': null,
  'pixi-lock': null,
  'maven-install': null,
  'bazel-module-lock': null,
  'sbt-lock': null,
  'terraform-lock': null,
  'luarocks-lock': null,
  'environment-yml': null,
  'vcpkg-json': null,
  'vcpkg-status': null,
  'build-sbt': null,
  'build-gradle': null,
  'dotnet-project': null,
  'composer-json': null,
  // The address of a repository is the name of a package.
  'package-swift': null,
  // Binary; the addresses are those of bun.lock.
  'bun-lockb': null,
  // Binary; read as the same members of CycloneDX JSON.
  'cyclonedx-protobuf': null,
  'syft-json': null,
  'trivy-json': null,
  'grype-json': null,
  'osv-scanner-json': null,
  'snyk-json': null,
  'npm-audit-json': null,
  'pip-audit-json': null,
  'sarif-packages': null,
  'fpf-json': null,
  'gitlab-report': null,
  'gitlab-dependency-list': null,
  'dependency-check-json': null,
  'dependency-check-xml': null,
  'generic-findings-json': null,
  'github-snapshot': null,
  'github-workflow': null,
  'pom-xml': null,
  'gradle-lockfile': null,
  'gradle-verification': null,
  'go-sum': null,
  'packages-lock': null,
  'packages-config': null,
  'deps-json': null,
  'cpanfile-snapshot': null,
  'cabal-freeze': null,
  'resolved-manifest': {
    path: 'package.json.assay-resolved.json',
    text: JSON.stringify({
      assayResolution: 1,
      purlType: 'npm',
      packages: [
        { name: 'plain', version: '1.0.0' },
        { name: 'forked', version: '1.0.0', origin: { kind: 'git', address: 'https://git.example.org/a' } },
      ],
    }),
    origins: ['forked git https://git.example.org/a'],
  },
}

const inventories = readers.filter(({ id }) => id !== 'sarif')

test('the table covers every reader', () => {
  expect(Object.keys(cases).sort()).toEqual(inventories.map(({ id }) => id).sort())
})

test('the table covers every kind of origin', () => {
  const kinds = Object.values(cases).flatMap((each) => each?.origins.map((line) => line.split(' ')[1]!) ?? [])
  expect([...new Set(kinds)].sort()).toEqual([
    'file',
    'folder',
    'git',
    'private-registry',
    'public-registry',
  ] satisfies OriginKind[])
})

describe.each(inventories.flatMap((reader) => (cases[reader.id] ? [reader] : [])))('$id', (reader) => {
  const { path, text, origins } = cases[reader.id]!

  test('tells where its packages are from, without credentials', () => {
    const { inventory } = readText(reader, path, text)
    const found = (inventory?.components ?? []).flatMap(({ name, origin }) =>
      origin ? [name, origin.kind, ...(origin.address === undefined ? [] : [origin.address])].join(' ') : [],
    )
    expect(found.sort()).toEqual(origins)
    expect(JSON.stringify(inventory?.components.map(({ origin }) => origin))).not.toContain('s3cret')
  })

  test('says of each that is from a repository, folder or file that its version is not verified', () => {
    const { inventory } = readText(reader, path, text)
    const unverified = inventory?.issues.filter(({ code }) => code === 'source-unverified') ?? []
    const expected = inventory?.components.filter(
      ({ origin, version }) =>
        origin !== undefined && version !== '' && ['git', 'folder', 'file'].includes(origin.kind),
    )
    for (const { name } of expected ?? [])
      expect(unverified.some(({ message }) => message.startsWith(`'${name}'`))).toBe(true)
  })
})
