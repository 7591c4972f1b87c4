import { describe, expect, test } from 'vitest'
import { manifestReaders } from '../manifest-readers.ts'
import { fixtureFiles } from '../testing/fixture-files.ts'
import { listed, readFixture } from '../testing/listed.ts'

/** The components of each fixture, by reader. */
const expected: Record<string, Record<string, string[]>> = {
  'build-gradle': {
    'app/build.gradle.kts': [
      'io.ktor:ktor-server-core 2.3.3 compile direct',
      'org.apache.httpcomponents:httpclient 4.5.14 compile direct',
      'org.apache.commons:commons-text 1.9 compile direct',
      'org.apache.logging.log4j:log4j-core 2.17.1 compile direct',
      'org.apache.logging.log4j:log4j-api 2.17.1 compile direct',
      'org.junit.jupiter:junit-jupiter 5.10.0 test direct',
      'org.projectlombok:lombok 1.18.28 provided direct',
    ],
    'build.gradle': [
      'org.jetbrains.kotlin:kotlin-gradle-plugin 1.9.0 provided direct',
      'com.google.guava:guava 32.1.2-jre compile direct',
      'com.fasterxml.jackson.core:jackson-databind 2.15.2 compile direct',
      'org.apache.commons:commons-lang3 3.13.0 compile direct',
      'org.postgresql:postgresql runtime direct',
      'org.springframework.boot:spring-boot-starter-web compile direct',
      'org.slf4j:slf4j-api compile direct',
      'junit:junit 4.13.2 test direct',
    ],
  },
  'cargo-toml': {
    'Cargo.toml': [
      'time runtime direct',
      'regex 1.5.4 runtime direct optional',
      'tool runtime direct',
      'nix runtime direct',
    ],
    'member/Cargo.toml': ['serde 1.0.150 runtime direct', 'cc runtime direct', 'quickcheck test direct'],
  },
  'composer-json': {
    'composer.json': [
      'monolog/monolog 2.9.1 runtime direct',
      'symfony/yaml runtime direct',
      'phpunit/phpunit test direct',
    ],
  },
  'dotnet-project': {
    'src/Shop.csproj': [
      'Nerdbank.GitVersioning 3.6.133 provided direct',
      'Newtonsoft.Json 13.0.1 runtime direct',
      'Serilog 3.0.1 runtime direct',
      'Dapper runtime direct',
      'Polly runtime direct',
      'Unlisted runtime direct',
      'StyleCop.Analyzers 1.1.118 provided direct',
    ],
  },
  gemfile: {
    Gemfile: [
      'rails 6.1.0 runtime direct',
      'rack runtime direct',
      'tool runtime direct',
      'own runtime direct',
      'puma runtime direct',
      'rspec 3.12.0 test direct',
      'yard runtime direct optional',
    ],
  },
  'mix-exs': {
    'mix.exs': [
      'plug 1.14.0 runtime direct',
      'phoenix runtime direct',
      'myxql 0.1.0 runtime direct optional',
      'tool runtime direct',
      'credo test direct',
    ],
  },
  'package-json': {
    'package.json': [
      'express 4.17.1 runtime direct',
      'lodash runtime direct',
      'left-pad 1.3.0 runtime direct',
      'tool runtime direct',
      'fsevents runtime direct optional',
      'mocha test direct',
    ],
    'packages/web/package.json': [
      'react 18.2.0 runtime direct',
      'vue runtime direct',
      'react-dom 18.2.0 test direct',
    ],
  },
  'package-swift': {
    'Package.swift': [
      'github.com/apple/swift-nio 2.41.1 runtime direct',
      'github.com/vapor/vapor runtime direct',
      'github.com/acme/old 1.2.3 runtime direct',
    ],
  },
  pipfile: {
    Pipfile: [
      'requests 2.31.0 runtime direct',
      'flask runtime direct',
      'tool runtime direct',
      'any runtime direct',
      'pytest test direct',
    ],
  },
  podfile: {
    Podfile: [
      'Alamofire 5.6.4 runtime direct',
      'AFNetworking runtime direct',
      'Tool runtime direct',
      'SwiftyJSON runtime direct',
    ],
  },
  'pubspec-yaml': {
    'pubspec.yaml': [
      'http 0.13.3 runtime direct',
      'path runtime direct',
      'tool runtime direct',
      'test test direct',
    ],
  },
  'pyproject-toml': {
    'pep621/pyproject.toml': [
      'requests 2.31.0 runtime direct',
      'flask runtime direct',
      'tool runtime direct',
      'uvicorn runtime direct optional',
      'pytest 7.4.0 test direct',
      'sphinx test direct',
    ],
    'poetry/pyproject.toml': [
      'django 4.2.1 runtime direct',
      'celery runtime direct optional',
      'own runtime direct',
      'pytest test direct',
    ],
  },
  'requirements-in': {
    'requirements-dev.in': ['pytest test direct'],
    'requirements.in': ['flask runtime direct', 'requests 2.31.0 runtime direct', 'click runtime direct'],
  },
  'setup-cfg': {
    'setup.cfg': [
      'requests 2.31.0 runtime direct',
      'flask runtime direct',
      'uvicorn runtime direct optional',
      'gunicorn 21.0.0 runtime direct optional',
    ],
  },
  'environment-yml': {
    'environment.yml': [
      'python runtime direct',
      'numpy 1.26.4 runtime direct',
      'pandas 2.1.0 runtime direct',
      'scipy runtime direct',
      'pip runtime direct',
      'requests 2.31.0 runtime direct',
      'flask runtime direct',
    ],
  },
  'conanfile-txt': {
    'conanfile.txt': [
      'zlib 1.2.11 runtime direct',
      'openssl runtime direct',
      'own 1.0 runtime direct',
      'cmake 3.22.6 provided direct',
    ],
  },
  'conanfile-py': {
    'conanfile.py': [
      'zlib 1.2.11 runtime direct',
      'own 1.0 runtime direct',
      'cmake 3.22.6 provided direct',
      'openssl runtime direct',
      'gtest 1.13.0 provided direct',
    ],
  },
  'vcpkg-json': {
    'vcpkg.json': ['fmt 10.1.0 runtime direct', 'zlib runtime direct', 'vcpkg-cmake provided direct'],
  },
  'build-sbt': {
    'build.sbt': [
      'com.typesafe.akka:akka-stream_2.13 2.8.0 runtime direct',
      'org.postgresql:postgresql 42.6.0 runtime direct',
      'org.slf4j:slf4j-api runtime direct',
      'org.scalatest:scalatest_2.13 3.2.15 test direct',
    ],
  },
  'paket-dependencies': {
    'paket.dependencies': [
      'FSharp.Core runtime direct',
      'Suave 2.6.2 runtime direct',
      'Serilog runtime direct',
      'github:acme/helpers runtime direct',
      'Expecto test direct',
    ],
  },
  'chart-yaml': {
    'Chart.yaml': ['postgresql 12.1.2 runtime direct', 'redis runtime direct'],
  },
  'gleam-toml': {
    'gleam.toml': [
      'gleam_stdlib runtime direct',
      'mist 1.2.0 runtime direct',
      'wisp 0.14.0 runtime direct',
      'tool runtime direct',
      'gleeunit test direct',
    ],
  },
  'rebar-config': {
    'rebar.config': [
      'jsx runtime direct',
      'cowboy 2.9.0 runtime direct',
      'hackney runtime direct',
      'uuid_erl 2.0.7 runtime direct',
      'recon_ex runtime direct',
      'ranch runtime direct',
      'rebar3_hex provided direct',
      'rebar3_proper 0.12.1 provided direct',
      'observer_cli 1.7.4 runtime direct',
      'meck test direct',
      'proper 1.4.0 test direct',
    ],
  },
  'julia-project': {
    'Project.toml': [
      'Dates runtime direct',
      'HTTP runtime direct',
      'JSON 0.21.4 runtime direct',
      'Tool runtime direct',
      'Plots runtime direct optional',
      'Test test direct',
    ],
  },
  opam: {
    'shop-core.opam': ['fmt 0.9.0 runtime direct', 'zarith runtime direct'],
    'shop.opam': [
      'ocaml runtime direct',
      'dune provided direct',
      'lwt 5.7.0 runtime direct',
      'cohttp-lwt-unix runtime direct',
      'eio_main runtime direct',
      'tls runtime direct',
      'ssl runtime direct',
      'alcotest 1.7.0 test direct',
      'odoc test direct',
      'tool runtime direct',
      'conf-gmp runtime direct optional',
    ],
  },
  rockspec: {
    'shop-1.0-1.rockspec': [
      'lua-cjson 2.1.0.10-1 runtime direct',
      'penlight runtime direct',
      'luasocket runtime direct',
      'acme/widget 1.2 runtime direct',
      'luaposix runtime direct',
      'luarocks-build-rust provided direct',
      'busted 2.1.2-3 test direct',
    ],
  },
  'bazel-module': {
    'MODULE.bazel': [
      'rules_jvm_external 6.2 runtime direct',
      'abseil-cpp 20230802.0 runtime direct',
      'protobuf 27.1 runtime direct',
      'tool runtime direct',
      'own runtime direct',
      'rules_testing 0.6.0 test direct',
      'com.google.guava:guava 33.2.1-jre runtime direct',
      'com.fasterxml.jackson.core:jackson-databind 2.15.2 runtime direct',
      'org.example:widget 1.0 runtime direct',
      'org.example:native 1.1 runtime direct',
      'org.slf4j:slf4j-api runtime direct',
      'org.example:ranged runtime direct',
      'org.example:computed runtime direct',
      'junit:junit 4.12 test direct',
    ],
  },
  'python-script': {
    'job.py': ['requests 2.31.0 runtime direct', 'rich runtime direct', 'tool runtime direct'],
  },
}

describe.each(manifestReaders.map((reader) => [reader.id, reader] as const))('%s', (id, reader) => {
  const paths = fixtureFiles(id)
    .map(({ path }) => path)
    .filter((path) => reader.matchesPath(path.split('/').at(-1)!) || reader.matchesContent !== undefined)

  test('lists what is asked for, with a version only if no other one is allowed', () => {
    const found = Object.fromEntries(paths.map((path) => [path, listed(readFixture(reader, path))]))
    expect(found).toEqual(expected[id])
  })

  test('calls all of it declared by the project itself', () => {
    for (const path of paths)
      for (const component of readFixture(reader, path).inventory!.components)
        expect(component).toMatchObject({ sureness: 'declared', isDirect: true })
  })
})
