/** One raw request, with a session unless it is anonymous. */
export interface HostileRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** Creates a request of about the given number of characters. */
type Hostile = (size: number) => HostileRequest

const login = '/api/v1/credentials/login'
const upload = '/api/v1/uploads/new/sbom-cdx.json'
const saml = '/api/v1/sso/saml/callback'

const times = (size: number, piece: string) => piece.repeat(Math.ceil(size / piece.length))
const list = (size: number, make: (at: number) => string, separator = '') => {
  const length = make(1000).length + separator.length
  return Array.from({ length: Math.ceil(size / length) }, (_, at) => make(at)).join(separator)
}

const json =
  (make: (size: number) => string, path = login): Hostile =>
  (size) => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: make(size),
  })

const posted =
  (make: (size: number) => string): Hostile =>
  (size) => ({
    method: 'POST',
    path: saml,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: make(size),
  })

const boundary = 'x'.repeat(60)
const part = (head: string, content = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
const form =
  (make: (size: number) => string): Hostile =>
  (size) => ({
    method: 'POST',
    path: upload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${make(size)}--${boundary}--\r\n`,
  })

const get =
  (path: (size: number) => string): Hostile =>
  (size) => ({ method: 'GET', path: path(size) })

const header =
  (name: string, make: (size: number) => string, path = '/api/v1/users/me'): Hostile =>
  (size) => ({ method: 'GET', path, headers: { [name]: make(size) } })

/** Bodies of any length the server accepts. */
export const hostileBodies: Record<string, Hostile> = {
  'JSON: levels of lists': json((size) => times(size / 2, '[') + times(size / 2, ']')),
  'JSON: levels of objects': json((size) => `${times(size, '{"a":')}1${times(size / 5, '}')}`),
  'JSON: many names': json((size) => `{${list(size, (at) => `"k${at}":1`, ',')}}`),
  'JSON: numeric names': json((size) => `{${list(size, (at) => `"${at * 7919}":1`, ',')}}`),
  'JSON: one name again and again': json((size) => `{${list(size, () => `"a":1`, ',')}}`),
  'JSON: a long list': json((size) => `[${times(size, '0,')}0]`),
  'JSON: a long number': json((size) => `{"a":${times(size, '1')}}`),
  'JSON: escapes': json((size) => `{"email":"${times(size, String.raw`\u0041`)}"}`),
  'JSON: a long password': json((size) => `{"email":"a@example.org","password":"${times(size, 'x')}"}`),
  'JSON: a long address': json((size) => `{"email":"${times(size, 'a@')}","password":"x"}`),
  'JSON: names of all objects': json((size) => `{${list(size, (at) => `"a.${at}.constructor_":1`, ',')}}`),
  'posted form: many fields': posted((size) => list(size, (at) => `a${at}=b`, '&')),
  'posted form: one field again and again': posted((size) => times(size, 'a=b&')),
  'posted form: escapes': posted((size) => `SAMLResponse=${times(size, '%41')}`),
  'posted form: broken escapes': posted((size) => `SAMLResponse=${times(size, '%')}`),
  'posted form: equals signs': posted((size) => `SAMLResponse=${times(size, '=')}`),
  'posted form: plus signs': posted((size) => `SAMLResponse=${times(size, '+')}`),
  'form: many fields': form((size) => list(size, (at) => part(`name="f${at}"`, 'x'))),
  'form: one field repeated': form((size) => times(size, part('name="branch"', 'x'))),
  'form: many files': form((size) => list(size, (at) => part(`name="file"; filename="f${at}"`, '{}'))),
  'form: a long name': form((size) => part(`name="${times(size, 'a')}"`)),
  'form: a long name of a file': form((size) => part(`name="file"; filename="${times(size, 'a/')}"`, '{}')),
  'form: parameters of a part': form((size) => part(`name="a"${times(size, '; a=b')}`)),
  'form: quotes in a part': form((size) => part(`name="${times(size, String.raw`\"`)}"`)),
  'form: lines of a head': form((size) => part(`name="a"\r\n${list(size, (at) => `X-${at}: y`, '\r\n')}`)),
  'form: almost boundaries': form((size) => part('name="branch"', times(size, `\r\n--${boundary.slice(1)}`))),
  'form: ends of lines': form((size) => part('name="branch"', times(size, '\r\n'))),
  'form: almost boundaries in a file': form((size) =>
    part('name="file"; filename="bom.json"', times(size, `\r\n--${boundary.slice(1)}`)),
  ),
  'form: nested forms': form((size) =>
    list(size, (at) => `--${boundary}\r\nContent-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`),
  ),
  'form: a preamble': form((size) => times(size, '-\r\n')),
}

/** Request lines and headers, limited by the server to 16 kB in total. */
export const hostileHeads: Record<string, Hostile> = {
  'path: parts': get((size) => `/api/v1/${times(size, 'a/')}`),
  'path: escapes': get((size) => `/api/v1/accounts/${times(size, '%41')}`),
  'path: slashes': get((size) => times(size, '/')),
  'path: dots': get((size) => `/${times(size, '../')}`),
  'query: names': get((size) => `/api/v1/site?${list(size, (at) => `a${at}=1`, '&')}`),
  'query: brackets': get((size) => `/api/v1/site?a${times(size, '[a]')}=1`),
  'query: one name again and again': get((size) => `/api/v1/site?${times(size, 'domain=a&')}`),
  'query: escapes': get((size) => `/api/v1/site?domain=${times(size, '%41')}`),
  'query: a long domain': get((size) => `/api/v1/site?domain=${times(size, 'a.')}`),
  'query: returnTo of slashes': get((size) => `/api/v1/sso/oidc/start?returnTo=${times(size, '/')}`),
  'cookies: many': header('cookie', (size) => list(size, (at) => `a${at}=b`, '; ')),
  'cookies: one again and again': header('cookie', (size) => times(size, 'assay_refresh=b; ')),
  'cookies: long': header('cookie', (size) => `assay_oidc=${times(size, 'b')}`, '/api/v1/sso/oidc/callback'),
  'cookies: escapes': header(
    'cookie',
    (size) => `assay_saml=${times(size, '%41')}`,
    '/api/v1/sso/saml/finish',
  ),
  'cookies: semicolons': header('cookie', (size) => times(size, ';')),
  'cookies: spaces': header('cookie', (size) => `a${times(size, ' ')}=b`),
  'authorization: spaces': header('authorization', (size) => `Bearer${times(size, ' ')}x`),
  'authorization: long': header('authorization', (size) => `Bearer asys_${times(size, 'A')}`),
  'authorization: basic': header(
    'authorization',
    (size) => `Basic ${times(size, 'Ojo6')}`,
    '/api/v1/scim/Users',
  ),
  'accept: types': header('accept', (size) => times(size, 'a/b;q=0.1,'), '/projects'),
  'accept: spaces': header('accept', (size) => `a${times(size, ' ')}b`, '/projects'),
  'accept-encoding: names': header('accept-encoding', (size) => times(size, 'gzip;q=0,')),
  'content-type: parameters': header('content-type', (size) => `multipart/form-data${times(size, ';a=b')}`),
  'content-type: spaces': header('content-type', (size) => `application/json;${times(size, ' ')}a`),
  'x-forwarded-for: addresses': header('x-forwarded-for', (size) => times(size, '127.0.0.1, ')),
  'x-forwarded-for: IPv6': header('x-forwarded-for', (size) => times(size, '::ffff:127.0.0.1,')),
  'x-forwarded-for: colons': header('x-forwarded-for', (size) => times(size, ':')),
  'forwarded: elements': header('forwarded', (size) => times(size, 'for="[::1]";by=a,')),
  'x-forwarded-host: long': header('x-forwarded-host', (size) => times(size, 'a.')),
  'idempotency-key: long': header('idempotency-key', (size) => times(size, 'a')),
  'if-none-match: tags': header('if-none-match', (size) => times(size, '"a",'), '/'),
  'range: ranges': header('range', (size) => `bytes=${times(size, '0-1,')}`, '/'),
  'user-agent: long': header('user-agent', (size) => times(size, '(')),
}
