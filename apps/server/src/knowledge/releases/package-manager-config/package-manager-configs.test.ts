import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRegistries } from './package-manager-configs.ts'
import { basic, openConfigFiles } from './config-files.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'assay-package-managers-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function find(files: Record<string, string>, variables: Record<string, string> = {}) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await writeFile(join(home, path), text)
  }
  // Ignores /etc of the machine that runs the tests.
  return findRegistries(
    openConfigFiles({ HOME: home, PIP_CONFIG_FILE: join(home, 'pip.conf'), ...variables }),
  )
}

test('a machine without settings has no registries', async () => {
  await writeFile(join(home, 'pip.conf'), '')
  expect([...(await find({})).values()].flat()).toEqual([])
})

test('.npmrc: registries by scope, with host credentials and environment variables', async () => {
  const npm = (
    await find(
      {
        '.npmrc': [
          '# comment',
          'registry = https://npm.example.org/all/',
          '@Acme:registry=https://acme.example.org/npm/',
          '//acme.example.org/npm/:_authToken=${SECRET_TOKEN}',
          '//npm.example.org/:username=me',
          `//npm.example.org/:_password=${btoa('pass:word')}`,
        ].join('\r\n'),
      },
      { SECRET_TOKEN: 'abc' },
    )
  ).get('npm')!
  expect(npm).toMatchObject([
    { url: 'https://acme.example.org/npm', authorization: 'Bearer abc' },
    { url: 'https://npm.example.org/all', authorization: basic('me', 'pass:word') },
  ])
  expect(npm[0]!.matches!('@Acme/x')).toBe(true)
  expect(npm[0]!.matches!('@Acmeish/x')).toBe(false)
})

test('pip.conf, with the environment variable taking precedence', async () => {
  const files = { 'pip.conf': '[global]\nindex-url = https://a:b%20c@pypi.example.org/simple/\n' }
  expect((await find(files)).get('pypi')).toEqual([
    { url: 'https://pypi.example.org/simple', authorization: basic('a', 'b c') },
  ])
  expect((await find(files, { PIP_INDEX_URL: 'http://other.example.org/simple' })).get('pypi')).toEqual([
    { url: 'http://other.example.org/simple' },
  ])
})

test('GOPROXY: the first address, except for private modules', async () => {
  const [own, go] = (
    await find({
      '.config/go/env':
        'GOPROXY=off|https://go.example.org,direct\nGOPRIVATE=*.corp.example.org,github.com/acme/*',
    })
  ).get('go')!
  expect(go!.url).toBe('https://go.example.org')
  const names = ['github.com/acme', 'github.com/acme/x/v2', 'git.corp.example.org/y', 'github.com/other/z']
  expect(names.filter((name) => own!.matches!(name))).toEqual([
    'github.com/acme/x/v2',
    'git.corp.example.org/y',
  ])
  expect(own!.url).toBeNull()
  expect(
    (await find({}, { GOPROXY: 'off', GOPRIVATE: '' })).get('go')?.filter(({ url }) => url !== null),
  ).toEqual([])
})

test('cargo: the source replacement, if it is a sparse index', async () => {
  const config = (registry: string) =>
    `[source.crates-io]\nreplace-with = "a"\n[source.a]\nreplace-with = "b"\n[source.b]\nregistry = "${registry}"\n`
  const found = async (registry: string) =>
    (await find({ '.cargo/config.toml': config(registry) })).get('crates.io')
  expect(await found('sparse+https://cargo.example.org/index/')).toEqual([
    { url: 'https://cargo.example.org/index' },
  ])
  expect(await found('https://git.example.org/index')).toEqual([])
  expect((await find({ '.cargo/config.toml': '[[[' })).get('crates.io')).toEqual([])
})

test('settings.xml: the mirror of all or of central, with its server credentials', async () => {
  const settings = (password: string) => `<settings><servers><server><id>m</id><username>u</username>
    <password>${password}</password></server></servers><mirrors>
    <mirror><id>x</id><mirrorOf>snapshots</mirrorOf><url>https://x.example.org</url></mirror>
    <mirror><id>m</id><mirrorOf>*,!internal</mirrorOf><url>https://maven.example.org/all</url></mirror></mirrors></settings>`
  const found = async (text: string) => (await find({ '.m2/settings.xml': text })).get('maven')
  expect(await found(settings('p'))).toEqual([
    { url: 'https://maven.example.org/all', authorization: basic('u', 'p') },
  ])
  expect(await found(settings('{encrypted}'))).toEqual([{ url: 'https://maven.example.org/all' }])
  expect(await found('<settings')).toEqual([])
})

test('NuGet.Config: the first v3 registry', async () => {
  const text = `<configuration><packageSources><add key="folder" value="C:\\x"/>
    <add key="our own" value="https://nuget.example.org/v3/index.json"/></packageSources>
    <packageSourceCredentials><our_x0020_own><add key="Username" value="u"/>
    <add key="ClearTextPassword" value="p"/></our_x0020_own></packageSourceCredentials></configuration>`
  expect((await find({ '.nuget/NuGet/NuGet.Config': text })).get('nuget')).toEqual([
    { url: 'https://nuget.example.org/v3', authorization: basic('u', 'p') },
  ])
})

test('bundle config: the mirror of all sources, otherwise of rubygems.org', async () => {
  const own = 'BUNDLE_MIRROR__HTTPS://RUBYGEMS__EXAMPLE/: "https://gems.example.org"'
  const found = async (text: string) => (await find({ '.bundle/config': text })).get('rubygems')
  expect(await found(`---\nBUNDLE_PATH: "x"\n`)).toEqual([])
  expect(await found(`${own}\nBUNDLE_MIRROR__ALL: "https://all.example.org/gems/"\n`)).toEqual([
    { url: 'https://all.example.org/gems' },
  ])
})
