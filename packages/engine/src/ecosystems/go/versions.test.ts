import { expect, test } from 'vitest'
import { go } from './index.ts'

test.each(['', 'v', 'go', 'gopher', 'go1.21rc', 'latest', 'abcdef123456', 'master'])(
  'does not accept %j',
  (text) => {
    expect(go.compareVersions(text, 'v1.0.0')).toBeNull()
  },
)

test.each([
  ['v1.2.3', true],
  ['v2.0.0+incompatible', true],
  ['go1.21.3', true],
  ['go1.21rc2', false],
  ['v1.2.3-rc.1', false],
  ['v0.0.0-20200101000000-abcdef123456', false],
  ['v1.2.4-0.20191109021931-daa7c04131f5', false],
])('%s is stable: %s', (version, isStable) => {
  expect(go.isStable(version)).toBe(isStable)
})

test.each([
  ['v1.2.3', 'v1.2.4-0.20191109021931-daa7c04131f5', 'patch'],
  ['v0.0.0-20200101000000-abcdef123456', 'v0.1.0', 'minor'],
  ['v1.9.0', 'v2.0.0+incompatible', 'major'],
  ['go1.20.14', 'go1.21rc1', 'minor'],
  ['v2.0.0', 'v2.0.0+incompatible', null],
])('the step from %s to %s is %s', (a, b, step) => {
  expect(go.stepBetween(a, b)).toBe(step)
})

test('uses the case-sensitive module path as the name', () => {
  expect(go.nameFromPurl('github.com/BurntSushi', 'toml')).toBe('github.com/BurntSushi/toml')
  expect(go.nameFromPurl(null, 'stdlib')).toBe('stdlib')
  expect(go.normalizeName('github.com/BurntSushi/toml')).toBe('github.com/BurntSushi/toml')
})

test('links to the page of a version', () => {
  expect(go.webUrl('golang.org/x/net', '0.7.0')).toBe('https://pkg.go.dev/golang.org/x/net@v0.7.0')
  expect(go.webUrl('golang.org/x/net', 'v0.7.0')).toBe('https://pkg.go.dev/golang.org/x/net@v0.7.0')
  expect(go.webUrl('stdlib', '1.20.3')).toBe('https://pkg.go.dev/std@go1.20.3')
  expect(go.webUrl('toolchain', 'go1.21rc2')).toBe('https://pkg.go.dev/cmd@go1.21rc2')
  expect(go.webUrl('golang.org/x/net', 'master')).toBeNull()
})

test.each([
  ['stdlib', 'go1.22.3-bigcorp', 'go1.22.3'],
  ['stdlib', '1.22.3 X:boringcrypto', '1.22.3'],
  ['stdlib', 'v1.22.3-bigcorp', 'v1.22.3'],
  ['toolchain', '1.21rc2', 'go1.21rc2'],
  ['stdlib', '1.21.0-rc.2', '1.21.0-rc.2'],
  ['stdlib', '1.21.0-0', '1.21.0-0'],
  ['stdlib', 'devel', 'devel'],
  ['example.org/stdlib', '1.22.3-bigcorp', '1.22.3-bigcorp'],
])('reads %s %s as version %s', (name, version, plain) => {
  expect(go.versionFromPurl!(version, {}, name)).toBe(plain)
  if (/\d/.test(plain)) expect(go.compareVersions(plain, plain)).toBe(0)
})
