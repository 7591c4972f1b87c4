import { expect, test } from 'vitest'
import type { DocumentReader } from '../../inventory.ts'
import { lockfileReaders } from '../lockfile-readers.ts'
import { listed, readFixture } from '../testing/listed.ts'

/** The components of each fixture, by reader, of those that have no test of their own. */
const expected: Record<string, Record<string, string[]>> = {
  'maven-install': {
    'maven_install.json': [
      'com.google.guava:guava 31.1-jre runtime ?',
      'com.google.guava:failureaccess 1.0.1 runtime ? < com.google.guava:guava',
      'org.example:widget 1.0 runtime ?',
    ],
    'old/maven_install.json': [
      'junit:junit 4.12 runtime ?',
      'org.hamcrest:hamcrest-core 1.3 runtime ? < junit:junit',
    ],
  },
  'bazel-module-lock': {
    'MODULE.bazel.lock': [
      'abseil-cpp 20230802.0 runtime',
      'rules_go 0.46.0 runtime direct',
      'com.google.guava:guava 31.1-jre runtime direct',
    ],
    'old/MODULE.bazel.lock': ['rules_cc 0.0.9 runtime ?'],
  },
  'conda-explicit': {
    'conda-linux-64.lock': [
      'ca-certificates 2023.7.22 runtime ?',
      'numpy 1.26.4 runtime ?',
      'python_abi 3.11 runtime ?',
    ],
  },
  'conda-lock': {
    'conda-lock.yml': [
      'numpy 1.26.4 runtime ?',
      'python 3.11.8 runtime ? < numpy',
      'requests 2.31.0 test ? optional',
    ],
  },
  'pixi-lock': {
    '5/pixi.lock': ['python 3.12.3 runtime ?', 'flask 3.0.0 runtime ?'],
    '6/pixi.lock': ['ca-certificates 2023.7.22 runtime ?', 'requests 2.31.0 runtime ?'],
  },
  'paket-lock': {
    'paket.lock': [
      'FSharp.Core 7.0.200 runtime ? < Suave',
      'Suave 2.6.2 runtime ?',
      'acme/helpers/src/File.fs runtime ?',
      'Expecto 9.0.4 test ?',
      'FSharp.Core 7.0.300 test ? < Expecto',
    ],
  },
  'project-assets': {
    'obj/project.assets.json': [
      'Newtonsoft.Json.Bson 1.0.2 runtime direct',
      'Newtonsoft.Json 13.0.1 runtime < Newtonsoft.Json.Bson',
      'Polly 7.2.0 runtime direct',
      'StyleCop.Analyzers 1.1.118 provided direct',
    ],
  },
  'gleam-manifest': {
    'manifest.toml': [
      'gleam_http 3.5.0 runtime direct',
      'gleam_stdlib 0.34.0 runtime < gleam_http',
      'tool 1.0.0 runtime',
    ],
  },
  'rebar-lock': {
    'rebar.lock': ['cowboy 2.9.0 runtime direct', 'hex_cowlib 2.11.0 runtime', 'ranch runtime'],
  },
  'vendor-modules': {
    'vendor/modules.txt': [
      'github.com/pkg/errors v0.9.1 runtime ?',
      'example.org/b v1.1.0 runtime ?',
      'example.org/c runtime ?',
    ],
  },
  'helm-lock': { 'Chart.lock': ['postgresql 12.1.2 runtime direct'] },
  'terraform-lock': {
    '.terraform.lock.hcl': ['registry.example.org/hashicorp/aws 5.31.0 test direct'],
  },
  'deno-lock': {
    '2/deno.lock': ['chalk 4.1.2 runtime', 'deno.example.org/std 0.180.0 runtime ?'],
    '3/deno.lock': [
      'chalk 4.1.2 runtime direct',
      'ansi-styles 4.3.0 runtime < chalk',
      '@std/path 1.0.8 runtime',
    ],
    '5/deno.lock': [
      'chalk 4.1.2 runtime direct',
      'ansi-styles 4.3.0 runtime < chalk',
      'fsevents 2.3.3 runtime optional < ansi-styles',
      '@acme/ui 1.2.0 runtime direct',
      'react 18.2.0 runtime < @acme/ui',
      '@std/path 1.0.8 runtime direct',
      '@std/internal 1.0.5 runtime < @std/path',
      'deno.example.org/x/oak 12.6.1 runtime ?',
    ],
  },
  'julia-manifest': {
    '1/Manifest.toml': ['JSON 0.21.1 runtime ?', 'Dates runtime ? < JSON'],
    '2/Manifest.toml': [
      'Dates 1.10.0 runtime < HTTP',
      'HTTP 1.10.0 runtime direct',
      'Printf 1.10.0 runtime < Dates',
      'Tool 0.1.0 runtime',
    ],
  },
  'flake-lock': {
    'flake.lock': ['numtide/flake-utils test', 'NixOS/nixpkgs test direct', './own test'],
  },
  'luarocks-lock': {
    'luarocks.lock': [
      'lua-cjson 2.1.0.10-1 runtime ?',
      'penlight 1.13.1-1 runtime ?',
      'busted 2.1.2-3 test ?',
    ],
  },
  'opam-locked': {
    'shop.opam.locked': [
      'ocaml 4.14.1 runtime ?',
      'lwt 5.7.0 runtime ?',
      'alcotest 1.7.0 test ?',
      'base-unix base runtime ?',
      'tool runtime ?',
    ],
  },
  'sbt-lock': {
    'build.sbt.lock': [
      'org.typelevel:cats-core_2.13 2.9.0 compile ?',
      'org.scalatest:scalatest_2.13 3.2.15 test ?',
    ],
  },
  'cartfile-resolved': {
    'Cartfile.resolved': [
      'example.org/SDK.json 1.2.0 runtime ?',
      'git.example.org/acme/tool runtime ?',
      'github.com/Alamofire/Alamofire 5.6.4 runtime ?',
    ],
  },
}

const readerOf = (id: string): DocumentReader => lockfileReaders.find((each) => each.id === id)!

test.for(
  Object.entries(expected).flatMap(([id, files]) => Object.keys(files).map((path) => [id, path] as const)),
)('%s lists %s', ([id, path]) => expect(listed(readFixture(readerOf(id), path))).toEqual(expected[id]![path]))
