// Identities as strings, for maps and sets. Names and versions never contain a line feed.

/** The name as the ecosystem normalizes it. */
export const packageKey = (ecosystem: string, packageName: string): string => `${ecosystem}\n${packageName}`

export const versionKey = (ecosystem: string, packageName: string, version: string): string =>
  `${packageKey(ecosystem, packageName)}\n${version}`

interface FindingIdentity {
  ecosystem: string
  packageName: string
  advisoryUuid: string
}

export const findingKey = ({ ecosystem, packageName, advisoryUuid }: FindingIdentity): string =>
  `${packageKey(ecosystem, packageName)}\n${advisoryUuid}`
