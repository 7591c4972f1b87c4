import { expect, it } from 'vitest'
import { parseCpe } from './cpe.ts'

it.each<[string, string, string | null]>([
  ['cpe:2.3:a:OpenSSL:openssl:1.1.1k:*:*:*:*:*:*:*', 'openssl:openssl', '1.1.1k'],
  ['cpe:2.3:o:vendor:product:*:*:*:*:*:*:*:*', 'vendor:product', null],
  ['cpe:2.3:h:vendor:product:-:*:*:*:*:*:*:*', 'vendor:product', null],
  ['cpe:/a:apache:log4j:2.14.1', 'apache:log4j', '2.14.1'],
  ['cpe:/a:apache:log4j', 'apache:log4j', null],
  ['cpe:2.3:a:x:a\\:b:1\\.0:*:*:*:*:*:*:*', 'x:a\\:b', '1.0'],
])('parses %s', (text, product, version) => expect(parseCpe(text)).toEqual({ product, version }))

it.each(['', 'cpe:', 'cpe:2.3:a', 'cpe:2.3:x:a:b:1', 'cpe:/a:vendor', 'pkg:npm/a'])('rejects %j', (text) =>
  expect(parseCpe(text)).toBeNull(),
)
