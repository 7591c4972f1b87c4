import { ecosystemById } from '@assay/engine/ecosystems.ts'

/** A small project with vulnerable dependencies, and what its plan has to reach. */
export interface Project {
  name: string
  /** The program that has to be installed, and how its version is asked for. */
  program: readonly [string, ...string[]]
  files: Readonly<Record<string, string>>
  /** Shell commands that lock the versions meant here. They fail where the registry cannot be reached. */
  prepare: readonly string[]
  /** Findings that the commands leave, since a file has to be edited by hand or no release fixes them. */
  leaves: number
}

const pythonIndex = `https://${ecosystemById('pypi').registryHosts![0]}/simple`

const json = (value: unknown) => JSON.stringify(value, null, 2)

const npmFiles = {
  'package.json': json({
    name: 'root',
    version: '1.0.0',
    private: true,
    workspaces: ['packages/*'],
    dependencies: { optimist: '0.6.1', mkdirp: '0.5.1', express: '4.16.0' },
    devDependencies: { al: 'npm:lodash@4.17.4' },
  }),
  'packages/p/package.json': json({
    name: 'p',
    version: '1.0.0',
    devDependencies: { lodash: '4.17.4' },
    optionalDependencies: { ms: '0.7.0' },
  }),
}

/** Without files to download: https://getcomposer.org/doc/05-repositories.md#package-2 */
const composerPackages = [
  ['acme/victim', '1.0.0'],
  ['acme/victim', '1.1.0'],
  ['acme/parent', '1.0.0', { 'acme/victim': '^1.0' }],
  ['acme/pinned', '1.0.0'],
  ['acme/pinned', '1.0.1'],
  ['acme/other', '1.0.0'],
  ['acme/other', '2.0.0'],
].map(([name, version, require = {}]) => ({ name, version, type: 'metapackage', require }))

const gemfile = (gems: string) => `source 'file://FOLDER/repository'\n${gems}`

/** Builds the gems of a repository in a folder. */
const gemScript = `require 'rubygems/package'
require 'fileutils'
FileUtils.mkdir_p 'repository/gems'
{ 'victim' => %w[1.0.0 1.1.0], 'parent' => %w[1.0.0], 'near' => %w[1.0.0 1.0.1], 'far' => %w[1.0.0 2.0.0] }.each do |name, all|
  all.each do |version|
    gem = Gem::Specification.new do |s|
      s.name, s.version, s.summary, s.authors, s.files = name, version, name, ['a'], []
      s.add_dependency 'victim', '~> 1.0' if name == 'parent'
    end
    Dir.chdir('repository/gems') { Gem::Package.build gem, true }
  end
end
`

