import { describe, expect, test } from 'vitest'
import { parsePurl } from '../purl.ts'
import type { EcosystemId } from './ecosystem.ts'
import { ecosystemName, ecosystemNames } from './names.ts'
import {
  distributionOfVersion,
  ecosystemById,
  ecosystemByLanguage,
  ecosystemByOsvName,
  ecosystemOfPurl,
  ecosystems,
  ecosystemsByLanguage,
} from '../ecosystems.ts'

/** Spellings of one package, and the name of another package. */
const names: [EcosystemId, string[], string][] = [
  ['npm', ['JSONStream'], 'jsonstream'],
  ['pypi', ['Flask_SQL.Alchemy', 'flask-sql-alchemy', 'flask__sql-._alchemy'], 'flasksqlalchemy'],
  ['maven', ['org.slf4j:slf4j-api'], 'org.slf4j:SLF4J-api'],
  ['go', ['github.com/BurntSushi/toml', 'github.com/!burnt!sushi/toml'], 'github.com/burntsushi/toml'],
  ['packagist', ['Symfony/Http-Kernel', 'symfony/http-kernel'], 'symfony/http_kernel'],
  ['rubygems', ['RedCloth'], 'redcloth'],
  ['crates.io', ['Serde_JSON', 'serde-json'], 'serdejson'],
  ['nuget', ['Newtonsoft.Json', 'newtonsoft.json'], 'Newtonsoft-Json'],
  ['pub', ['Shared_Preferences', 'shared_preferences', 'shared-preferences'], 'sharedpreferences'],
  ['hex', ['Phoenix_HTML', 'phoenix_html'], 'acme/phoenix_html'],
  [
    'swift',
    [
      'github.com/apple/swift-nio',
      'https://github.com/Apple/swift-nio.git',
      'https://token@github.com:443/apple/swift-nio/',
      'git@github.com:apple/swift-nio.git',
      'ssh://git@github.com/apple/swift-nio',
    ],
    'github.com/apple/swift-nio-ssl',
  ],
  ['cocoapods', ['AFNetworking', 'AFNetworking/Security'], 'afnetworking'],
  ['conan', ['OpenSSL', 'openssl'], 'open_ssl'],
  ['cran', ['data.table'], 'data-table'],
  ['cpan', ['Catalyst-Runtime', 'Catalyst::Runtime'], 'catalyst-runtime'],
  ['hackage', ['HTTP'], 'http'],
  ['julia', ['HTTP'], 'Http'],
  ['opam', ['lwt_ssl'], 'lwt-ssl'],
  ['github-actions', ['GitHub/CodeQL-Action/init', 'github/codeql-action'], 'github/codeql'],
  ['bitnami', ['Apache', 'apache'], 'apache-exporter'],
]

test.each(names)('%s: %j are one package, %s is another', (id, [first, ...rest], other) => {
  const { normalizeName } = ecosystemById(id)
  for (const name of rest) expect(normalizeName(name)).toBe(normalizeName(first!))
  expect(normalizeName(other)).not.toBe(normalizeName(first!))
})

const purls: [string, EcosystemId, string][] = [
  ['pkg:npm/%40angular/core@1.0.0', 'npm', '@angular/core'],
  ['pkg:pypi/Django_REST@1', 'pypi', 'django-rest'],
  ['pkg:maven/org.slf4j/slf4j-api@1', 'maven', 'org.slf4j:slf4j-api'],
  ['pkg:golang/github.com/BurntSushi/toml@v1.0.0', 'go', 'github.com/BurntSushi/toml'],
  ['pkg:composer/symfony/yaml@1', 'packagist', 'symfony/yaml'],
  ['pkg:gem/rails@7', 'rubygems', 'rails'],
  ['pkg:cargo/serde_json@1', 'crates.io', 'serde_json'],
  ['pkg:nuget/Newtonsoft.Json@13', 'nuget', 'Newtonsoft.Json'],
  ['pkg:pub/http@1.0.0', 'pub', 'http'],
  ['pkg:hex/jason@1.1.2', 'hex', 'jason'],
  ['pkg:hex/acme/secret@1.1.2', 'hex', 'acme/secret'],
  ['pkg:swift/github.com/Alamofire/Alamofire@5.4.3', 'swift', 'github.com/Alamofire/Alamofire'],
  ['pkg:cocoapods/ShareKit@2.0#Twitter', 'cocoapods', 'ShareKit'],
  ['pkg:conan/openssl.org/openssl@3.0.3?channel=stable&user=acme', 'conan', 'openssl'],
  ['pkg:cran/data.table@1.14.8', 'cran', 'data.table'],
  ['pkg:cpan/DROLSKY/DateTime@1.55', 'cpan', 'DateTime'],
  ['pkg:hackage/AC-HalfInteger@1.2.1', 'hackage', 'AC-HalfInteger'],
  ['pkg:julia/HTTP@1.0.0?uuid=cd3eb016-35fb-5094-929b-558a96fad6f3', 'julia', 'HTTP'],
  ['pkg:opam/cohttp-lwt@6.0.0', 'opam', 'cohttp-lwt'],
  ['pkg:githubactions/actions/checkout@v4', 'github-actions', 'actions/checkout'],
  ['pkg:githubactions/github/codeql-action%2Finit@v3', 'github-actions', 'github/codeql-action/init'],
  ['pkg:alpine/sudo@1.9.5p2-r0', 'alpine', 'sudo'],
  ['pkg:dotnet/Newtonsoft.Json@13', 'nuget', 'Newtonsoft.Json'],
  ['pkg:bitnami/wordpress@6.2.0-1?arch=arm64', 'bitnami', 'wordpress'],
]

