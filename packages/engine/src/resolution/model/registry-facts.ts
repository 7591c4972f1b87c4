import type { EcosystemId } from '../../ecosystems/ecosystem.ts'

/** A document of a package registry. */
export interface RegistryDocument {
  /**
   * Below the registry's address: '/org/slf4j/slf4j-api/2.0.13/slf4j-api-2.0.13.pom'. Or an address that the registry
   * named, on a host of the public registry or its own.
   */
  path: string
  /** NuGet only: the path is below the address that the registry's index names for this resource. */
  resource?: string
  /** The package that it is about, if it is about one: '@acme/ui', 'org.slf4j:slf4j-api'. */
  name?: string
  /** Whether the registry never changes it, so that it can be kept. */
  isFixed: boolean
  /** The media type, if the registry has several. */
  accept?: string
}

/** absent: the registry has no such document. unreachable: it cannot be asked now, and the document is not kept. */
export type RegistryAnswer = Uint8Array | 'absent' | 'unreachable'

/** Where resolution gets what it needs to know: a registry, or what was kept of its answers. Never throws. */
export interface RegistryFacts {
  read(ecosystem: EcosystemId, document: RegistryDocument): Promise<RegistryAnswer>
}
