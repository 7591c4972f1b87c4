import { describe, expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Component } from '../inventory.ts'
import type { PackageUsage } from '../package-usage.ts'
import type { SourceLanguage } from '../source-code/source-language.ts'
import { decideUsage, moduleKey } from './decide-usage.ts'
import { addConfiguration, addSource, type FoundSources, noSources } from './found-sources.ts'
import { usageFinder } from './find-usage.ts'
import { readUsage, writeUsage } from './usage-document.ts'

type Listed = Partial<Component> & Pick<Component, 'name'>

interface Project {
  ecosystem: EcosystemId
  components: Listed[]
  /** By path. */
  files?: Record<string, string>
  configuration?: string
  moduleFiles?: Record<string, string>
}

function usageIn({ ecosystem, components, files = {}, configuration = '', moduleFiles = {} }: Project) {
  const rules = ecosystemById(ecosystem).sources!
  const found = noSources()
  for (const [path, text] of Object.entries(files)) addSource(found, { path, text }, rules.language)
  addConfiguration(found, configuration, rules.language)
  const modules = Object.entries(moduleFiles).flatMap(([path, text]) => {
    expect(rules.moduleFiles!.matches(path)).toBe(true)
    return [...rules.moduleFiles!.read(text, path)].map(
      ([name, each]) => [moduleKey(ecosystem, name), each] as const,
    )
  })
  return decideUsage({
    components: components.map((each) => componentOf(ecosystem, each)),
    sources: new Map<SourceLanguage, FoundSources>([[rules.language, found]]),
    modules: new Map(modules),
  })
}

const componentOf = (ecosystem: EcosystemId, listed: Listed): Component => ({
  ecosystem,
  version: '1.0.0',
  purl: null,
  scope: 'compile',
  isDirect: true,
  requiredBy: [],
  licenses: [],
  locations: ['lock'],
  ...listed,
})

function describeUsage({ state, reason, place, module, through }: PackageUsage): string {
  if (state !== 'used') return reason ?? state
  return `${place!.file}:${place!.line} ${module}${through === undefined ? '' : ` through ${through}`}`
}

const usages = (project: Project) => usageIn(project).packages.map(describeUsage)

