/** Hosts with a short form (`github:org/repo`) and case-insensitive paths. */
const shortHosts = { github: 'github.com', gitlab: 'gitlab.com', bitbucket: 'bitbucket.org' } as const
const shortForms: readonly [string, string][] = Object.entries(shortHosts)

/** Alternative host names for ssh over port 443. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
])

const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['https', '443'],
  ['http', '80'],
  ['git', '9418'],
])

interface Repository {
  host: string
  path: string
}

/**
 * Normalizes a url to a project key: scheme, user, default port, `www.`, `.git`, slashes and `account=` do not
 * distinguish repositories, nor does case in hosts and on hosts with case-insensitive paths.
 * `https://GitHub.com/Org/repo.git` and `git@github.com:org/repo` both become 'github.com/org/repo'. Other queries and
 * fragments are part of the key. Linear in the length of the url.
 */
export function projectIdentity(url: string): string {
  const { base, query, fragment } = splitUrl(url.trim())
  const repository = readRepository(base)
  if (repository === null) return (plainName(base) || base) + suffix(query, fragment)
  const isShort = isShortHost(repository.host)
  const name = nameOf(repository)
  return (isShort ? name.toLowerCase() : name) + suffix(isShort ? '' : query, fragment)
}

/** The default name of a project: 'github.com/Org/repo', 'docker:image'. Never '' for a url. */
export function projectName(url: string): string {
  const text = url.trim()
  const { base, fragment } = splitUrl(text)
  const repository = readRepository(base)
  return (repository ? nameOf(repository) : plainName(base) || base) + suffix('', fragment) || text
}

/** The https address of the repository; null if it is none, such as 'docker:image' or a path. */
export function projectWebAddress(url: string): string | null {
  const { base, fragment } = splitUrl(url.trim())
  const repository = readRepository(base)
  return repository ? `https://${nameOf(repository)}${suffix('', fragment)}` : null
}

/** 'owner/name' of a project whose repository is at the site, such as 'https://github.com'; null for any other. */
export function repositoryAt(site: string, url: string): string | null {
  const address = projectWebAddress(url)
  if (address === null) return null
  const { host, pathname } = new URL(address)
  const path = pathname.replaceAll(/^\/+|\/+$/g, '')
  return host === new URL(site).host && /^[\w.-]+(?:\/[\w.-]+)+$/.test(path) ? path : null
}

/** The name format expected by API clients: 'github:org/repo' for 'github.com/org/repo'; others are unchanged. */
export function shortProjectName(name: string): string {
  for (const [kind, host] of shortForms)
    if (name.startsWith(`${host}/`)) return `${kind}:${name.slice(host.length + 1)}`
  return name
}

/** The url and its alternative spellings in patterns and documents. */
export function projectSpellings(url: string): string[] {
  const web = projectWebAddress(url)
  if (web === null) return [url]
  const name = web.slice('https://'.length)
  return [...new Set([url, web, name, shortProjectName(name)])]
}

/** 'account=' names the account at the server, not the repository. */
function splitUrl(text: string): { base: string; query: string; fragment: string } {
  const hash = text.indexOf('#')
  const beforeHash = hash < 0 ? text : text.slice(0, hash)
  const mark = beforeHash.indexOf('?')
  const query = mark < 0 ? '' : beforeHash.slice(mark + 1)
  const remaining = query.split('&').filter((part) => part !== '' && !/^account(?:=|$)/i.test(part))
  return {
    base: mark < 0 ? beforeHash : beforeHash.slice(0, mark),
    query: remaining.join('&'),
    fragment: hash < 0 ? '' : text.slice(hash + 1),
  }
}

const suffix = (query: string, fragment: string) =>
  (query === '' ? '' : `?${query}`) + (fragment === '' ? '' : `#${fragment}`)

function readRepository(base: string): Repository | null {
  const [, short, shortPath = ''] = /^(github|gitlab|bitbucket):(.*)$/is.exec(base) ?? []
  if (short !== undefined) return repository(shortHosts[short.toLowerCase() as 'github'], shortPath)
  const [, scheme = '', rest = ''] = /^(?:git\+)?(https?|ssh|git):\/\/(.*)$/is.exec(base) ?? []
  if (scheme !== '') return readAuthority(rest, scheme.toLowerCase())
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(base) || /[\s\\]/.test(base)) return null
  return readScp(base) ?? readBareHost(base)
}

