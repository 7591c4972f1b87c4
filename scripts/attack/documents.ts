import { npmInventory } from '@assay/server/testing/inventories.ts'
import { gzipSync } from 'node:zlib'
import type { Random } from '../random.ts'

interface Document {
  name: string
  bytes: Uint8Array
}

const text = (name: string, content: string): Document => ({ name, bytes: new TextEncoder().encode(content) })
const bom = (component: string) =>
  text('bom.json', `{"bomFormat":"CycloneDX","specVersion":"1.5","components":[${component}]}`)

/** Uploads: valid, broken, and valid with names that cannot be stored. */
const documents: readonly Document[] = [
  { name: 'bom.json', bytes: npmInventory(['lodash@4.17.4']) },
  { name: 'bom.json', bytes: npmInventory(['__proto__@1.0.0', 'constructor@1.0.0', 'toString@1.0.0']) },
  bom(String.raw`{"type":"library","name":"a\u0000b","version":"1\u0000","purl":"pkg:npm/a%00b@1%00"}`),
  bom(
    String.raw`{"type":"library","name":"a\ud800","version":"\udc00","purl":"pkg:npm/a@1","licenses":[{"license":{"name":"\ud800"}}]}`,
  ),
  bom(`{"type":"library","name":"${'😀'.repeat(3_000)}","version":"${'1'.repeat(5_000)}"}`),
  bom(
    `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"name":"x","version":"1"}`,
  ),
  text('bom.json', '['.repeat(100_000)),
  text('bom.json', '{"bomFormat":"CycloneDX","specVersion":"1.5","components":5,"dependencies":{"a":1}}'),
  text(
    'bom.xml',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><bom>&x;</bom>',
  ),
  text('bom.xml', `<bom xmlns="http://cyclonedx.org/schema/bom/1.5">${'<components>'.repeat(20_000)}`),
  text(
    'package-lock.json',
    '{"lockfileVersion":3,"packages":{"node_modules/__proto__":{"version":"1.0.0"},"":{}}}',
  ),
  text(
    'package-lock.json',
    '{"lockfileVersion":1,"dependencies":{"constructor":{"version":"1.0.0","requires":{"__proto__":"1"}}}}',
  ),
  text('yarn.lock', '# yarn lockfile v1\n\n\n__proto__@1:\n  version "1.0.0"\n'),
  text('pnpm-lock.yaml', 'lockfileVersion: "9.0"\npackages:\n  "a\\0b@1.0.0": {}\n  ? [a, b]\n  : x\n'),
  text('poetry.lock', '[[package]]\nname = "a\\u0000b"\nversion = "1"\n[__proto__]\npolluted = true\n'),
  text('requirements.txt', `${'a'.repeat(5_000)}==1\n-r ../../etc/passwd\n-r requirements.txt\n`),
  text('go.sum', 'a v1 h1:x\n'.repeat(5_000)),
  text('pom.xml', '<project><parent><relativePath>../pom.xml</relativePath></parent></project>'),
  text('x.csv', 'name,version\n"a\n'),
  text(
    'spdx.json',
    '{"spdxVersion":"SPDX-2.3","packages":[{"SPDXID":"__proto__","name":"constructor","versionInfo":"1"}]}',
  ),
  text('empty', ''),
  { name: 'binary', bytes: new Uint8Array(1_000).fill(0) },
  { name: 'utf16.json', bytes: new Uint8Array([0xff, 0xfe, 0x7b, 0x00]) },
  { name: 'invalid.json', bytes: new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x7d]) },
  { name: 'bom.json.gz', bytes: gzipSync('{'.repeat(2_000_000)) },
]

const names = [
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '/etc/passwd',
  '',
  ' ',
  'a/b/yarn.lock',
  'a\0b.json',
  '😀.json',
  'a'.repeat(3_000),
]

export function hostileDocument(random: Random): Document {
  const document = random.pick(documents)
  return random.happens(0.3) ? { ...document, name: random.pick(names) } : document
}
