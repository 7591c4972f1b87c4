import { bitnami } from './ecosystems/bitnami/index.ts'
import { cocoapods } from './ecosystems/cocoapods/index.ts'
import { conan } from './ecosystems/conan/index.ts'
import { cran } from './ecosystems/cran/index.ts'
import { almalinux } from './ecosystems/almalinux/index.ts'
import { alpine } from './ecosystems/alpine/index.ts'
import { cpan } from './ecosystems/cpan/index.ts'
import { crates } from './ecosystems/crates/index.ts'
import { debian } from './ecosystems/debian/index.ts'
import type { Ecosystem, EcosystemId } from './ecosystems/ecosystem.ts'
import { githubActions } from './ecosystems/github-actions/index.ts'
import { go } from './ecosystems/go/index.ts'
import { hackage } from './ecosystems/hackage/index.ts'
import { hex } from './ecosystems/hex/index.ts'
import { julia } from './ecosystems/julia/index.ts'
import { maven } from './ecosystems/maven/index.ts'
import { npm } from './ecosystems/npm/index.ts'
import { nuget } from './ecosystems/nuget/index.ts'
import { opensuse } from './ecosystems/opensuse/index.ts'
import { packagist } from './ecosystems/packagist/index.ts'
import { pub } from './ecosystems/pub/index.ts'
import { pypi } from './ecosystems/pypi/index.ts'
import { redHat } from './ecosystems/red-hat/index.ts'
import { rockyLinux } from './ecosystems/rocky-linux/index.ts'
import { rubygems } from './ecosystems/rubygems/index.ts'
import { swift } from './ecosystems/swift/index.ts'
import { suse } from './ecosystems/suse/index.ts'
import { ubuntu } from './ecosystems/ubuntu/index.ts'
import type { Purl } from './purl-types.ts'

/** Every ecosystem there is: a new one is a folder and a line here. */
export const ecosystems: readonly Ecosystem[] = [
  npm,
  pypi,
  maven,
  go,
  packagist,
  rubygems,
  crates,
  nuget,
  pub,
  hex,
  swift,
  cocoapods,
  conan,
  cran,
  cpan,
  hackage,
  julia,
  githubActions,
  bitnami,
  debian,
  ubuntu,
  alpine,
  almalinux,
  rockyLinux,
  redHat,
  suse,
  opensuse,
]

const byId = new Map(ecosystems.map((each) => [each.id, each]))
const byPurl = new Map(
  ecosystems.flatMap((each) =>
    (each.purlNamespaces ?? ['']).map((namespace) => [`${each.purlType}/${namespace}`, each] as const),
  ),
)
const byPurlAlias = new Map(
  ecosystems.flatMap((each) => (each.purlAliases ?? []).map((type) => [type, each] as const)),
)
const byOsvName = new Map(ecosystems.map((each) => [each.osvName, each]))
const byLanguage = new Map(
  ecosystems.flatMap((each) => each.languages.map((language) => [language, each] as const)),
)

export const ecosystemById = (id: EcosystemId): Ecosystem => byId.get(id)!

/** By a package URL's type, and its namespace where that tells; null when it is none of ours. */
export const ecosystemOfPurl = ({ type, namespace }: Pick<Purl, 'type' | 'namespace'>): Ecosystem | null =>
  byPurl.get(`${type}/`) ?? byPurl.get(`${type}/${namespace ?? ''}`) ?? byPurlAlias.get(type) ?? null

/** A distribution's, by what its release member says. */
export const ecosystemByCpe = (cpe: string): Ecosystem | null =>
  ecosystems.find(({ release }) => release?.cpe === cpe) ?? null

/** By the name in OSV documents, whatever suffix follows its colon; null when it is none of ours. */
export const ecosystemByOsvName = (name: string): Ecosystem | null =>
  byOsvName.get(name.split(':', 1)[0]!) ?? null

/** By the wire's language or one of its aliases; null when it is none of ours. */
export const ecosystemByLanguage = (language: string): Ecosystem | null =>
  byLanguage.get(language.toLowerCase()) ?? null

/** Linux distributions, which the wire also calls by one language. */
export const distributions: readonly Ecosystem[] = ecosystems.filter(({ release }) => release !== undefined)

/** Those that a language names: 'linux' names all distributions. */
export function ecosystemsByLanguage(language: string): readonly Ecosystem[] {
  if (language.toLowerCase() === 'linux') return distributions
  const one = ecosystemByLanguage(language)
  return one === null ? [] : [one]
}

/** The distribution whose versions look like this one; null when more than one could have it. */
export function distributionOfVersion(version: string): Ecosystem | null {
  const [one, ...more] = distributions.filter(({ release }) => release?.versionMark.test(version))
  return one !== undefined && more.length === 0 ? one : null
}
