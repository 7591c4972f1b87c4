/** Dependencies by 'name@version'; '*' is the project. */
export type Graph = Record<string, string[]>

const purlOf = (key: string) => `pkg:npm/${key.replace(/^@/, '%40')}`

/** A CycloneDX document of npm packages. Licenses are by package name and default to MIT; null omits it. */
export function graphInventory(graph: Graph, licenses: Record<string, string | null> = {}): Uint8Array {
  const keys = new Set([...Object.keys(graph), ...Object.values(graph).flat()])
  keys.delete('*')
  const components = [...keys].map((key) => {
    const at = key.lastIndexOf('@')
    const name = key.slice(0, at)
    const license = licenses[name] === undefined ? 'MIT' : licenses[name]
    return {
      type: 'library',
      'bom-ref': purlOf(key),
      purl: purlOf(key),
      name,
      version: key.slice(at + 1),
      ...(license !== null && { licenses: [{ license: { id: license } }] }),
    }
  })
  const dependencies = Object.entries(graph).map(([key, dependsOn]) => ({
    ref: key === '*' ? 'project' : purlOf(key),
    dependsOn: dependsOn.map(purlOf),
  }))
  const metadata = { component: { type: 'application', 'bom-ref': 'project', name: 'project' } }
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', metadata, components, dependencies }
  return new TextEncoder().encode(JSON.stringify(document))
}
