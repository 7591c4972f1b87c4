import type { FindingKey } from './finding.ts'
import { compareText, packageKey } from './packages.ts'

/** The identity of a finding as one string. */
export function findingKey({ ecosystem, packageName, advisoryUuid }: FindingKey): string {
  return `${packageKey(ecosystem, packageName)}\n${advisoryUuid}`
}

/** For sort: by ecosystem, package, advisory. */
export function byKey(a: FindingKey, b: FindingKey): number {
  return compareText(findingKey(a), findingKey(b))
}
