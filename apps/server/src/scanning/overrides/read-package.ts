import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { distributionOfVersion, ecosystemsByLanguage } from '@assay/engine/ecosystems.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'

export interface PackageVersion {
  ecosystem: Ecosystem
  name: string
  version: string
}

/** Reads the package from a path, where '|' stands for '/' in a name. Throws 404 for an unsupported language. */
export function readPackage(params: { language: string; name: string; version: string }): PackageVersion {
  const [first, ...more] = ecosystemsByLanguage(params.language)
  const ecosystem = more.length === 0 ? first : distributionOf(params.version, [first!, ...more])
  return {
    ecosystem: ecosystem ?? throwNotFound('language'),
    name: params.name.replaceAll('|', '/'),
    version: params.version,
  }
}

/** Advisories and licenses of one distribution do not apply to another's package with the same version. */
function distributionOf(version: string, all: readonly Ecosystem[]): Ecosystem {
  const one = distributionOfVersion(version)
  if (one !== null) return one
  const names = all.map(({ languages: [language] }) => language).join(', ')
  const message = `Several Linux distributions could have this version: use one of these as the language: ${names}`
  throw new Problem(400, 'invalidInput', message)
}
