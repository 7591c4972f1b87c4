import { describe, expect, test } from 'vitest'
import { readDocument } from '../read.ts'

const read = (path: string, text: string) => readDocument({ path, bytes: new TextEncoder().encode(text) })

describe('NUL and lone surrogates in escape sequences', () => {
  const bom = (component: string) =>
    `{"bomFormat":"CycloneDX","specVersion":"1.5","components":[{"type":"library",${component}}]}`

  test.each([
    ['bom.json', bom(String.raw`"name":"a\u0000","version":"1"`)],
    ['bom.json', bom(String.raw`"name":"a\ud83d","version":"1"`)],
    ['bom.json', bom(String.raw`"name":"a\ude00","version":"1"`)],
    [
      'package-lock.json',
      String.raw`{"lockfileVersion":3,"packages":{"":{},"node_modules/a\u0000":{"version":"1"}}}`,
    ],
    ['poetry.lock', '[[package]]\nname = "a\\u0000"\nversion = "1"\n[metadata]\nlock-version = "2.0"\n'],
    [
      'pnpm-lock.yaml',
      'lockfileVersion: "6.0"\npackages:\n  "/a\\0@1":\n    resolution: {integrity: sha512-AA==}\n',
    ],
  ])('are replaced with U+FFFD and reported: %s %s', (path, text) => {
    const { inventory } = read(path, text)
    expect(inventory?.components.map(({ name }) => name)).toEqual(['a\uFFFD'])
    expect(inventory?.issues.map(({ code }) => code)).toContain('text-invalid')
  })

  test('are replaced before components are merged', () => {
    const twice = bom(
      String.raw`"name":"a\u0000","version":"1"},{"type":"library","name":"a\ud800","version":"1"`,
    )
    expect(read('bom.json', twice).inventory?.components).toHaveLength(1)
  })

  test('are not detected in surrogate pairs or after an escaped backslash', () => {
    const whole = bom(String.raw`"name":"\ud83d\ude00 \\u0000","version":"1"`)
    const { inventory } = read('bom.json', whole)
    expect(inventory?.components.map(({ name }) => name)).toEqual([String.raw`😀 \u0000`])
    expect(inventory?.issues.map(({ code }) => code)).not.toContain('text-invalid')
  })

  test('make a package URL invalid', () => {
    const { inventory } = read('bom.json', bom('"name":"a","version":"1","purl":"pkg:npm/a%00b@1"'))
    expect(inventory?.components[0]).toMatchObject({ name: 'a', ecosystem: null })
    expect(inventory?.issues.map(({ code }) => code)).toContain('purl-invalid')
  })

  test('do not result from truncating long text', () => {
    const { inventory } = read(
      'bom.json',
      bom(`"name":"${'😀'.repeat(3_000)}","version":"x${'😀'.repeat(3_000)}"`),
    )
    const [component] = inventory!.components
    expect([component?.name.isWellFormed(), component?.version.isWellFormed()]).toEqual([true, true])
  })

  test('are handled in deeply nested documents', () => {
    expect(read('bom.json', `${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`).inventory).toBeNull()
  })
})