describe('a package is', () => {
  test.each<[string, Project, string[]]>([
    [
      'used where a source imports it',
      { ecosystem: 'npm', components: [{ name: 'a' }], files: { 'x.js': '\nimport "a/b"' } },
      ['x.js:2 a/b'],
    ],
    [
      'used at the first place that is no test',
      {
        ecosystem: 'npm',
        components: [{ name: 'a' }],
        files: { 'test/x.js': 'import "a"', 'y.js': 'import "a"', 'z.js': 'import "a"' },
      },
      ['y.js:1 a'],
    ],
    [
      'used by tests if by nothing else',
      { ecosystem: 'npm', components: [{ name: 'a' }], files: { 'x.test.js': 'import "a"' } },
      ['x.test.js:1 a'],
    ],
    [
      'not seen without an import',
      { ecosystem: 'npm', components: [{ name: 'a' }], files: { 'x.js': 'import "ab"' } },
      ['not-seen'],
    ],
    [
      'used under its alias',
      {
        ecosystem: 'npm',
        components: [{ name: 'a', requirements: [{ file: 'l', by: null, alias: 'b' }] }],
        files: { 'x.js': 'import "b"' },
      },
      ['x.js:1 b'],
    ],
    ['unknown without sources', { ecosystem: 'npm', components: [{ name: 'a' }] }, ['no-sources']],
    [
      'unknown if sources load what only the running program knows',
      { ecosystem: 'npm', components: [{ name: 'a' }], files: { 'x.js': 'require(y)' } },
      ['loaded-by-value'],
    ],
    [
      'not unknown because of what tests load',
      { ecosystem: 'npm', components: [{ name: 'a' }], files: { 'x.test.js': 'require(y)' } },
      ['not-seen'],
    ],
    [
      'unknown if a string names it',
      { ecosystem: 'npm', components: [{ name: 'a-b' }], files: { 'x.js': 'load({ plugins: ["a-b/c"] })' } },
      ['named-in-text'],
    ],
    [
      'unknown if a configuration names it',
      {
        ecosystem: 'npm',
        components: [{ name: 'a-b' }],
        files: { 'x.js': '' },
        configuration: '{"scripts": {"x": "a-b --c"}}',
      },
      ['named-in-text'],
    ],
    [
      'unknown if it is a tool',
      { ecosystem: 'npm', components: [{ name: 'a', scope: 'test' }], files: { 'x.js': '' } },
      ['not-for-import'],
    ],
    [
      'not seen in the scope of all that npm installs for production',
      { ecosystem: 'npm', components: [{ name: 'a', scope: 'runtime' }], files: { 'x.js': '' } },
      ['not-seen'],
    ],
    [
      'unknown if Maven loads it as a driver',
      { ecosystem: 'maven', components: [{ name: 'a:b', scope: 'runtime' }], files: { 'x.java': '' } },
      ['not-for-import'],
    ],
    [
      'unknown if only types',
      { ecosystem: 'npm', components: [{ name: '@types/a' }], files: { 'x.ts': '' } },
      ['modules-unknown'],
    ],
    [
      'unknown if the document does not say who requires it',
      { ecosystem: 'npm', components: [{ name: 'a', isDirect: null }], files: { 'x.js': '' } },
      ['required-by-others'],
    ],
    [
      'used through the nearest package that is imported',
      {
        ecosystem: 'npm',
        components: [
          { name: 'a' },
          { name: 'b', isDirect: false, requiredBy: [0] },
          { name: 'c', isDirect: false, requiredBy: [1] },
        ],
        files: { 'x.js': 'import "a"' },
      },
      ['x.js:1 a', 'x.js:1 a through a', 'x.js:1 a through a'],
    ],
    [
      'unknown if what requires it is not seen',
      {
        ecosystem: 'npm',
        components: [{ name: 'a' }, { name: 'b', isDirect: false, requiredBy: [0] }],
        files: { 'x.js': '' },
      },
      ['not-seen', 'required-by-others'],
    ],
    [
      'not searched in generated files',
      { ecosystem: 'npm', components: [{ name: 'a' }], files: { 'x.js': `import "a";${' '.repeat(6000)}` } },
      ['no-sources'],
    ],
    [
      'the longest module of an import',
      {
        ecosystem: 'go',
        components: [{ name: 'x.io/a' }, { name: 'x.io/a/b' }],
        files: { 'm.go': 'import "x.io/a/b/c"' },
      },
      ['not-seen', 'm.go:1 x.io/a/b/c'],
    ],
    [
      'the standard library of Go',
      { ecosystem: 'go', components: [{ name: 'stdlib' }], files: { 'm.go': 'import "net/http"' } },
      ['m.go:1 stdlib/net/http'],
    ],
    [
      'known under the modules that it is known for',
      {
        ecosystem: 'pypi',
        components: [{ name: 'PyYAML' }, { name: 'pillow' }],
        files: { 'm.py': 'import yaml' },
      },
      ['m.py:1 yaml', 'not-seen'],
    ],
    [
      'unknown if its modules could have other names',
      { ecosystem: 'pypi', components: [{ name: 'odd-name' }], files: { 'm.py': '' } },
      ['modules-unknown'],
    ],
    [
      'one of several with the same module',
      {
        ecosystem: 'pypi',
        components: [{ name: 'opencv-python' }, { name: 'opencv-python-headless' }],
        files: { 'm.py': 'import cv2' },
      },
      ['m.py:1 cv2', 'm.py:1 cv2'],
    ],
    [
      'a part of a namespace',
      {
        ecosystem: 'pypi',
        components: [{ name: 'google-cloud-storage' }, { name: 'google-auth' }],
        files: { 'm.py': 'from google.cloud import storage' },
      },
      ['m.py:1 google.cloud.storage', 'not-seen'],
    ],
    [
      'known by what is installed',
      {
        ecosystem: 'pypi',
        components: [{ name: 'odd-name' }],
        files: { 'm.py': 'import strange' },
        moduleFiles: { 'x/odd_name-1.0.dist-info/top_level.txt': 'strange\n' },
      },
      ['m.py:1 strange'],
    ],
    [
      'known by the files that are installed',
      {
        ecosystem: 'pypi',
        components: [{ name: 'odd-name' }],
        files: { 'm.py': '' },
        moduleFiles: {
          'x/odd_name-1.0.dist-info/RECORD':
            'odd/__init__.py,sha256=a,1\nodd_name-1.0.dist-info/METADATA,,\n../bin/x,,',
        },
      },
      ['not-seen'],
    ],
    [
      'unknown if it has plugins',
      {
        ecosystem: 'pypi',
        components: [{ name: 'click' }],
        files: { 'm.py': '' },
        moduleFiles: { 'x/click-1.0.dist-info/entry_points.txt': '[x]' },
      },
      ['modules-unknown'],
    ],
    [
      'known by the namespaces of composer.lock',
      {
        ecosystem: 'packagist',
        components: [{ name: 'a/b' }, { name: 'c/d' }],
        files: { 'm.php': '<?php use aA\\Bb\\C;' },
        moduleFiles: {
          'composer.lock': JSON.stringify({
            packages: [
              { name: 'a/b', autoload: { 'psr-4': { 'Aa\\Bb\\': 'src' } } },
              { name: 'c/d', autoload: { 'psr-4': { 'C\\': '' } } },
            ],
          }),
        },
      },
      ['m.php:1 aa\\bb\\c', 'not-seen'],
    ],
    [
      'unknown if PHP loads its files anyway',
      {
        ecosystem: 'packagist',
        components: [{ name: 'a/b' }],
        files: { 'm.php': '' },
        moduleFiles: {
          'composer.lock': JSON.stringify({
            packages: [{ name: 'a/b', autoload: { 'psr-4': { 'A\\': '' }, files: ['f.php'] } }],
          }),
        },
      },
      ['modules-unknown'],
    ],
    [
      'unknown in PHP without its namespaces',
      { ecosystem: 'packagist', components: [{ name: 'a/b' }], files: { 'm.php': '<?php use A\\B;' } },
      ['modules-unknown'],
    ],
    [
      'used in Rust by a path',
      {
        ecosystem: 'crates.io',
        components: [{ name: 'serde-json' }, { name: 'md-5' }, { name: 'a' }],
        files: { 'm.rs': 'serde_json::from_str(x)' },
      },
      ['m.rs:1 serde_json::from_str', 'not-seen', 'not-seen'],
    ],
    [
      'used in Rust under its new name',
      {
        ecosystem: 'crates.io',
        components: [{ name: 'a' }, { name: 'b' }],
        files: { 'm.rs': 'use x_y::Z; use w::V;' },
        moduleFiles: {
          'Cargo.toml':
            '[dependencies]\nx-y = { version = "1", package = "a" }\n[dependencies.w]\nversion = "1"\npackage = "b"\n',
        },
      },
      ['m.rs:1 x_y::Z', 'm.rs:1 w::V'],
    ],
    [
      'unknown if its macros may be derived',
      { ecosystem: 'crates.io', components: [{ name: 'serde_derive' }], files: { 'm.rs': '' } },
      ['modules-unknown'],
    ],
    [
      'unknown in Ruby without require',
      {
        ecosystem: 'rubygems',
        components: [{ name: 'a-b' }, { name: 'c' }],
        files: { 'm.rb': 'require "a/b/d"' },
      },
      ['m.rb:1 a/b/d', 'modules-unknown'],
    ],
    [
      'unknown in Java without an import',
      {
        ecosystem: 'maven',
        components: [
          { name: 'com.google.guava:guava' },
          { name: 'org.apache.commons:commons-text' },
          { name: 'org.jsoup:jsoup' },
          { name: 'a.b:c' },
        ],
        files: {
          'M.java':
            'import com.google.common.base.Joiner;\nimport org.apache.commons.text.StringSubstitutor;\nimport org.jsoup.Jsoup;',
        },
      },
      [
        'M.java:1 com.google.common.base.Joiner',
        'M.java:2 org.apache.commons.text.StringSubstitutor',
        'M.java:3 org.jsoup.Jsoup',
        'modules-unknown',
      ],
    ],
    [
      'used in C#',
      {
        ecosystem: 'nuget',
        components: [{ name: 'Newtonsoft.Json' }, { name: 'Other' }],
        files: { 'M.cs': 'using Newtonsoft.Json.Linq;' },
      },
      ['M.cs:1 Newtonsoft.Json.Linq', 'modules-unknown'],
    ],
  ])('%s', (_, project, expected) => {
    expect(usages(project)).toEqual(expected)
  })
})

