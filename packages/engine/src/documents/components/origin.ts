import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import type { ComponentOrigin } from '../../inventory.ts'
import { withoutCredentials } from '../../url-credentials.ts'
import { shortTextOf } from '../parsers/json-value.ts'

type Hosts = Pick<Ecosystem, 'registryHosts'> | null

/** The origin of a package from the registry at an address: an index, a server or one of its downloads. */
export function registryOrigin(address: string, ecosystem: Hosts): ComponentOrigin {
  const known = publicHostOf(address, ecosystem)
  if (known !== undefined) return { kind: 'public-registry', address: `https://${known}` }
  // Addresses of registries can have secrets in their paths.
  return originAt('private-registry', hostOf(address))
}

/** Queries and fragments are left out, since they can have secrets, too. */
export function originAt(kind: ComponentOrigin['kind'], address = ''): ComponentOrigin {
  const plain = withoutCredentials(shortTextOf(address)).split(/[?#]/, 1)[0]!
  // 'git+https://host/a.git@main'
  const known =
    kind === 'git' ? plain.replace(/^(?:git|hg|svn|bzr)\+/, '').replace(/\.git@.*$/s, '.git') : plain
  return known === '' ? { kind } : { kind, address: known }
}

/** The origin of a package from a repository, folder or file at an address; undefined if it may be a registry. */
export function sourceOrigin(address: string): ComponentOrigin | undefined {
  if (isRepository(address)) return originAt('git', address)
  if (isArchive(address) && !/^https?:/i.test(address)) return originAt('file', address)
  return isLocal(address) ? originAt('folder', address) : undefined
}

/** The origin that an address has if it is not the one of a registry. */
export function addressOrigin(address: string): ComponentOrigin | undefined {
  return sourceOrigin(address) ?? (/^https?:/i.test(address) ? originAt('file', address) : undefined)
}

export const isPublicRegistry = (address: string, ecosystem: Hosts): boolean =>
  publicHostOf(address, ecosystem) !== undefined

function publicHostOf(address: string, ecosystem: Hosts): string | undefined {
  const place = placeOf(address)
  return ecosystem?.registryHosts?.find((host) => `${place}/`.startsWith(`${host.toLowerCase()}/`))
}

/** Host and path: 'index.example.org/simple' of 'sparse+https://user@index.example.org:443/simple/'. */
const placeOf = (address: string): string =>
  withoutCredentials(address.replace(/^(?:sparse|registry)\+/, ''))
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/^([^/:]*):\d+/, '$1')
    .replace(/(?:\.git)?[/]*(?:[?#].*)?$/s, '')
    .toLowerCase()

/** 'https://index.example.org' */
const hostOf = (address: string): string =>
  /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(
    withoutCredentials(address.replace(/^(?:sparse|registry)\+/, '')),
  )?.[0] ?? ''

/** Archives that the hosts of repositories make of a commit. */
const archives =
  /^https?:\/\/(?:codeload\.github\.com\/|github\.com\/[^/]+\/[^/]+(?:$|[#?]|\/(?:archive|tarball|zipball|tree)\/)|api\.github\.com\/repos\/|[^/]*gitlab[^/]*\/.*(?:\/-\/archive\/|\/repository\/archive)|bitbucket\.org\/[^/]+\/[^/]+\/get\/)/i

const isRepository = (address: string): boolean =>
  /^(?:(?:git|hg|svn|bzr)(?:\+|:\/\/)|git@|ssh:|(?:github|gitlab|bitbucket|gist):)/i.test(address) ||
  /^[^?#]*\.git\/?(?:[@#?]|$)/.test(address) ||
  archives.test(address)

const isLocal = (address: string): boolean =>
  /^(?:file|link|portal|exec|directory):|^(?:\.{1,2}|~)?[/\\]|^\.{1,2}$|^[a-z]:[/\\]/i.test(address)

const isArchive = (address: string): boolean =>
  /\.(?:tgz|tbz2?|txz|tar(?:\.\w+)?|zip|whl|gem|crate|nupkg|jar|egg)(?:[?#:]|$)/i.test(address)
