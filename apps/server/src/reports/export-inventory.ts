import type { Bom } from '@assay/contract/scans.ts'
import { licenseName } from '@assay/engine/licenses/spdx.ts'
import type { ScanRow, StoredComponent } from './store.ts'

export interface ExportedInventory {
  project: { name: string; url: string }
  branch: string
  scan: ScanRow
  components: StoredComponent[]
}

/** The components as they stood at a scan, by https://cyclonedx.org/docs/1.6/json/. */
export function exportInventory({ project, branch, scan, components }: ExportedInventory): Bom {
  const refs = nameRefs(components)
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: `urn:uuid:${scan.uuid}`, version: 1 },
    metadata: {
      timestamp: scan.scanned_at.toISOString(),
      tools: { components: [{ type: 'application', name: 'Assay' }] },
      component: {
        ...{ type: 'application', 'bom-ref': rootRef, name: project.name, version: branch },
        externalReferences: [{ type: 'vcs', url: project.url }],
      },
    },
    components: components.map((each) => exportComponent(each, refs.get(each)!)),
    dependencies: exportDependencies(components, refs),
  }
}

const rootRef = 'project'

type Refs = ReadonlyMap<StoredComponent, string>

/** A reference must be the component's alone; two rows of one package URL differ in their files or scope. */
function nameRefs(components: StoredComponent[]): Refs {
  const taken = new Map<string, number>()
  return new Map(
    components.map((component) => {
      const ref = component.purl ?? `${component.ecosystem ?? 'other'}:${keyOf(component)}`
      const before = taken.get(ref) ?? 0
      taken.set(ref, before + 1)
      return [component, before === 0 ? ref : `${ref}#${before + 1}`]
    }),
  )
}

const keyOf = ({ name, version }: StoredComponent) => `${name}@${version}`

const exportComponent = (component: StoredComponent, ref: string): Bom['components'][number] => ({
  ...{ type: 'library', 'bom-ref': ref, name: component.name, version: component.version },
  ...(component.purl !== null && { purl: component.purl }),
  scope: component.scope === 'test' ? 'excluded' : 'required',
  ...(component.licenses.length > 0 && { licenses: component.licenses.map(exportLicense) }),
  ...(component.locations.length > 0 && {
    evidence: { occurrences: component.locations.map((location) => ({ location })) },
  }),
})

const exportLicense = (license: string) =>
  licenseName(license) === null ? { license: { name: license } } : { license: { id: license } }

/** Empty when no document told who requires what. */
function exportDependencies(components: StoredComponent[], refs: Refs): Bom['dependencies'] {
  const dependsOn = new Map<string, string[]>()
  const refsByKey = Map.groupBy(components, keyOf)
  const add = (from: string, to: string) => dependsOn.set(from, [...(dependsOn.get(from) ?? []), to])
  for (const component of components) {
    const ref = refs.get(component)!
    if (component.is_direct === true) add(rootRef, ref)
    for (const parent of component.required_by.flatMap((key) => refsByKey.get(key) ?? [])) {
      add(refs.get(parent)!, ref)
    }
  }
  return [...dependsOn].map(([ref, to]) => ({ ref, dependsOn: to }))
}
