import { ecosystemById } from './ecosystems.ts'
import type { Component } from './inventory.ts'
import { formatPurl } from './purl.ts'

/** The package URL of a name in its ecosystem's spelling; of the type 'generic' if the ecosystem is unknown. */
export function purlOfName({
  ecosystem: id,
  name,
  version,
}: Pick<Component, 'ecosystem' | 'name' | 'version'>): string {
  const ecosystem = id === null ? null : ecosystemById(id)
  const rest = { version: version || null, qualifiers: {}, subpath: null }
  for (const separator of ecosystem ? [':', '/'] : []) {
    const at = name.lastIndexOf(separator)
    const [namespace, own] = [name.slice(0, Math.max(0, at)), name.slice(at + 1)]
    if (namespace !== '' && ecosystem!.nameFromPurl(namespace, own) === name)
      return formatPurl({ type: ecosystem!.purlType, namespace, name: own, ...rest })
  }
  return formatPurl({ type: ecosystem?.purlType ?? 'generic', namespace: null, name, ...rest })
}
