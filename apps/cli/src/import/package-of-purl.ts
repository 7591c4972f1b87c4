import { ecosystemOfPurl } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { parsePurl } from '@assay/engine/purl.ts'

export interface NamedPackage {
  ecosystem: EcosystemId
  package: string
  version: string | null
}

/** null for what is no package URL, and for kinds of packages that have no advisories here. */
export function packageOfPurl(text: string): NamedPackage | null {
  const purl = parsePurl(text)
  const ecosystem = purl && ecosystemOfPurl(purl)
  if (!purl || !ecosystem) return null
  return {
    ecosystem: ecosystem.id,
    package: ecosystem.nameFromPurl(purl.namespace, purl.name),
    version: purl.version,
  }
}
