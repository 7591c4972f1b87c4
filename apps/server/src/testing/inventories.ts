/** A CycloneDX document of npm packages: ['lodash@4.17.4', '@babel/core@7.0.0']. */
export function npmInventory(packages: string[], more: Record<string, unknown> = {}): Uint8Array {
  const components = packages.map((each) => {
    const at = each.lastIndexOf('@')
    const [name, version] = [each.slice(0, at), each.slice(at + 1)]
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: 'MIT' } }] }
  })
  return jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components, ...more })
}

export const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** A form part for the upload endpoints. */
export const filePart = (bytes: Uint8Array, filename = 'bom.json') => ({ filename, bytes })
