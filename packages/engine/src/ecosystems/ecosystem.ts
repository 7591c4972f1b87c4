import type { Step } from '../vocabulary.ts'
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

/** A package that is to be upgraded. */
export interface UpgradeTarget {
  /** As the inventory spells it. */
  name: string
  version: string
  /** null: the inventory does not say. */
  isDirect: boolean | null
  /** Name of the file that lists it: 'yarn.lock' tells yarn from npm. */
  lockfile: string | null
}

/** All that differs between package ecosystems. Shared code asks these members and never which one it has. */
export interface Ecosystem {
  id: EcosystemId
  /** As people write it: 'PyPI'. */
  name: string
  /** The type in a package URL: 'golang'. */
  purlType: string
  /** Where several ecosystems share a type: the namespaces that are this one's, 'debian' in pkg:deb/debian/curl. */
  purlNamespaces?: readonly string[]
  /** Other types by which tools name its packages: 'dotnet' in pkg:dotnet/Newtonsoft.Json. */
  purlAliases?: readonly string[]
  /** The ecosystem's name in OSV documents, without suffix: 'crates.io'. */
  osvName: string
  /** false: OSV publishes no archive of it, so its advisories come only from files that an operator adds. */
  isPublishedByOsv?: false
  /** The language the wire names it by, then its accepted aliases: ['nodejs', 'npm', 'javascript']. */
  languages: readonly [string, ...string[]]
  /** The name from a package URL's namespace and name: ('org.slf4j', 'slf4j-api') is 'org.slf4j:slf4j-api'. */
  nameFromPurl(namespace: string | null, name: string): string
  /**
   * Distributions only: the release for which an advisory or a package is meant, in one spelling for both, '12' for
   * 'Debian:12' and for the qualifier distro=debian-12; null when there is none. Advisories for a release match
   * packages of that release only; those without one match all.
   */
  release?: {
    /** Its vendor and product in the CPEs by which others name it: 'debian:debian_linux'. */
    cpe: string
    /** What only its versions contain: '-r0' at the end of Alpine's. */
    versionMark: RegExp
    /** From what follows the colon in 'Debian:12'. */
    fromSuffix(suffix: string): string | null
    fromQualifiers(qualifiers: Readonly<Record<string, string>>): string | null
  }
  /**
   * Where a version as documents give it is not yet the one that is ordered: RPM's epoch stands in a qualifier, a
   * gem's platform after the version.
   */
  versionFromPurl?(version: string, qualifiers: Readonly<Record<string, string>>, name: string): string
  /**
   * Where advisories name source packages: the one that a package of this version was built from, by its package
   * URL's qualifiers; null when they do not tell. Then the document may tell it elsewhere, else the package's own
   * name and version are used.
   */
  sourceFromQualifiers?(
    qualifiers: Readonly<Record<string, string>>,
    version: string,
  ): { name: string; version: string } | null
  /** The form under which advisories and inventories are compared; never shown. */
  normalizeName(name: string): string
  /** The rule of compareVersions, as people call it: 'SemVer 2.0.0'. */
  versionOrder: string
  /** Less than, equal to or greater than 0 by the native order; null when one of them is no version here. */
  compareVersions(a: string, b: string): number | null
  /**
   * Where a part of a version does not count against a bound or listed version that has none: the version without
   * it, '1.13.1' for PEP 440's '1.13.1+cu117'.
   */
  publicVersion?(version: string): string
  /** Whether it is a release that a person would be told to move to (no pre-release); false when no version. */
  isStable(version: string): boolean
  /** How far b is from a, by the ecosystem's habits; null when either is no version or b is not above a. */
  stepBetween(a: string, b: string): Step | null
  /** The page of one version on the ecosystem's public site; null when there is none. */
  webUrl(name: string, version: string): string | null
  /** The command that makes a project use the version; null where no one command does. Absent: there is none. */
  upgradeCommand?(target: UpgradeTarget): string | null
}
