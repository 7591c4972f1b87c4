// What the walls send into every field, and `npm run attack` draws from.

/** Names that change what all objects share, where they are set. */
export const reservedNames = ['__proto__', 'constructor', 'prototype'] as const

/** Text that PostgreSQL cannot store: NUL, and surrogates without their other half. */
export const unstorableTexts = ['a\0b', 'a\ud800b', '\udc00'] as const

/** Hostile text, by what it may break. */
export const hostileTexts: Record<string, readonly string[]> = {
  blank: ['', ' ', '\t', '\n', '\r\n'],
  long: ['a'.repeat(300), 'a'.repeat(20_000), 'é'.repeat(1_500), '😀'.repeat(600), '\u0300'.repeat(300)],
  unicode: ['\0', '\ud800', '\udfff\ud800', ...unstorableTexts, '\ufffe', '\uffff', '\ufeff', '\u202e'],
  properties: [...reservedNames, 'toString', 'hasOwnProperty', 'valueOf', 'length', 'then'],
  'values of other types': ['null', 'undefined', 'NaN', 'true', '{}', '[]', '{"__proto__":{"x":1}}', '""'],
  'SQL and templates': [
    "'",
    '"',
    "' or 1=1 --",
    "'; select pg_sleep(20); --",
    '$1',
    '${7*7}',
    '{{7*7}}',
    '\\',
  ],
  patterns: ['%', '_', '%%', '%_'.repeat(5_000), '*'.repeat(500), '(a+)+$'],
  markup: [
    '<script>alert(1)</script>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '=cmd()',
    '[object Object]',
  ],
  files: ['../../etc/passwd', '..', '.', '/', '//', '\\\\host\\share', 'C:\\', 'file:///etc/passwd'],
  addresses: [
    'javascript:alert(1)',
    'data:,x',
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://169.254.169.254/',
    'http://localhost:99999/',
    'https://',
    'https://user:secret@example.org/x',
    `https://example.org/${'a/'.repeat(2_000)}`,
    'https://xn--/',
    'https://é.例/',
  ],
  nesting: ['('.repeat(2_000), '['.repeat(2_000), '(('.repeat(30), 'not (not (a pr))'],
  numbers: ['1'.repeat(5_000), '1.'.repeat(3_000), '1e400', '-1e400'],
  dates: [
    '2020-01-01',
    '0000-00-00',
    '9999-12-31',
    '10000-01-01',
    '-000001-01-01',
    '2020-13-45',
    '2024-02-30T25:61:61Z',
    '275760-09-13T00:00:00.001Z',
    '1970-01-01T00:00:00Z',
    '2024-01-01T00:00:00+99:99',
  ],
  ids: [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '{00000000}',
    'not-a-uuid',
  ],
  'email addresses': [
    'a@b',
    'a@b.c',
    `${'a'.repeat(64)}@example.org`,
    'a@'.repeat(500),
    '"a b"@example.org',
    'a@[127.0.0.1]',
    'é@é.é',
  ],
  'SCIM filters': ['userName eq "a"', 'userName eq', 'emails[type eq "work"].value', 'a.b.c.d'],
  packages: [
    'pkg:npm/a@1',
    'pkg:npm/%00@1',
    'CVE-2020-0001',
    'CVE-'.repeat(200),
    'MIT OR ('.repeat(300),
    'LicenseRef-x',
  ],
  secrets: [
    'asya_x',
    'asys_x',
    `asya_${'A'.repeat(5_000)}`,
    'eyJhbGciOiJub25lIn0.e30.',
    'AAAA',
    '====',
    'bm90IGpzb24',
  ],
}