test('names of every object are names like others', () => {
  const names = (['crates.io', 'maven', 'nuget', 'pypi'] as const).flatMap((id) =>
    ecosystemById(id)
      .sources!.modulesOf('constructor')
      .names.map((name) => typeof name),
  )
  expect(names).toEqual(['string', 'string', 'string', 'string'])
})

test('sources that were not read leave it unknown', () => {
  const { language } = ecosystemById('npm').sources!
  const sources = new Map([[language, { ...noSources(), files: 1, isPartial: true }]])
  const usage = decideUsage({ components: [componentOf('npm', { name: 'a' })], sources, modules: new Map() })
  expect(usage.packages.map(describeUsage)).toEqual(['sources-unread'])
})

test('what was searched is counted by language, and symbols have their places', () => {
  const usage = usageIn({
    ecosystem: 'go',
    components: [{ name: 'a.io/b' }],
    files: { 'm.go': 'import "a.io/b/c"\nfunc f() { c.Parse() }' },
  })
  expect(usage.searched).toEqual([{ language: 'Go', files: 1 }])
  expect(usage.packages[0]!.symbols).toEqual([{ name: 'a.io/b/c.Parse', file: 'm.go', line: 2 }])
  expect(readUsage({ path: 'assay-usage.json', bytes: writeUsage(usage) })).toEqual({ usage, issues: [] })
})