export const projects: readonly Project[] = [
  {
    name: 'npm: an alias, a member, groups, and dependents that do not allow the fix',
    program: ['npm', '--version'],
    files: npmFiles,
    prepare: ['npm install --package-lock-only'],
    leaves: 0,
  },
  {
    name: 'pnpm',
    program: ['pnpm', '--version'],
    files: { ...npmFiles, 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' },
    prepare: ['pnpm install --lockfile-only'],
    leaves: 3,
  },
  {
    name: 'Yarn',
    program: ['yarn', '--version'],
    files: { ...npmFiles, '.yarnrc.yml': 'nodeLinker: node-modules\nenableScripts: false\n' },
    prepare: ['yarn install --mode=update-lockfile'],
    leaves: 0,
  },
  {
    name: 'Bun',
    program: ['bun', '--version'],
    files: npmFiles,
    prepare: ['bun install --lockfile-only'],
    leaves: 0,
  },
  {
    name: 'Go',
    program: ['go', 'version'],
    files: {
      'go.mod': 'module example.org/a\n\ngo 1.21\n\nrequire golang.org/x/text v0.3.5\n',
      'main.go':
        'package main\n\nimport "golang.org/x/text/language"\n\nfunc main() { println(language.English.String()) }\n',
    },
    prepare: ['go mod tidy'],
    leaves: 0,
  },
  {
    name: 'Cargo: in range, out of range, renamed, for the build and for a target',
    program: ['cargo', '--version'],
    files: {
      'Cargo.toml': `[package]
name = "app"
version = "0.1.0"
edition = "2021"

[dependencies]
smallvec = "1"

[target.'cfg(unix)'.build-dependencies]
clock = { package = "time", version = "=0.1.43" }
`,
      'src/lib.rs': '',
    },
    prepare: ['cargo generate-lockfile', 'cargo update -p smallvec --precise 1.6.0'],
    leaves: 0,
  },
  {
    name: 'uv: a group, and a transitive dependency in range',
    program: ['uv', '--version'],
    files: {
      'pyproject.toml': `[project]
name = "app"
version = "0.1.0"
requires-python = ">=3.9"
dependencies = ["requests==2.25.0"]

[dependency-groups]
docs = ["jinja2==2.11.2"]
`,
    },
    prepare: ['uv lock', 'uv lock --upgrade-package urllib3==1.26.4'],
    leaves: 0,
  },
  {
    name: 'Poetry: a group, and a transitive dependency in range',
    program: ['poetry', '--version'],
    files: {
      'pyproject.toml': `[project]
name = "app"
version = "0.1.0"
requires-python = ">=3.9,<4"
dependencies = ["requests==2.25.0", "urllib3==1.26.4"]

[[tool.poetry.source]]
name = "simple"
url = "${pythonIndex}/"
priority = "primary"

[tool.poetry]
package-mode = false

[tool.poetry.group.docs.dependencies]
jinja2 = "2.11.2"
`,
    },
    prepare: ['poetry lock', `sed -i 's/, "urllib3==1.26.4"//' pyproject.toml`, 'poetry lock'],
    leaves: 0,
  },
  {
    name: 'PDM: a group, and a transitive dependency in range',
    program: ['pdm', '--version'],
    files: {
      'pyproject.toml': `[project]
name = "app"
version = "0.1.0"
requires-python = ">=3.9"
dependencies = ["requests==2.25.0", "urllib3==1.26.4"]

[dependency-groups]
docs = ["jinja2==2.11.2"]
`,
    },
    prepare: [
      'pdm lock -G:all',
      `sed -i 's/, "urllib3==1.26.4"//' pyproject.toml`,
      'pdm lock -G:all --update-reuse',
    ],
    leaves: 0,
  },
  {
    name: 'Pipenv: a development dependency, and a transitive one in range',
    program: ['pipenv', '--version'],
    files: {
      Pipfile: `[[source]]
url = "${pythonIndex}"
verify_ssl = true
name = "pypi"

[packages]
requests = "==2.25.0"
urllib3 = "==1.26.4"

[dev-packages]
jinja2 = "==2.11.2"
`,
    },
    prepare: ['pipenv lock'],
    leaves: 0,
  },
  {
    name: 'Maven: a version in the file and one in a property',
    program: ['mvn', '--version'],
    files: {
      'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>app</artifactId>
  <version>1</version>
  <properties><text.version>1.9</text.version></properties>
  <dependencies>
    <dependency><groupId>commons-io</groupId><artifactId>commons-io</artifactId><version>2.6</version></dependency>
    <dependency>
      <groupId>org.apache.commons</groupId><artifactId>commons-text</artifactId><version>\${text.version}</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
`,
    },
    prepare: [],
    leaves: 0,
  },
  {
    name: 'Composer: in range, pinned, and a development dependency out of range',
    program: ['composer', '--version'],
    files: {
      'composer.json': json({
        name: 'acme/app',
        repositories: [
          { type: 'package', package: composerPackages },
          { [ecosystemById('packagist').registryHosts![0]!]: false },
        ],
        require: { 'acme/parent': '1.0.*', 'acme/pinned': '1.0.0' },
        'require-dev': { 'acme/other': '^1.0' },
      }),
    },
    prepare: ['composer update --no-install --no-plugins --with acme/victim:1.0.0 --with acme/other:1.0.0'],
    leaves: 0,
  },
  {
    name: 'Bundler: in range, transitive, and out of range',
    program: ['bundle', '--version'],
    files: {
      'gems.rb.txt': gemScript,
      'old.txt': gemfile(
        "gem 'parent', '1.0.0'\ngem 'victim', '1.0.0'\ngem 'near', '1.0.0'\ngem 'far', '1.0.0'\n",
      ),
      'new.txt': gemfile("gem 'parent'\ngem 'near', '~> 1.0', group: :test\ngem 'far', '~> 1.0'\n"),
    },
    prepare: [
      'ruby gems.rb.txt && gem generate_index -q -d repository',
      'bundle config set --local path vendor',
      'for file in old new; do sed "s#FOLDER#$PWD#" $file.txt > Gemfile; bundle lock; done',
    ],
    leaves: 1,
  },
]

/** OSV ecosystem, package, and the ranges in which it is vulnerable. */
export const advisories: readonly [
  ecosystem: string,
  name: string,
  ...ranges: [from: string, fixed: string][],
][] = [
  ['npm', 'lodash', ['0', '4.17.21']],
  ['npm', 'minimist', ['0', '0.2.4'], ['1.0.0', '1.2.6']],
  ['npm', 'qs', ['6.5.0', '6.5.3']],
  ['npm', 'express', ['0', '4.19.2']],
  ['npm', 'ms', ['0', '2.0.0']],
  ['Go', 'golang.org/x/text', ['0', '0.3.8']],
  ['crates.io', 'smallvec', ['0.6.3', '0.6.14'], ['1.0.0', '1.6.1']],
  ['crates.io', 'time', ['0.1.0', '0.2.23']],
  ['PyPI', 'urllib3', ['0', '1.26.5']],
  ['PyPI', 'jinja2', ['0', '2.11.3']],
  ['Maven', 'commons-io:commons-io', ['0', '2.7']],
  ['Maven', 'org.apache.commons:commons-text', ['0', '1.10.0']],
  ['Packagist', 'acme/victim', ['0', '1.1.0']],
  ['Packagist', 'acme/pinned', ['0', '1.0.1']],
  ['Packagist', 'acme/other', ['0', '2.0.0']],
  ['RubyGems', 'victim', ['0', '1.1.0']],
  ['RubyGems', 'near', ['0', '1.0.1']],
  ['RubyGems', 'far', ['0', '2.0.0']],
]