test.each(purls)('parses %s as a package of %s named %s', (text, id, name) => {
  const purl = parsePurl(text)!
  const ecosystem = ecosystemOfPurl(purl)!
  expect([ecosystem.id, ecosystem.nameFromPurl(purl.namespace, purl.name)]).toEqual([id, name])
})

test('every package registry has names and a package URL here', () => {
  const distributions = ecosystemsByLanguage('linux')
  const tested = (id: EcosystemId) => names.some(([of]) => of === id) && purls.some(([, of]) => of === id)
  const missing = ecosystems.filter((each) => !distributions.includes(each) && !tested(each.id))
  expect(missing.map(({ id }) => id)).toEqual([])
})

test.each(ecosystems)(
  '$id is shown as $name, by id and by language',
  ({ id, name, languages: [language] }) => {
    expect(ecosystemNames[id]).toBe(name)
    expect(ecosystemName(id)).toBe(name)
    expect(ecosystemName(language)).toBe(name)
  },
)

test.each(['other', 'constructor', ''])('%j has no display name', (text) => {
  expect(ecosystemName(text)).toBeNull()
})

describe('finding an ecosystem', () => {
  test.each(ecosystems)('$name: by its OSV name, suffixed or not, and by its languages', (ecosystem) => {
    const { osvName, osvParts = [''] } = ecosystem
    for (const part of osvParts) {
      if (part === '') expect(ecosystemByOsvName(osvName)).toBe(ecosystem)
      expect(ecosystemByOsvName(`${osvName}:${part}:1`)).toBe(ecosystem)
    }
    for (const language of ecosystem.languages) expect(ecosystemByLanguage(language)).toBe(ecosystem)
  })
})

test('a name that several share is the first of them, and of none if another part follows', () => {
  expect(ecosystemByOsvName('TuxCare')?.osvName).toBe('TuxCare')
  for (const label of ['TuxCare:npm', 'Root:PyPI', 'Root:Maven']) expect(ecosystemByOsvName(label)).toBeNull()
})

test.each([
  ['7.88.1-10+deb12u5', 'debian'],
  ['1.1.1n-0+deb11u3~bpo10+1', 'debian'],
  ['3.0.2-0ubuntu1.15', 'ubuntu'],
  ['1:2.34.1-1ubuntu1.10', 'ubuntu'],
  ['2.35.1+git~22.04', 'ubuntu'],
  ['1.36.1-r5', 'alpine'],
  ['1:3.0.7-27.el9', 'red-hat'],
  ['3.0.7-16.el8_6', 'red-hat'],
  ['2.4.57-5.el9.alma.1', 'almalinux'],
  ['2.4.57-5.el9.rocky.0.1', 'rocky-linux'],
  ['1.1.1l-150400.7.22.1', 'suse'],
  ['2.9.14-lp154.5.3', 'opensuse'],
  ['1.2.13.dfsg-1', null],
  ['1.0', null],
])('recognizes %s as a version of %s', (version, id) => {
  expect(distributionOfVersion(version)?.id ?? null).toBe(id)
})

test("'linux' stands for all distributions, and any other language for at most one ecosystem", () => {
  expect(ecosystemsByLanguage('Linux').map(({ id }) => id)).toEqual(
    expect.arrayContaining(['debian', 'alpine', 'red-hat', 'opensuse']),
  )
  expect(ecosystemsByLanguage('perl').map(({ id }) => id)).toEqual(['cpan'])
  expect(ecosystemsByLanguage('pascal')).toEqual([])
})