/** Parses 'user@host:port/path' after a scheme. An ssh port does not identify the repository. */
function readAuthority(rest: string, scheme: string): Repository | null {
  const slash = rest.indexOf('/')
  const authority = slash < 0 ? rest : rest.slice(0, slash)
  const path = slash < 0 ? '' : rest.slice(slash)
  const server = authority.slice(authority.lastIndexOf('@') + 1)
  const colon = server.startsWith('[') ? server.indexOf(':', server.indexOf(']')) : server.indexOf(':')
  if (colon < 0) return repository(server, path)
  const [host, port] = [server.slice(0, colon), server.slice(colon + 1)]
  // 'ssh://git@host:org/repo': the scp-like path after a scheme.
  if (!/^\d*$/.test(port)) return repository(host, `${port}${path}`)
  const isDefault = port === '' || scheme === 'ssh' || port === defaultPorts.get(scheme)
  return repository(isDefault ? host : `${host}:${port}`, path)
}

/** 'git@host:path' or 'host.example:path', but not 'docker:image'. */
function readScp(base: string): Repository | null {
  const colon = base.indexOf(':')
  const slash = base.indexOf('/')
  if (colon <= 0 || (slash >= 0 && slash < colon)) return null
  const authority = base.slice(0, colon)
  const path = base.slice(colon + 1)
  const at = authority.lastIndexOf('@')
  const host = authority.slice(at + 1)
  const isPort = /^\d+(?:\/|$)/.test(path)
  if (at < 0 && (!isDotted(host) || isPort)) return null
  return path === '' || host === '' ? null : repository(host, path)
}

/** 'host.example/path' without a scheme. */
function readBareHost(base: string): Repository | null {
  const slash = base.indexOf('/')
  if (slash <= 0) return null
  const authority = base.slice(0, slash)
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{1,5}$/, '')
  if (!isDotted(host)) return null
  const read = readAuthority(base, 'https')
  return read?.path === '' ? null : read
}

/** A host name such as 'host.example', with letters after the last dot. */
const isDotted = (host: string) =>
  /^[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)+\.?$/i.test(host) && /[a-z]\.?$/i.test(host)

function repository(rawHost: string, rawPath: string): Repository | null {
  const lower = rawHost.toLowerCase()
  const bare = lower.endsWith('.') ? lower.slice(0, -1) : lower
  const plain = bare.startsWith('www.') && isDotted(bare.slice(4)) ? bare.slice(4) : bare
  const host = aliases.get(plain) ?? plain
  if (host === '') return null
  const parts = rawPath.split('/').filter((part) => part !== '')
  const last = parts.at(-1)
  if (last !== undefined && /.\.git$/i.test(last)) parts[parts.length - 1] = last.slice(0, -'.git'.length)
  if (parts.at(-1)?.toLowerCase() === '.git' && parts.length > 1) parts.pop()
  return azure({ host, path: parts.join('/') })
}

/** Azure DevOps uses a different path for ssh. */
function azure({ host, path }: Repository): Repository {
  const [version, organization, project, name, ...more] = path.split('/')
  const isSsh = host === 'ssh.dev.azure.com' && version === 'v3' && name !== undefined && more.length === 0
  return isSsh ? { host: 'dev.azure.com', path: `${organization}/${project}/_git/${name}` } : { host, path }
}

const nameOf = ({ host, path }: Repository) => (path === '' ? host : `${host}/${path}`)
const isShortHost = (host: string) => shortForms.some(([, known]) => known === host)

/** Not a repository: 'docker:image', a path, any text. Kind, scheme and host are lower-cased. */
function plainName(base: string): string {
  const [head = ''] = /^[a-z][a-z\d+.-]*:(?:\/\/[^/]*)?/i.exec(base) ?? []
  let end = base.length
  while (end > head.length && base[end - 1] === '/') end -= 1
  const at = head.lastIndexOf('@')
  const start = at < 0 ? head : head.slice(0, head.indexOf('//') + 2) + head.slice(at + 1)
  return start.toLowerCase() + base.slice(head.length, end)
}