test.each<[string, unknown, PackageUsage[]]>([
  [
    'an unknown ecosystem',
    { ecosystem: 'x', packageName: 'a', state: 'used', place: { file: 'a', line: 1 } },
    [],
  ],
  ['used without a place', { ecosystem: 'npm', packageName: 'a', state: 'used' }, []],
  [
    'a line that is none',
    { ecosystem: 'npm', packageName: 'a', state: 'used', place: { file: 'a', line: -1 } },
    [],
  ],
  [
    'an unknown reason',
    { ecosystem: 'npm', packageName: 'a', state: 'unknown', reason: 'x' },
    [{ ecosystem: 'npm', packageName: 'a', state: 'unknown' }],
  ],
  ['no object', 1, []],
])('a document with %s is read as far as it says something', (_, entry, packages) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ assayUsage: 1, packages: [entry], searched: 2 }))
  expect(readUsage({ path: 'assay-usage.json', bytes }).usage).toEqual({ packages, searched: [] })
})

test.each(['', '[]', '{"assayUsage":2}'])('a document of another form is an issue: %s', (text) => {
  const { usage, issues } = readUsage({ path: 'assay-usage.json', bytes: new TextEncoder().encode(text) })
  expect(usage).toBeUndefined()
  expect(issues.at(-1)!.code).toBe('usage-unreadable')
})

test('a package whose vulnerable function is named is used there', () => {
  const files = {
    'main.go':
      'package main\nimport (\n "net/http"\n "golang.org/x/net/html"\n)\nfunc main() {\n html.Parse(nil)\n var t html.Tokenizer\n http.Serve(nil, nil)\n}',
  }
  const components = [{ name: 'golang.org/x/net' }, { name: 'stdlib' }]
  const usageOf = usageFinder({ usage: usageIn({ ecosystem: 'go', components, files }) })
  const lineOf = (name: string, ...symbols: string[]) =>
    usageOf('go', name, { records: ['GO-1'], symbols })?.symbol?.line
  expect(lineOf('golang.org/x/net', 'golang.org/x/net/html.Parse')).toBe(7)
  expect(lineOf('golang.org/x/net', 'golang.org/x/net/html.Tokenizer.Next')).toBe(8)
  expect(
    lineOf('golang.org/x/net', 'golang.org/x/net/html.ParseFragment', 'golang.org/x/net/idna.Parse'),
  ).toBeUndefined()
  expect(lineOf('stdlib', 'net/http.Serve')).toBe(9)
  expect(usageOf('go', 'golang.org/x/net', { records: [] })).toEqual(usageOf('go', 'golang.org/x/net'))
})

test('a function of Rust is named by its path', () => {
  const files = { 'src/main.rs': 'fn main() {\n  hyper::header::parse();\n}' }
  const usageOf = usageFinder({
    usage: usageIn({ ecosystem: 'crates.io', components: [{ name: 'hyper' }], files }),
  })
  const symbols = ['hyper::header::parse']
  expect(usageOf('crates.io', 'hyper', { records: [], symbols })).toMatchObject({
    state: 'used',
    symbol: { name: 'hyper::header::parse', file: 'src/main.rs', line: 2 },
  })
})
