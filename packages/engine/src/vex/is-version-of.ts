import { identityOfPurl } from '../documents/components/identity.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Component } from '../inventory.ts'
import { ownProperty } from '../own-property.ts'
import { parsePurl } from '../purl.ts'
import { isInRange } from './version-range.ts'
import type { VexProduct } from './vex-document.ts'

/** Whether a component of the product's package is one of the product's versions. */
export function isVersionOf({ id, versions }: VexProduct, component: Component): boolean {
  const purl = parsePurl(id)
  if (!purl) return false
  const ecosystem = component.ecosystem === null ? null : ecosystemById(component.ecosystem)
  const { version, release } = identityOfPurl(purl, '')
  if (versions !== null && !isInRange(versions, component.version, ecosystem)) return false
  if (version !== '' && !isSameVersion(version, component)) return false
  if (release !== null && release !== component.release) return false
  const own = component.purl === null ? null : parsePurl(component.purl)
  // A statement on a part of a package, such as a folder of a Go module, does not apply to the rest.
  if (purl.subpath !== null && purl.subpath !== own?.subpath) return false
  return Object.entries(purl.qualifiers).every(
    ([name, value]) => isComparedSeparately(name) || ownProperty(own?.qualifiers ?? {}, name) === value,
  )
}

/** Release and epoch of distribution packages are compared separately. */
const isComparedSeparately = (qualifier: string): boolean => qualifier === 'distro' || qualifier === 'epoch'

function isSameVersion(version: string, component: Component): boolean {
  if (version === component.version) return true
  if (component.ecosystem === null) return false
  return ecosystemById(component.ecosystem).compareVersions(version, component.version) === 0
}
