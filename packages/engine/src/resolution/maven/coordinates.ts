/** A version of a Maven project. */
export interface Coordinates {
  groupId: string
  artifactId: string
  version: string
}

const part = /^[\w][\w.+~-]*$/

/** Whether a registry can have it: no property, range or path. */
export const isPublished = ({ groupId, artifactId, version }: Coordinates): boolean =>
  [groupId, artifactId, version].every((text) => part.test(text) && !text.includes('..'))

export const isNamed = ({ groupId, artifactId }: Pick<Coordinates, 'groupId' | 'artifactId'>): boolean =>
  isPublished({ groupId, artifactId, version: '1' })

export const nameOf = ({ groupId, artifactId }: Pick<Coordinates, 'groupId' | 'artifactId'>): string =>
  `${groupId}:${artifactId}`

/** https://maven.apache.org/repository/layout.html */
export const folderOf = ({ groupId, artifactId }: Pick<Coordinates, 'groupId' | 'artifactId'>): string =>
  `/${groupId.replaceAll('.', '/')}/${artifactId}`

export const pomPath = ({ version, ...name }: Coordinates, file = version): string =>
  `${folderOf(name)}/${version}/${name.artifactId}-${file}.pom`
