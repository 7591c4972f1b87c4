import type { Finding } from '@assay/contract/findings.ts'

interface Named {
  name: string
  version: string
}

const keyOf = ({ name, version }: Named) => `${name}\n${version}`

/** Number of open findings per component, without excluded ones. */
export function vulnerableComponents(findings: readonly Finding[]): (component: Named) => number {
  const counts = new Map<string, number>()
  for (const { exclusion, package: name, versions } of findings)
    if (exclusion === null)
      for (const { version } of versions) {
        const key = keyOf({ name, version })
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
  return (component) => counts.get(keyOf(component)) ?? 0
}
