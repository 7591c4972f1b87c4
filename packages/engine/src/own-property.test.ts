import { describe, expect, test } from 'vitest'
import { findByUrl } from './licenses/license-urls.ts'
import { readDocument } from './documents/read.ts'
import { ownProperty } from './own-property.ts'
import { parsePurl } from './purl.ts'

const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
const encode = (text: string) => new TextEncoder().encode(text)
const namesIn = (path: string, text: string) => {
  const { inventory, issues } = readDocument({ path, bytes: encode(text) })
  return inventory ? inventory.components.map(({ name }) => name) : issues
}

const keys = () => [Object, Array, Function].map(({ prototype }) => Reflect.ownKeys(prototype).length)
const before = keys()

describe.each(inherited)('%s', (name) => {
  test('is found only as an own property', () => {
    expect(ownProperty({}, name)).toBeUndefined()
    expect(ownProperty(JSON.parse(`{"${name}":1}`) as object as Record<string, unknown>, name)).toBe(1)
  })

  // As JSON text, because in an object literal __proto__ would not be a key.
  test.each([
    [
      'package-lock.json',
      `{"lockfileVersion":3,"packages":{"":{},"node_modules/${name}":{"version":"1.0.0"}}}`,
    ],
    [
      'package-lock.json',
      `{"lockfileVersion":1,"dependencies":{"a":{"version":"1.0.0","requires":{"${name}":"1"}},"${name}":{"version":"1.0.0"}}}`,
    ],
    ['Pipfile.lock', `{"_meta":{"hash":{}},"default":{"${name}":{"version":"==1.0.0"}},"develop":{}}`],
    ['composer.lock', `{"content-hash":"x","packages":[{"name":"${name}","version":"1.0.0"}]}`],
    [
      'pnpm-lock.yaml',
      `lockfileVersion: '6.0'\ndependencies:\n  ${name}:\n    specifier: 1.0.0\n    version: 1.0.0\npackages:\n  /${name}@1.0.0:\n    resolution: {integrity: sha512-AA==}\n`,
    ],
    [
      'yarn.lock',
      `# yarn lockfile v1\n\n\n${name}@^1.0.0:\n  version "1.0.0"\n  resolved "https://example.org/a.tgz"\n`,
    ],
    [
      'poetry.lock',
      `[[package]]\nname = "${name}"\nversion = "1.0.0"\n[package.source]\ntype = "${name}"\n[metadata]\nlock-version = "2.0"\n`,
    ],
    ['Cargo.lock', `version = 3\n[[package]]\nname = "${name}"\nversion = "1.0.0"\nsource = "registry+x"\n`],
    [
      'bom.json',
      `{"bomFormat":"CycloneDX","specVersion":"1.5","components":[{"type":"library","bom-ref":"${name}","name":"${name}","version":"1","purl":"pkg:npm/${name}@1.0.0"}],"dependencies":[{"ref":"${name}","dependsOn":["${name}"]}]}`,
    ],
  ])('is read as a package name in %s', (path, text) => {
    expect(namesIn(path, text)).toContain(name)
    expect(keys()).toEqual(before)
  })

  test('is not a license, but can be a qualifier of a package URL', () => {
    expect(findByUrl(name)).toBeNull()
    expect(parsePurl(`pkg:npm/a@1?${name.toLowerCase()}=x`)?.version).toBe('1')
  })
})
