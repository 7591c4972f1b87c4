import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemByLanguage } from '@assay/engine/ecosystems/ecosystems.ts'
import { throwNotFound } from '#platform/http/problem.ts'

export interface PackageVersion {
  ecosystem: Ecosystem
  name: string
  version: string
}

/** Reads the package from a path, where '|' stands for '/' in a name. Throws 404 for an unsupported language. */
export function readPackage(params: { language: string; name: string; version: string }): PackageVersion {
  const ecosystem = ecosystemByLanguage(params.language) ?? throwNotFound('language')
  return { ecosystem, name: params.name.replaceAll('|', '/'), version: params.version }
}
