import { describe, expect, test } from 'vitest'
import { dependencyFiles } from './dependency-files.ts'
import { readDocuments } from './read.ts'

const lock = '{"lockfileVersion":3,"packages":{"":{},"node_modules/a":{"version":"1.0.0"}}}'

/** Files that a scan names as gaps, with a readable lockfile in another folder. */
function gapsOf(files: Record<string, string>): string[] {
  const documents = Object.entries({ 'other/package-lock.json': lock, ...files }).map(([path, text]) => ({
    path,
    bytes: new TextEncoder().encode(text),
  }))
  const { inventory, issues } = readDocuments(documents)
  return [...inventory.issues.filter(({ gap }) => gap !== undefined), ...issues].map(
    ({ gap, where, isDevelopment }) => `${gap} ${where}${isDevelopment ? ' (development)' : ''}`,
  )
}

describe('a manifest without its lockfile is a gap if it lists dependencies', () => {
  test.for<[string, string, string]>([
    ['package.json', '{"dependencies":{"a":"^1"}}', '{"name":"a","scripts":{}}'],
    [
      'pyproject.toml',
      '[project]\nname = "a"\ndependencies = ["b>=1"]\n',
      '[tool.ruff]\nline-length = 100\n',
    ],
    [
      'pyproject.toml',
      '[tool.poetry.dependencies]\npython = "^3"\nb = "^1"\n',
      '[tool.poetry.dependencies]\npython = "^3"\n',
    ],
    ['Pipfile', '[packages]\nb = "*"\n', '[packages]\n\n[requires]\npython_version = "3"\n'],
    ['composer.json', '{"require":{"a/b":"^1"}}', '{"require":{"php":">=8","ext-json":"*"}}'],
    ['Gemfile', "source 'https://rubygems.org'\ngem 'rails'\n", "source 'https://rubygems.org'\n"],
    ['build.gradle', "dependencies {\n  implementation 'a:b:1'\n}\n", "plugins { id 'java' }\n"],
    ['build.gradle.kts', 'dependencies {\n  implementation("a:b:1")\n}\n', 'plugins { java }\n'],
    ['a.csproj', '<Project><PackageReference Include="A" Version="1"/></Project>', '<Project/>'],
    [
      'Directory.Packages.props',
      '<Project><PackageVersion Include="A" Version="1"/></Project>',
      '<Project/>',
    ],
    [
      'Cargo.toml',
      '[package]\nname = "a"\n\n[dependencies]\nb = "1"\n',
      '[package]\nname = "a"\n\n[dependencies]\n',
    ],
    [
      'Package.swift',
      '.package(url: "https://example.org/a", from: "1.0.0")',
      'let package = Package(name: "a")',
    ],
    ['mix.exs', 'defp deps do\n  [{:plug, "~> 1.0"}]\nend\n', 'defp deps do\n  []\nend\n'],
    [
      'pubspec.yaml',
      'name: a\ndependencies:\n  http: ^1.0.0\n',
      'name: a\ndependencies:\n  flutter:\n    sdk: flutter\n',
    ],
    ['build.sbt', 'libraryDependencies += "a" % "b" % "1"', 'name := "a"'],
    ['environment.yml', 'name: a\ndependencies:\n  - numpy=1\n', 'name: a\n'],
    ['setup.cfg', '[options]\ninstall_requires =\n  a\n', '[metadata]\nname = a\n'],
    ['setup.py', 'setup(install_requires=["a"])\n', 'setup(name="a")\n'],
    ['vcpkg.json', '{"dependencies":["fmt"]}', '{"name":"a"}'],
    ['paket.dependencies', 'nuget A 1.0\n', 'source https://example.org\n'],
    ['Chart.yaml', 'name: a\ndependencies:\n- name: b\n  version: 1.0.0\n', 'name: a\n'],
    ['Project.toml', '[deps]\nHTTP = "cd3eb016-35fb-5094-929b-558a96fad6f3"\n', 'name = "A"\n'],
    ['rebar.config', '{deps, [{cowboy, "2.9.0"}]}.\n', '{erl_opts, [debug_info]}.\n'],
    ['gleam.toml', '[dependencies]\ngleam_stdlib = ">= 0.34.0"\n', 'name = "a"\n'],
    ['shop.opam', 'depends: [\n  "dune" {>= "3.0"}\n]\n', 'depends: []\n'],
    ['shop-1.0-1.rockspec', 'package = "shop"\ndependencies = {\n  "lua >= 5.1"\n}\n', 'package = "shop"\n'],
    ['Cartfile', 'github "acme/repo"\n', '# none\n'],
    ['MODULE.bazel', 'bazel_dep(name = "rules_go", version = "0.46.0")\n', 'module(name = "a")\n'],
  ])('%s', ([name, listing, empty]) => {
    expect(gapsOf({ [`app/${name}`]: listing })).toEqual([`lockfile-missing app/${name}`])
    expect(gapsOf({ [`app/${name}`]: empty })).toEqual([])
    expect(gapsOf({ [`app/test/fixtures/${name}`]: empty })).toEqual([])
  })
})

