import type { Ecosystem } from '../../ecosystems/ecosystem.ts'
import type { ComponentOrigin } from '../../inventory.ts'
import { ownProperty } from '../../own-property.ts'
import type { Purl } from '../../purl-types.ts'
import { addressOrigin, isPublicRegistry, originAt, registryOrigin } from '../components/origin.ts'
import { listOf, recordOf, textOf } from '../parsers/json-value.ts'
import { resolvedOrigin } from '../lockfiles/javascript/npm-package.ts'

/** The origin that qualifiers name: https://github.com/package-url/purl-spec/blob/main/docs/known-qualifiers.md */
export function originOfPurl({ qualifiers }: Purl, ecosystem: Ecosystem | null): ComponentOrigin | undefined {
  const given = (name: string) => ownProperty(qualifiers, name) ?? ''
  const [repository, download, registry] = [given('vcs_url'), given('download_url'), given('repository_url')]
  if (repository !== '') return originAt('git', repository)
  if (download !== '')
    return isPublicRegistry(download, ecosystem)
      ? registryOrigin(download, ecosystem)
      : addressOrigin(download)
  return registry === '' ? undefined : registryOrigin(registry, ecosystem)
}

/**
 * The origin that the address of a download tells. Tools also write a project's repository or home page there, so only
 * archives count, and those at unknown addresses only if they are of a registry.
 */
export function originOfDownload(address: string, ecosystem: Ecosystem | null): ComponentOrigin | undefined {
  if (!/\.(?:tgz|tar\.\w+|zip|whl|gem|crate|nupkg|jar)$/i.test(address)) return undefined
  if (isPublicRegistry(address, ecosystem)) return registryOrigin(address, ecosystem)
  const origin = resolvedOrigin(address)
  return origin?.kind === 'private-registry' || address.startsWith('file:') ? origin : undefined
}

/** The address of the first download among the external references of a CycloneDX component. */
export const downloadOf = (references: unknown): string => addressOf(references, ['distribution'])

/** The address of the first external reference of a type. */
export const addressOf = (references: unknown, types: readonly string[] = ['vcs', 'distribution']): string =>
  textOf(recordOf(listOf(references).find((each) => types.includes(textOf(recordOf(each)['type']))))['url'])
