/** Raw paths and queries that are not the encoding of any text. */
const malformedEscapes = ['%00', '%', '%zz', '%ED%A0%80', '%C0%80', '%FF', '%25%30%30', '%0d%0aSet-Cookie:x']
const separators = ['%2e%2e%2f', '..%2f..%2f', '%2F', '%5C', ';a=b', '//', '/./', '?', '#', '&', '*']
const longParts = ['%41'.repeat(2_000), 'a'.repeat(9_000), 'a'.repeat(20_000), '%F0%9F%98%80']

export const rawParts: readonly string[] = [...malformedEscapes, ...separators, ...longParts]

export const rawQueries: readonly string[] = [
  '__proto__=x',
  'constructor=x',
  '__proto__[a]=x',
  'a=%00',
  'a=%ED%A0%80',
  'a=%',
  '=',
  '&&&',
  'a=b=c',
  'a[]=1&a[]=2',
  'limit=1&limit=2',
  'email=a&email=b',
  'a=b&'.repeat(2_000),
  `search=${'%25_'.repeat(2_000)}`,
  'domain=%00',
  'cursor=AAAA',
  'from=&to=',
  '?',
  '%00=1',
]
