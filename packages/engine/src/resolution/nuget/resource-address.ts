import { readJson } from '../../documents/parsers/json-document.ts'
import { listOf, recordOf, textOf } from '../../documents/parsers/json-value.ts'
import type { RegistryAnswer, RegistryDocument } from '../model/registry-facts.ts'

const path = '/index.json'

/**
 * Reads a document of one registry. If it is of a resource, the registry's index says below which address:
 * https://learn.microsoft.com/nuget/api/service-index. absent if the index does not name the resource.
 */
export async function readOfResource(
  { resource, ...document }: RegistryDocument,
  read: (document: RegistryDocument) => Promise<RegistryAnswer>,
): Promise<RegistryAnswer> {
  if (resource === undefined) return read(document)
  const index = await read({ path, isFixed: false })
  if (!(index instanceof Uint8Array)) return index
  const resources = listOf(recordOf(readJson({ path, bytes: index }).json)['resources']).map(recordOf)
  const found = resources.find((each) => textOf(each['@type']) === resource)
  const address = textOf(found?.['@id']).replace(/\/+$/, '')
  return URL.canParse(address) ? read({ ...document, path: address + document.path }) : 'absent'
}
