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
]
