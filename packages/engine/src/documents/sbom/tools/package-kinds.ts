import { formatPurl } from '../../../purl.ts'

/**
 * What scanners call package managers and the files that list packages, the type of their package URLs, and what
 * separates the namespace from the name.
 */
const kinds = new Map(
  `bundler gem /
cargo cargo /
cocoapods cocoapods /
composer composer /
dotnet-core nuget /
gemspec gem /
gobinary golang /
golangdep golang /
gomod golang /
gomodules golang /
govendor golang /
gradle maven :
hex hex /
jar maven :
maven maven :
node-pkg npm /
npm npm /
nuget nuget /
paket nuget /
pip pypi /
pipenv pypi /
pnpm npm /
poetry pypi /
pom maven :
python-pkg pypi /
rubygems gem /
rustbinary cargo /
sbt maven :
swift swift /
yarn npm /`
    .split('\n')
    .map((line) => line.split(' '))
    .map(([kind = '', type = '', separator = '']) => [kind, { type, separator }]),
)

/** The package URL of a name in the spelling of a package manager; '' without a version or of an unknown kind. */
export function purlOfKind(kind: string, { name, version }: { name: string; version: string }): string {
  const { type, separator } = kinds.get(kind) ?? { type: '', separator: '' }
  if (type === '' || name === '' || version === '') return ''
  const at = name.lastIndexOf(separator)
  const namespace = at === -1 ? null : name.slice(0, at)
  return formatPurl({ type, namespace, name: name.slice(at + 1), version, qualifiers: {}, subpath: null })
}
