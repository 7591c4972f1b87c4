import type { SbomReferences } from '../../../inventory.ts'
import { textOf } from '../../parsers/json-value.ts'
import type { Components } from './cyclonedx-components.ts'

/** What VEX documents can call the components. */
export function readReferences(
  bom: Record<string, unknown>,
  root: Record<string, unknown>,
  { targets, entriesOf }: Components,
): SbomReferences {
  const refs = new Map<string, number | 'root'>()
  for (const [ref, target] of targets)
    if ((typeof target === 'number' || target === 'root') && !/^pkg:/i.test(ref)) refs.set(ref, target)
  const cpes = new Map<string, (number | 'root')[]>()
  const addCpe = (json: Record<string, unknown>, target: number | 'root') => {
    const cpe = textOf(json['cpe']).toLowerCase()
    if (cpe !== '') cpes.set(cpe, [...(cpes.get(cpe) ?? []), target])
  }
  addCpe(root, 'root')
  for (const [index, entries] of entriesOf.entries()) for (const entry of entries) addCpe(entry, index)
  const [, serial = null] = /^urn:uuid:([\da-f-]{36})$/i.exec(textOf(bom['serialNumber'])) ?? []
  return { serial: serial && serial.toLowerCase(), version: versionOf(bom['version']), refs, cpes }
}

/** A text in XML; the first version if it is absent or invalid. */
function versionOf(version: unknown): number {
  const number = typeof version === 'string' ? Number(version) : version
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : 1
}
