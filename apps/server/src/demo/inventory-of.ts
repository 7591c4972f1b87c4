import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { chance } from './chance.ts'
import type { PlannedScan, UsedPackage } from './plan-year.ts'

/** The CycloneDX document that a build of the project would have produced. */
export function inventoryOf({ project, packages }: PlannedScan): Uint8Array {
  const present = new Set(packages.map(({ history }) => history.name))
  const dependencies = new Map<string, string[]>([['project', []]])
  for (const used of packages) {
    const { requiredBy } = used.history
    const parent = requiredBy !== null && present.has(requiredBy) ? requiredBy : null
    const ref = parent === null ? 'project' : purlOf(packages.find(({ history }) => history.name === parent)!)
    dependencies.set(ref, [...(dependencies.get(ref) ?? []), purlOf(used)])
  }
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'project', name: project.name } },
    components: packages.map((used) => componentOf(project.name, used)),
    dependencies: [...dependencies].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  }
  return new TextEncoder().encode(JSON.stringify(document))
}

function componentOf(project: string, used: UsedPackage) {
  const { name, license } = used.history
  const purl = purlOf(used)
  // Real generators sometimes find no license either.
  const isDeclared = license !== null && chance(project, name, 'license') > 0.04
  const licenses = isDeclared ? { licenses: [{ expression: license }] } : {}
  return { type: 'library', 'bom-ref': purl, name, version: used.version, purl, ...licenses }
}

function purlOf({ history: { ecosystem, name }, version }: UsedPackage): string {
  const path = name.replace(':', '/').split('/').map(encodeURIComponent).join('/')
  return `pkg:${ecosystemById(ecosystem).purlType}/${path}@${encodeURIComponent(version)}`
}
