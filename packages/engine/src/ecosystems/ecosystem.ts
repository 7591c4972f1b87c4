import type { SourceLanguage } from '../source-code/source-language.ts'
import type { Step } from '../vocabulary.ts'
import type { Instruction, UpgradeTarget } from './upgrade-target.ts'

export type EcosystemId =
  | 'npm'
  | 'pypi'
  | 'maven'
  | 'go'
  | 'packagist'
  | 'rubygems'
  | 'crates.io'
  | 'nuget'
  | 'pub'
  | 'hex'
  | 'swift'
  | 'cocoapods'
  | 'conan'
  | 'cran'
  | 'cpan'
  | 'hackage'
  | 'julia'
  | 'opam'
  | 'github-actions'
  | 'bitnami'
  | 'debian'
  | 'ubuntu'
  | 'alpine'
  | 'almalinux'
  | 'rocky-linux'
  | 'red-hat'
  | 'suse'
  | 'opensuse'
  | 'wolfi'
  | 'chainguard'
  | 'minimos'
  | 'cleanstart'
  | 'alpaquita'
  | 'bellsoft'
  | 'azure-linux'
  | 'mageia'
  | 'openeuler'
  | 'echo'
  | 'tuxcare-deb'
  | 'tuxcare-rpm'
  | 'tuxcare-apk'
  | 'root-deb'
  | 'root-apk'

/**
 * How an advisory's release fits a package. 'other-lineage': it counts only if the advisory does not list the package's
 * own lineage. 'uncertain': the module stream of one of them is not known.
 */
export type ReleaseFit = 'same' | 'uncertain' | 'other-lineage'

/** The modules by which source code loads a package. */
export interface PackageModules {
  names: readonly string[]
  /** Without an import of them, the package is not loaded: there are no others, and no framework loads it by itself. */
  areAll: boolean
}

/** How source code loads the packages of an ecosystem. */
export interface PackageSources {
  language: SourceLanguage
  /** By the conventions of the ecosystem, for a package of which nothing more is known. */
  modulesOf(name: string): PackageModules
  /** Packages of the scope 'runtime' are loaded without an import, as drivers are. */
  registersRuntime?: true
  /** govulncheck tells which vulnerable functions of its packages are called. */
  readsCalls?: true
  /** cargo tree tells which of its locked packages are built. */
  readsTree?: true
  /** Files that say more: of lockfiles and of installed packages. */
  moduleFiles?: {
    /** Folders of installed packages, which are not searched for sources. */
    folders?: readonly string[]
    matches(path: string): boolean
    /** The modules of packages by their names. Never throws. */
    read(text: string, path: string): ReadonlyMap<string, PackageModules>
  }
}

