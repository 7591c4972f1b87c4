import type { EcosystemId } from './ecosystem.ts'

/** Display names, as the registries and distributions write theirs. This file imports no code, since web pages load it. */
export const ecosystemNames: Readonly<Record<EcosystemId, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  maven: 'Maven',
  go: 'Go',
  packagist: 'Packagist',
  rubygems: 'RubyGems',
  'crates.io': 'crates.io',
  nuget: 'NuGet',
  pub: 'Pub',
  hex: 'Hex',
  swift: 'Swift',
  cocoapods: 'CocoaPods',
  conan: 'Conan',
  cran: 'CRAN',
  cpan: 'CPAN',
  hackage: 'Hackage',
  julia: 'Julia',
  opam: 'opam',
  'github-actions': 'GitHub Actions',
  bitnami: 'Bitnami',
  debian: 'Debian',
  ubuntu: 'Ubuntu',
  alpine: 'Alpine',
  almalinux: 'AlmaLinux',
  'rocky-linux': 'Rocky Linux',
  'red-hat': 'Red Hat',
  suse: 'SUSE',
  opensuse: 'openSUSE',
  wolfi: 'Wolfi',
  chainguard: 'Chainguard',
  minimos: 'MinimOS',
  cleanstart: 'CleanStart',
  alpaquita: 'Alpaquita',
  bellsoft: 'BellSoft Hardened Containers',
  'azure-linux': 'Azure Linux',
  mageia: 'Mageia',
  openeuler: 'openEuler',
  echo: 'Echo',
  'tuxcare-deb': 'TuxCare deb',
  'tuxcare-rpm': 'TuxCare rpm',
  'tuxcare-apk': 'TuxCare apk',
  'root-deb': 'Root deb',
  'root-apk': 'Root apk',
}

const names = new Map(Object.entries(ecosystemNames))

/** Languages in the API that differ from the ecosystem's id. */
const languages = new Map<string, EcosystemId>([
  ['nodejs', 'npm'],
  ['python', 'pypi'],
  ['java', 'maven'],
  ['golang', 'go'],
  ['php', 'packagist'],
  ['ruby', 'rubygems'],
  ['rust', 'crates.io'],
  ['dotnet', 'nuget'],
  ['dart', 'pub'],
  ['elixir', 'hex'],
  ['objective-c', 'cocoapods'],
  ['cpp', 'conan'],
  ['r', 'cran'],
  ['perl', 'cpan'],
  ['haskell', 'hackage'],
  ['ocaml', 'opam'],
])

/** The display name by id or language in the API; null for other texts, such as 'other'. */
export const ecosystemName = (idOrLanguage: string): string | null =>
  names.get(languages.get(idOrLanguage) ?? idOrLanguage) ?? null
