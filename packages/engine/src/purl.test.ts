import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPurl, parsePurl } from './purl.ts'

const canonical = (text: string) => {
  const purl = parsePurl(text)
  return purl && formatPurl(purl)
}

test.each([
  ['PKG:NPM/@scope/Name@1.0.0', 'pkg:npm/%40scope/Name@1.0.0'],
  ['pkg://pypi/My_Package@1.0', 'pkg:pypi/my-package@1.0'],
  ['pkg:composer/Symfony/Yaml@v5', 'pkg:composer/symfony/yaml@v5'],
  ['pkg:brew/Homebrew/Core/SQLite@3.43.2', 'pkg:brew/homebrew/core/sqlite@3.43.2'],
  ['pkg:huggingface/Owner/Model@ABCDEF', 'pkg:huggingface/Owner/Model@abcdef'],
  ['pkg:githubactions/Actions/checkout@v4', 'pkg:githubactions/actions/checkout@v4'],
  ['pkg:rpm/Fedora/Curl@7.0-1?Distro=fedora-40&arch=', 'pkg:rpm/fedora/Curl@7.0-1?distro=fedora-40'],
  [
    'pkg:mlflow/CreditFraud@3?repository_url=https://adb-1.azuredatabricks.net/',
    'pkg:mlflow/creditfraud@3?repository_url=https:%2F%2Fadb-1.azuredatabricks.net%2F',
  ],
  [
    'pkg:mlflow/CreditFraud@3?repository_url=https://example.org',
    'pkg:mlflow/CreditFraud@3?repository_url=https:%2F%2Fexample.org',
  ],
  ['pkg:generic/a@1#../x/./y', 'pkg:generic/a@1#x/y'],
])('%s is normalized to %s', (text, expected) => {
  expect(canonical(text)).toBe(expected)
  expect(canonical(expected)).toBe(expected)
})

test('splits a git URL into the host as namespace and the path as name', () => {
  const purl = parsePurl('pkg:git/Example.org/Group/Sub/Project@abc')
  expect(purl).toMatchObject({ namespace: 'example.org', name: 'group/sub/project' })
  expect(formatPurl(purl!)).toBe('pkg:git/example.org/group/sub/project@abc')
})

test.each([
  ['pkg:swift/Alamofire@5.4.3', 'no host'],
  ['pkg:swift/github.com/Alamofire@5.4.3', 'no owner'],
  ['pkg:vscode-extension/java@1.0.0', 'no publisher'],
  ['pkg:otp/namespace/ssl@11.0', 'a namespace'],
  ['pkg:vcpkg/boost/asio@1.84.0', 'a namespace'],
  ['pkg:julia/HTTP@1.0.0', 'no uuid'],
  ['pkg:cpan/LWP::UserAgent@6.76', 'a module for a distribution'],
  ['pkg:chrome-extension/dogs', 'a name of another form'],
  ['pkg:chrome-extension/abcdefghijklmnopabcdefghijklmnop@1.2-beta', 'a version of another form'],
  ['pkg:npm/@1.0.0', 'no name'],
  ['pkg:npm', 'nothing but a type'],
  ['npm/lodash@1.0.0', 'no scheme'],
  ['pkg:npm/%zz', 'broken encoding'],
  ['pkg:npm/a?1=b', 'a key that is none'],
  [`pkg:npm/${'a'.repeat(5_000)}`, 'more than 4096 characters'],
])('rejects %s: %s', (text) => {
  expect(parsePurl(text)).toBeNull()
})

test('parses what it prints', () => {
  const type = fc.constantFrom(
    'npm',
    'maven',
    'git',
    'deb',
    'pypi',
    'hex',
    'generic',
    'constructor',
    'mlflow',
  )
  const parts = fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(type, parts, fc.string(), (type, names, rest) => {
      const purl = parsePurl(`pkg:${type}/${names.map(encodeURIComponentSafely).join('/')}${rest}`)
      if (purl) expect(parsePurl(formatPurl(purl))).toEqual(purl)
    }),
  )
})

const encodeURIComponentSafely = (text: string) => encodeURIComponent(text.toWellFormed())