/** Everything specific to a package ecosystem. Shared code uses these members and never checks the id. */
export interface Ecosystem {
  id: EcosystemId
  /** Display name: 'PyPI'. */
  name: string
  /** The type in a package URL: 'golang'. */
  purlType: string
  /** For package URL types shared by ecosystems: the namespaces of this one, 'debian' in pkg:deb/debian/curl. */
  purlNamespaces?: readonly string[]
  /** Addresses of the public registries that manifests are resolved by, in the order in which they are asked. */
  registryUrls?: readonly string[]
  /** Other package URL types that tools use: 'dotnet' in pkg:dotnet/Newtonsoft.Json. */
  purlAliases?: readonly string[]
  /** The ecosystem's name in OSV documents, without suffix: 'crates.io'. */
  osvName: string
  /** If several ecosystems share that name: how what follows it begins for this one, 'Debian' in 'Root:Debian:12'. */
  osvParts?: readonly [string, ...string[]]
  /** Its advisories are copies for packages built from software of other ecosystems, as those of distributions are. */
  repackages?: true
  /** false: OSV publishes no archive, so advisories are only ingested from files that an operator adds. */
  isPublishedByOsv?: false
  /**
   * Hosts of the public registry, its downloads and its public mirrors, which may be followed by the start of a path:
   * advisories are about the packages that they offer. Facts of the formats, to recognize a source; nothing connects to
   * them (decision 037). Absent if documents never name one.
   */
  registryHosts?: readonly string[]
  /** Its packages run in continuous integration only, and are no part of what is shipped. */
  isForDevelopment?: true
  /** The language in the API, followed by its accepted aliases: ['nodejs', 'npm', 'javascript']. */
  languages: readonly [string, ...string[]]
  /** How generators of SBOMs call it in properties of components: 'maven' in cdx:maven:…, 'java-archive'. */
  sbomTypes?: readonly string[]
  /** A name without a group is none. */
  needsGroup?: true
  /** Whether the group of a component in an SBOM can only be one of this ecosystem: 'org.slf4j'. */
  ownsGroup?(group: string): boolean
  /** The name from a package URL's namespace and name: ('org.slf4j', 'slf4j-api') is 'org.slf4j:slf4j-api'. */
  nameFromPurl(namespace: string | null, name: string): string
  /** Completes the name by a subpath that generators write for a part of it; listed is the component's own name. */
  nameFromSubpath?(name: string, subpath: string, listed: string): string
  /**
   * Distributions only: the release of an advisory or package, in the same spelling for both: '12' for 'Debian:12' and
   * the qualifier distro=debian-12; null if there is none. Advisories for a release match only its packages; those
   * without one match all.
   */
  release?: {
    /** Vendor and product in CPEs: 'debian:debian_linux'. */
    cpe: string
    /** Matches only versions of this distribution: '-r0' at the end of Alpine's. */
    versionMark: RegExp
    /** Reads the part after the colon in 'Debian:12'. */
    fromSuffix(suffix: string): string | null
    fromQualifiers(qualifiers: Readonly<Record<string, string>>): string | null
    /**
     * The module streams of an advisory, 'nodejs:18', separated by spaces; '*' if it is of a module that it does not
     * name, null if it is of none. Its release is then spelled '8/nodejs:18'.
     */
    streamOf?(advisory: { summary: string; bounds: readonly string[] }): string | null
    /** The build of a module that a package version belongs to. All versions of a build are of one stream. */
    moduleBuildOf?(version: string): string | null
    /** How an advisory for one release applies to a package of another; null if not. Absent: only if equal. */
    fit?(listed: string, found: { release: string; version: string }): ReleaseFit | null
  }
  /**
   * The separately maintained builds that a version belongs to, 'esm' for '1.0+esm1' and '' for the usual ones: a fix in
   * one lineage is none for another.
   */
  lineageOf?(version: string): string
  /** Completes or cleans a version in a document: RPM's epoch is a qualifier, a gem's platform follows the version. */
  versionFromPurl?(version: string, qualifiers: Readonly<Record<string, string>>, name: string): string
  /**
   * Distributions whose advisories name source packages: the source package from the qualifiers of a package URL; null
   * if they do not contain it. In that case, the document may name it elsewhere; otherwise name and version of the
   * package itself are used.
   */
  sourceFromQualifiers?(
    qualifiers: Readonly<Record<string, string>>,
    version: string,
  ): { name: string; version: string } | null
  /** The spelling used to compare names in advisories and inventories; never shown. */
  normalizeName(name: string): string
  /** The name of the version order: 'SemVer 2.0.0'. */
  versionOrder: string
  /** Negative, 0 or positive in the ecosystem's version order; null if either is not a valid version. */
  compareVersions(a: string, b: string): number | null
  /**
   * Removes the part of a version that is ignored if a bound or listed version has none, such as the local part in PEP
   * 440: '1.13.1' of '1.13.1+cu117'.
   */
  publicVersion?(version: string): string
  /** The platform that a version is built for, which upgrades keep: 'jre8' of '7.4.2.jre8'; '' for the usual one. */
  flavorOf?(version: string): string
  /** Whether it can be recommended as an upgrade, so not a pre-release; false if it is not a version. */
  isStable(version: string): boolean
  /** The step from a to b by the ecosystem's conventions; null if either is not a version or b is not above a. */
  stepBetween(a: string, b: string): Step | null
  /** The page of a version on the ecosystem's public site; null if there is none. */
  webUrl(name: string, version: string): string | null
  /** What releases ask for besides packages, and package managers check: 'Python'. Absent if they check nothing. */
  runtime?: string
  /** Package managers only warn of another runtime. */
  isRuntimeAdvisory?: true
  /** Whether a version is in a range as dependents write it ('^1.2'); null if the range cannot be read. */
  isInRange?(range: string, version: string): boolean | null
  /** Its package manager can set what a lockfile has to any version that the dependents allow. */
  canLock?: true
  /** For a range, its package manager takes the lowest release instead of the newest. */
  takesLowest?: true
  /** Absent if source code of its languages is not read. */
  sources?: PackageSources
  /** How to upgrade or remove a package with its package manager. Absent if the ecosystem has none. */
  instruct?(target: UpgradeTarget): Instruction
}
