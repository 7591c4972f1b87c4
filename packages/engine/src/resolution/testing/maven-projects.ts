/**
 * Dependencies in one line each: 'a:1', 'a', 'a:1 test', 'a:1 optional', 'a:1 -b -c' (exclusions), 'a:1 pom import'.
 * A name without a group is of the group g.
 */
export function dependencies(...lines: string[]): string {
  return lines.map((line) => dependencyOf(line)).join('')
}

function dependencyOf(line: string): string {
  const [coordinates = '', ...words] = line.split(' ')
  const [name = '', version] = coordinates.split(/:(.*)/s)
  const scopes = ['compile', 'runtime', 'test', 'provided', 'system', 'import']
  const scope = words.find((word) => scopes.includes(word))
  const type = words.find((word) => ['pom', 'test-jar', 'war'].includes(word))
  const excluded = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1))
  const exclusions = excluded.map(
    (each) =>
      `<exclusion><groupId>${each === '*' ? '*' : 'g'}</groupId><artifactId>${each}</artifactId></exclusion>`,
  )
  return `<dependency><groupId>g</groupId><artifactId>${name}</artifactId>${version ? `<version>${version}</version>` : ''}${
    type ? `<type>${type}</type>` : ''
  }${scope ? `<scope>${scope}</scope>` : ''}${words.includes('optional') ? '<optional>true</optional>' : ''}${
    exclusions.length > 0 ? `<exclusions>${exclusions.join('')}</exclusions>` : ''
  }</dependency>`
}

export interface PomText {
  parent?: string
  dependencies?: string[]
  managed?: string[]
  properties?: Record<string, string>
  more?: string
}

/** The text of a POM; name: 'a:1'. */
export function pomText(name: string, { parent, managed, properties, more = '', ...pom }: PomText): string {
  const [artifact = '', version] = name.split(':')
  const [parentName, parentVersion] = parent?.split(':') ?? []
  const values = Object.entries(properties ?? {}).map(([key, value]) => `<${key}>${value}</${key}>`)
  return `<project>${
    parentName
      ? `<parent><groupId>g</groupId><artifactId>${parentName}</artifactId><version>${parentVersion!}</version></parent>`
      : ''
  }<groupId>g</groupId><artifactId>${artifact}</artifactId>${version ? `<version>${version}</version>` : ''}<properties>${values.join('')}</properties><dependencyManagement><dependencies>${dependencies(...(managed ?? []))}</dependencies></dependencyManagement><dependencies>${dependencies(...(pom.dependencies ?? []))}</dependencies>${more}</project>`
}

/** The documents of a registry with these POMs; with more than one version of a name, or if asked for, the list of them. */
export function mavenRegistry(poms: Readonly<Record<string, PomText>>): Record<string, string> {
  const names = Map.groupBy(Object.keys(poms), (each) => each.split(':')[0]!)
  return Object.fromEntries([
    ...Object.entries(poms).map(([name, pom]) => {
      const [artifact, version] = name.split(':')
      return [`/g/${artifact!}/${version!}/${artifact!}-${version!}.pom`, pomText(name, pom)]
    }),
    ...[...names].map(([artifact, versions]) => [
      `/g/${artifact}/maven-metadata.xml`,
      `<metadata><versioning><versions>${versions.map((each) => `<version>${each.split(':')[1]!}</version>`).join('')}</versions></versioning></metadata>`,
    ]),
  ])
}
