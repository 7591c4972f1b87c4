import { describe, expect, test } from 'vitest'
import type { Component } from '../inventory.ts'
import { manifestOf } from './lockfiles/resolved/resolution-name.ts'
import { readers } from './readers.ts'
import { fixtureFiles, treeOf } from './testing/fixture-files.ts'

/** What a document can contain about a component besides name and version. */
const fields = {
  /** Whether the project itself requires it. */
  direct: ({ isDirect }: Component) => isDirect !== null,
  /** Whether it is only for development or tests. */
  dev: ({ scope }: Component) => scope === 'test' || scope === 'provided',
  /** Whether the project works without it. */
  optional: ({ isOptional }: Component) => isOptional === true,
  /** Its dependents. */
  graph: ({ requiredBy }: Component) => requiredBy.length > 0,
}

/** What each format contains, together with its manifest if it has one. */
const contents: Record<string, string> = {
  'cyclonedx-json': 'direct dev optional graph',
  'cyclonedx-xml': 'direct dev optional graph',
  'spdx-json': 'direct dev optional graph',
  'spdx-tag-value': 'direct dev optional graph',
  'spdx-3': 'direct dev optional graph',
  'spdx-yaml': 'direct dev optional graph',
  'spdx-rdf': 'direct dev optional graph',
  'cyclonedx-protobuf': 'direct dev optional graph',
  attestation: 'direct graph',
  'syft-json': 'graph',
  'trivy-json': 'direct dev graph',
  'grype-json': '',
  'osv-scanner-json': 'dev',
  'snyk-json': 'direct',
  'npm-audit-json': 'direct',
  'pip-audit-json': '',
  'sarif-packages': '',
  'fpf-json': '',
  'gitlab-report': 'direct',
  'gitlab-dependency-list': '',
  'dependency-check-json': '',
  'dependency-check-xml': '',
  'generic-findings-json': '',
  'github-snapshot': 'direct dev graph',
  'github-sbom': 'direct graph',
  'podfile-lock': 'direct graph',
  'pubspec-lock': 'direct dev',
  'mix-lock': 'direct dev graph',
  'github-workflow': 'direct dev',
  'package-resolved': '',
  'bun-lock': 'direct dev optional graph',
  'bun-lockb': 'direct dev optional graph',
  'pnpm-lock': 'direct dev optional graph',
  'yarn-lock': 'direct dev optional graph',
  'pdm-lock': 'direct dev optional graph',
  'pipfile-lock': 'direct dev',
  'poetry-lock': 'direct dev optional graph',
  'pylock-toml': 'dev optional graph',
  'requirements-txt': 'direct dev graph',
  'uv-lock': 'direct dev optional graph',
  'package-lock': 'direct dev optional graph',
  'pom-xml': 'direct dev optional',
  'gradle-lockfile': 'dev',
  'gradle-verification': '',
  'go-mod': 'direct',
  'go-sum': '',
  'cargo-lock': 'direct dev optional graph',
  'gemfile-lock': 'direct dev optional graph',
  'composer-lock': 'direct dev graph',
  'packages-lock': 'direct graph',
  'packages-config': 'dev',
  'deps-json': 'direct graph',
  'vcpkg-status': 'direct graph',
  'conan-lock': 'direct dev graph',
  'renv-lock': 'graph',
  'cpanfile-snapshot': 'graph',
  'cabal-freeze': '',
  'stack-lock': 'direct',
  'package-json': 'direct dev optional',
  'pyproject-toml': 'direct dev optional',
  pipfile: 'direct dev',
  'requirements-in': 'direct dev',
  'setup-cfg': 'direct optional',
  'build-gradle': 'direct dev',
  'dotnet-project': 'direct dev',
  gemfile: 'direct dev optional',
  'composer-json': 'direct dev',
  'cargo-toml': 'direct dev optional',
  'pubspec-yaml': 'direct dev',
  'mix-exs': 'direct dev optional',
  'package-swift': 'direct',
  podfile: 'direct',
  'resolved-manifest': 'direct dev optional graph',
  'maven-install': 'graph',
  'bazel-module-lock': 'direct',
  'conda-explicit': '',
  'conda-lock': 'dev optional graph',
  'pixi-lock': '',
  'paket-lock': 'dev graph',
  'project-assets': 'direct dev graph',
  'gleam-manifest': 'direct graph',
  'rebar-lock': 'direct',
  'vendor-modules': '',
  'helm-lock': 'direct',
  'terraform-lock': 'direct dev',
  'deno-lock': 'direct optional graph',
  'julia-manifest': 'direct graph',
  'flake-lock': 'direct dev',
  'luarocks-lock': 'dev',
  'opam-locked': 'dev',
  'sbt-lock': 'dev',
  'cartfile-resolved': '',
  'environment-yml': 'direct',
  'conanfile-txt': 'direct dev',
  'conanfile-py': 'direct dev',
  'vcpkg-json': 'direct dev',
  'build-sbt': 'direct dev',
  'paket-dependencies': 'direct dev',
  'chart-yaml': 'direct',
  'rebar-config': 'direct dev',
  'gleam-toml': 'direct dev',
  'julia-project': 'direct dev optional',
  opam: 'direct dev optional',
  rockspec: 'direct dev',
  'bazel-module': 'direct dev',
  'python-script': 'direct',
  dockerfile: 'direct',
  compose: 'direct',
  'gitlab-ci': 'direct dev',
  'helm-values': 'direct',
  kubernetes: 'direct',
}

/** SARIF contains results, not components. */
const inventories = readers.filter(({ id }) => id !== 'sarif')

test('the table covers every reader', () => {
  expect(Object.keys(contents).sort()).toEqual(inventories.map(({ id }) => id).sort())
})

describe.each(inventories)('$id', (reader) => {
  const files = fixtureFiles(reader.id)
  const read = files.map((file) => ({ file, ...reader.read(file, treeOf(files)) }))
  const components = read.flatMap(({ inventory }) => inventory?.components ?? [])

  test('extracts exactly what its format contains', () => {
    const found = Object.entries(fields).filter(([, contains]) => components.some(contains))
    expect(found.map(([field]) => field).join(' ')).toBe(contents[reader.id])
  })

  test('records the file of each component', () => {
    expect(components).not.toHaveLength(0)
    for (const { file, inventory } of read)
      for (const { locations } of inventory?.components ?? [])
        expect(locations).toContain(manifestOf(file.path))
  })
})
