import type { Component } from '../../inventory.ts'
import { purlOfName } from '../../purl-of-name.ts'
import type { FoundPackage } from '../model/cataloger.ts'

/** A component that a reader of documents found. */
export const foundComponent = (component: Component): Omit<FoundPackage, 'places'> => ({
  purl: component.purl ?? purlOfName(component),
  ...(component.ecosystem === null && component.purl === null && { hasPurl: false }),
  sureness: component.sureness ?? 'resolved',
  licenses: component.licenses.map(({ value }) => value),
  isDevelopment: component.scope === 'test',
  isDirect: component.isDirect,
  requiredBy: component.requiredBy,
  ...(component.origin && { origin: component.origin }),
  ...(component.commit !== undefined && { commit: component.commit }),
})
