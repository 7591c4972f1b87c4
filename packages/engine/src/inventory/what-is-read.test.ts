import { describe, expect, test } from 'vitest'
import { dependencyFileOf } from '../documents/dependency-files.ts'
import { lockfileReaders } from '../documents/lockfile-readers.ts'
import { manifestReaders } from '../documents/manifest-readers.ts'
import { claimedReader, manifestReader } from '../documents/readers.ts'
import { fixtureFiles } from '../documents/testing/fixture-files.ts'
import { isWanted } from './kept-files.ts'
import { findIn, osRelease } from './testing/find-in.ts'

/** What projects have in their folders: names of files that list packages, locked or not. */
const listing = [
  'package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock',
  'pyproject.toml setup.cfg Pipfile Pipfile.lock poetry.lock pdm.lock uv.lock pylock.toml requirements.txt requirements.in',
  'pom.xml build.gradle build.gradle.kts gradle.lockfile gradle/verification-metadata.xml',
  'go.mod go.sum vendor/modules.txt Cargo.toml Cargo.lock Gemfile Gemfile.lock gems.locked composer.json composer.lock',
  'app.csproj app.fsproj packages.config packages.lock.json obj/project.assets.json paket.lock paket.dependencies app.deps.json',
  'vcpkg.json vcpkg_installed/vcpkg/status conanfile.txt conanfile.py conan.lock',
  'environment.yml conda-lock.yml pixi.lock build.sbt build.sbt.lock MODULE.bazel.lock maven_install.json',
  'Project.toml rebar.config gleam.toml MODULE.bazel shop.opam shop-1.0-1.rockspec',
  'Chart.yaml Chart.lock .terraform.lock.hcl flake.lock Manifest.toml rebar.lock manifest.toml shop.opam.locked luarocks.lock',
  'Cartfile.resolved Package.swift Package.resolved Podfile Podfile.lock pubspec.yaml pubspec.lock mix.exs mix.lock',
  'renv.lock cabal.project.freeze stack.yaml.lock cpanfile.snapshot',
  'Dockerfile Containerfile api.dockerfile compose.yaml docker-compose.yml .gitlab-ci.yml .github/workflows/ci.yml',
].flatMap((line) => line.split(' '))

test.each(listing)('%s has a reader', (path) => {
  expect(claimedReader(path) ?? manifestReader(path)).not.toBeNull()
})

const unread = ['Cartfile', 'setup.py']

test.each(unread)('%s has none and is known, so that it is a gap', (path) => {
  expect([claimedReader(path), manifestReader(path)]).toEqual([null, null])
  expect(dependencyFileOf(path)).not.toBeNull()
})

/** Fixtures that are named for their version instead. */
const names: Readonly<Record<string, string>> = {
  'package-lock': 'package-lock.json',
  'package-resolved': 'Package.resolved',
  'pnpm-lock': 'pnpm-lock.yaml',
}

/** Recognized by their content: built-trees.test.ts. */
const byContent = new Set(['python-script'])

describe('in an archive or image, as in a folder', () => {
  const ids = [...lockfileReaders, ...manifestReaders].map(({ id }) => id).filter((id) => !byContent.has(id))

  test.each(ids)('%s', (id) => {
    // Each on its own, as a lockfile stands for its manifest.
    const found = fixtureFiles(id).flatMap(
      ({ path, bytes }) => findIn({ [`srv/app/${names[id] ?? path}`]: bytes }).packages,
    )
    expect(found.length).toBeGreaterThan(0)
    for (const { places } of found) expect(places[0]!.path).toMatch(/^srv\/app\//)
  })
})

/** Databases and folders of installed packages, with one package each. */
const installed: Readonly<Record<string, [path: string, text: string]>> = {
  'pkg:deb/debian/a@1?distro=debian-12': [
    'var/lib/dpkg/status',
    'Package: a\nStatus: install ok installed\nVersion: 1\n',
  ],
  'pkg:deb/debian/b@1?distro=debian-12': ['var/lib/dpkg/status.d/b', 'Package: b\nVersion: 1\n'],
  'pkg:deb/debian/c@1?distro=debian-12': [
    'var/lib/chisel/manifest.wall',
    '{"kind":"package","name":"c","version":"1"}\n',
  ],
  'pkg:apk/debian/a@1-r0?distro=debian-12': ['lib/apk/db/installed', 'P:a\nV:1-r0\n'],
  'pkg:apk/debian/b@1-r0?distro=debian-12': ['usr/lib/apk/db/installed', 'P:b\nV:1-r0\n'],
  'pkg:alpm/debian/a@1-1?distro=debian-12': [
    'var/lib/pacman/local/a-1-1/desc',
    '%NAME%\na\n\n%VERSION%\n1-1\n',
  ],
  'pkg:opkg/debian/a@1': ['usr/lib/opkg/status', 'Package: a\nVersion: 1\nStatus: install user installed\n'],
  'pkg:npm/a@1.0.0': ['app/node_modules/a/package.json', '{"name":"a","version":"1.0.0"}'],
  'pkg:pypi/a@1': ['usr/lib/python3/site-packages/a-1.dist-info/METADATA', 'Name: a\nVersion: 1\n'],
  'pkg:pypi/b@1': ['usr/lib/python3/site-packages/b-1.egg-info/PKG-INFO', 'Name: b\nVersion: 1\n'],
  'pkg:gem/a@1': ['usr/lib/ruby/gems/3.3.0/specifications/a-1.gemspec', '# stub: a 1 ruby lib\n'],
  'pkg:composer/a/b@1.0': [
    'app/vendor/composer/installed.json',
    '{"packages":[{"name":"a/b","version":"1.0"}]}',
  ],
  'pkg:cran/a@1': ['usr/lib/R/library/a/DESCRIPTION', 'Package: a\nVersion: 1\nBuilt: R 4\n'],
  'pkg:conda/a@1?build=0': ['opt/conda/conda-meta/a-1-0.json', '{"name":"a","version":"1","build":"0"}'],
}

test.each(Object.entries(installed))('%s', (purl, [path, text]) => {
  expect(isWanted(path)).toBe(true)
  const { packages } = findIn({ ...osRelease('debian', '12'), [path]: text })
  expect(packages.map((each) => each.purl)).toEqual([purl])
})
