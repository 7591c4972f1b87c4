import type { DeclaredLicense } from '../../../inventory.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'

/** The declared licenses of a CycloneDX component, otherwise those found as evidence. */
export function readLicenses(component: Record<string, unknown>): DeclaredLicense[] {
  const declared = listOf(component['licenses']).flatMap(readLicense)
  return declared.length > 0
    ? declared
    : listOf(recordOf(component['evidence'])['licenses']).flatMap(readLicense)
}

/** An entry is { license: { id | name, url } } or { expression }. */
function readLicense(entry: unknown): DeclaredLicense[] {
  const { license, expression } = recordOf(entry)
  const text = shortTextOf(expression)
  if (text !== '') return [{ kind: 'expression', value: text }]
  const members = recordOf(license)
  const [id, name, url] = [shortTextOf(members['id']), shortTextOf(members['name']), textOf(members['url'])]
  const link = url === '' ? {} : { url }
  if (id !== '') return [{ kind: 'id', value: id, ...link }]
  return name === '' ? [] : [{ kind: 'name', value: name, ...link }]
}
