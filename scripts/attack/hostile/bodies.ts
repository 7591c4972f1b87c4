/** Bodies that match no schema. */
const malformed = [
  '',
  ' ',
  '{',
  '[',
  '{"a":',
  'undefined',
  "{'a':1}",
  '{"a":1,}',
  '\ufeff{}',
  '{}{}',
  '<xml/>',
]
const otherTypes = ['null', '0', '"x"', '[]', 'true']
const large = [
  '['.repeat(100_000),
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  '{"a":'.repeat(50_000),
  `[${'0,'.repeat(200_000)}0]`,
  `[${'{},'.repeat(100_000)}{}]`,
  `{"a":"${'x'.repeat(1_000_000)}"}`,
  `{"a":1${'0'.repeat(50_000)}}`,
]
const oddMembers = [
  '{"a":1,"a":2}',
  '{"__proto__":null}',
  String.raw`{"\u0000":1}`,
  String.raw`{"a":"\ud800"}`,
  '{"a":1e999}',
]
const forms = ['a=b&c=d', '__proto__=x', 'a=b&'.repeat(20_000), '%00=%00', 'SAMLResponse=x&RelayState=y']

export const hostileBodies: readonly string[] = [
  ...malformed,
  ...otherTypes,
  ...large,
  ...oddMembers,
  ...forms,
]

export const contentTypes: readonly string[] = [
  'application/json',
  'application/scim+json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json;',
  'application/json, text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/octet-stream',
  'text/plain',
  'text/html',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(1_000)}`,
  'multipart/mixed; boundary=x',
  '',
  '*/*',
  'x'.repeat(2_000),
]
