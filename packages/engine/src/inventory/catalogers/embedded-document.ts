import { readDocument } from '../../documents/read.ts'
import type { Found } from '../model/cataloger.ts'
import { foundComponent } from './found-component.ts'

interface Embedded {
  /** Of the program that contains it. */
  path: string
  name: string
  bytes: Uint8Array
}

/** The packages of a document that a program contains, which lists what was linked into it. */
export function readEmbedded({ path, name, bytes }: Embedded): Found {
  const { inventory, issues = [] } = readDocument({ path: `${path}!/${name}`, bytes })
  if (inventory === null) return { packages: [], issues: issues.map((each) => ({ ...each, isUnread: true })) }
  return {
    packages: inventory.components.map((each) => ({
      ...foundComponent(each),
      sureness: 'installed',
      places: [{ path }],
    })),
    issues: inventory.issues,
  }
}
