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
import { wolfi } from './ecosystems/wolfi/index.ts'
import { chainguard } from './ecosystems/chainguard/index.ts'
import { minimos } from './ecosystems/minimos/index.ts'
import { cleanstart } from './ecosystems/cleanstart/index.ts'
import { alpaquita } from './ecosystems/alpaquita/index.ts'
import { bellsoft } from './ecosystems/bellsoft/index.ts'
import { azureLinux } from './ecosystems/azure-linux/index.ts'
import { mageia } from './ecosystems/mageia/index.ts'
import { opam } from './ecosystems/opam/index.ts'
import { openeuler } from './ecosystems/openeuler/index.ts'
import { echo } from './ecosystems/echo/index.ts'
import { rootApk } from './ecosystems/root-apk/index.ts'
import { rootDeb } from './ecosystems/root-deb/index.ts'
import { tuxcareApk } from './ecosystems/tuxcare-apk/index.ts'
import { tuxcareDeb } from './ecosystems/tuxcare-deb/index.ts'
import { tuxcareRpm } from './ecosystems/tuxcare-rpm/index.ts'
import { ubuntu } from './ecosystems/ubuntu/index.ts'
import type { Purl } from './purl-types.ts'

/** All ecosystems. A new one needs a folder and a line here. */
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
  opam,
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
  wolfi,
  chainguard,
  minimos,
  cleanstart,
  alpaquita,
  bellsoft,
  azureLinux,
  mageia,
  openeuler,
  echo,
  tuxcareDeb,
  tuxcareRpm,
  tuxcareApk,
  rootDeb,
  rootApk,
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
const byOsvName = new Map<string, Ecosystem[]>()
for (const each of ecosystems) byOsvName.set(each.osvName, [...(byOsvName.get(each.osvName) ?? []), each])
const byLanguage = new Map(
  ecosystems.flatMap((each) => each.languages.map((language) => [language, each] as const)),
)

export const ecosystemById = (id: EcosystemId): Ecosystem => byId.get(id)!

/** Finds the ecosystem by the type of a package URL, and the namespace for shared types; null if it is unsupported. */
export const ecosystemOfPurl = ({ type, namespace }: Pick<Purl, 'type' | 'namespace'>): Ecosystem | null =>
  byPurl.get(`${type}/`) ?? byPurl.get(`${type}/${namespace ?? ''}`) ?? byPurlAlias.get(type) ?? null

/** Finds a distribution by the vendor and product of a CPE. */
export const ecosystemByCpe = (cpe: string): Ecosystem | null =>
  ecosystems.find(({ release }) => release?.cpe === cpe) ?? null

/**
 * Finds the ecosystem by its name in OSV documents, 'Debian:12'; null if it is unsupported. Of several with one name, what
 * follows the colon decides; without it, the first is found.
 */
export function ecosystemByOsvName(label: string): Ecosystem | null {
  const [name = '', ...rest] = label.split(':')
  const suffix = rest.join(':').toLowerCase()
  const found = byOsvName
    .get(name)
    ?.find(
      ({ osvParts }) =>
        osvParts === undefined ||
        rest.length === 0 ||
        osvParts.some((part) => suffix.startsWith(part.toLowerCase())),
    )
  return found ?? null
}

/** Finds the ecosystem by its language in the API, or one of its aliases; null if it is unsupported. */
export const ecosystemByLanguage = (language: string): Ecosystem | null =>
  byLanguage.get(language.toLowerCase()) ?? null

/** Linux distributions, which share one language in the API. */
export const distributions: readonly Ecosystem[] = ecosystems.filter(({ release }) => release !== undefined)

/** The ecosystems of a language: 'linux' stands for all distributions. */
export function ecosystemsByLanguage(language: string): readonly Ecosystem[] {
  if (language.toLowerCase() === 'linux') return distributions
  const one = ecosystemByLanguage(language)
  return one === null ? [] : [one]
}

/** The only distribution whose versions look like this one; null if there are none or several. */
export function distributionOfVersion(version: string): Ecosystem | null {
  const [one, ...more] = distributions.filter(({ release }) => release?.versionMark.test(version))
  return one !== undefined && more.length === 0 ? one : null
}
