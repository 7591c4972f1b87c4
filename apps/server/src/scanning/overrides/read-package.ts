import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemByLanguage } from '@assay/engine/ecosystems/ecosystems.ts'
import { throwNotFound } from '#platform/http/problem.ts'

export interface PackageVersion {
  ecosystem: Ecosystem
  name: string
  version: string
}

/** From a path, where '/' in a name arrives as '|'. Throws 404 for a language that no ecosystem has. */
export function readPackage(params: { language: string; name: string; version: string }): PackageVersion {
  const ecosystem = ecosystemByLanguage(params.language) ?? throwNotFound('language')
  return { ecosystem, name: params.name.replaceAll('|', '/'), version: params.version }
}