test('a file that is known, but not read, is a gap', () => {
  const names = ['dub.selections.json', 'nimble.lock', 'shard.lock', 'spago.lock']
  const files = Object.fromEntries(names.map((name) => [`app/${name}`, 'any']))
  expect(gapsOf(files)).toEqual(names.map((name) => `file-unsupported app/${name}`))
})

test('what a restore wrote below a project stands for it', () => {
  const project = '<Project><ItemGroup><PackageReference Include="A" Version="1"/></ItemGroup></Project>'
  const gradle = { 'a/build.gradle': "dependencies { implementation 'a:b:1' }\n" }
  expect(gapsOf({ ...gradle, 'a/gradle/dependency-locks/compileClasspath.lockfile': 'a:b:1\n' })).toEqual([])
  const assets = '{"version":3,"targets":{},"libraries":{}}'
  expect(gapsOf({ 'a/b.csproj': project, 'a/obj/project.assets.json': assets })).toEqual([])
  expect(gapsOf({ 'a/b.csproj': project, 'c/obj/project.assets.json': assets })).toEqual([
    'lockfile-missing a/b.csproj',
  ])
})

test('a lockfile beside the manifest, or above it in a workspace, stands for it', () => {
  const manifest = '{"dependencies":{"a":"^1"}}'
  expect(gapsOf({ 'package.json': manifest, 'package-lock.json': lock })).toEqual([])
  const member = { 'packages/a/package.json': manifest, 'package-lock.json': lock }
  expect(gapsOf({ ...member, 'package.json': '{"workspaces":["packages/*"]}' })).toEqual([])
  expect(gapsOf({ ...member, 'package.json': '{"private":true}' })).toEqual([
    'lockfile-missing packages/a/package.json',
  ])
})

test('what no lockfile of Maven lists stays a gap beside the lockfile of modules', () => {
  const module = [
    'bazel_dep(name = "rules_jvm_external", version = "6.2")',
    'jvm = use_extension("@rules_jvm_external//:extensions.bzl", "maven")',
    'jvm.install(artifacts = ["a:b:1.0"], lock_file = "//java:maven_install.json")',
  ].join('\n')
  const files = { 'MODULE.bazel': module, 'MODULE.bazel.lock': '{"registryFileHashes":{}}' }
  expect(gapsOf(files)).toEqual(['lockfile-missing MODULE.bazel'])
  expect(gapsOf({ ...files, 'java/maven_install.json': '{"artifacts":{}}' })).toEqual([])
})

test('a project of tests has no part in the manifest above it, unless that is a workspace', () => {
  const deps = '[deps]\nTest = "8dfed614-e22c-5e08-85e1-65c5234f0b40"\n'
  const files = { 'Manifest.toml': '[deps]\n', 'docs/Project.toml': deps }
  expect(gapsOf({ ...files, 'Project.toml': 'name = "A"\n' })).toEqual(['lockfile-missing docs/Project.toml'])
  expect(gapsOf({ ...files, 'Project.toml': '[workspace]\nprojects = ["docs"]\n' })).toEqual([])
})

test('development dependencies alone are a gap of development', () => {
  expect(gapsOf({ 'package.json': '{"devDependencies":{"a":"^1"}}' })).toEqual([
    'lockfile-missing package.json (development)',
  ])
})

describe('a document without transitive packages is a gap', () => {
  const pom =
    '<project><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><version>1</version></dependency></dependencies></project>'
  test.for<[string, string, boolean]>([
    ['pom.xml', pom, true],
    ['pom.xml', '<project><artifactId>a</artifactId></project>', false],
    ['requirements.txt', 'a==1\n', true],
    ['requirements.txt', 'a==1\n    # via b\n', false],
    ['requirements.txt', '# none\n', false],
    ['go.mod', 'module m\n\ngo 1.16\n\nrequire example.org/a v1.0.0\n', true],
    ['go.mod', 'module m\n\nrequire example.org/a v1.0.0\n', true],
    ['go.mod', 'module m\n\ngo 1.17\n\nrequire example.org/a v1.0.0\n', false],
  ])('%s %j: %s', ([name, text, isGap]) => {
    expect(gapsOf({ [name]: text })).toEqual(isGap ? [`transitive-unlisted ${name}`] : [])
  })
})

test('every known file says what to do', () => {
  for (const { remedy } of dependencyFiles) expect(remedy).toMatch(/^(?:run|scan|set|turn) /)
})
