import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Release } from '@assay/engine/releases/release.ts'

/** A package to query a source for. */
export interface PackageToRead {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem. */
  name: string
  /** The spelling used in inventories: some registries require it. */
  displayName: string
  /** Versions in use. Where licenses cost one request each, only theirs are read. */
  versions: readonly string[]
  /** Whether what its releases require is wanted as well. */
  wantsRanges?: boolean
  /** Data from the previous check. */
  known: readonly Release[]
}

export interface PackageFacts {
  releases: Release[]
  deprecated?: string
  pageUrl?: string
}

/** unchanged: the stored data is current. absent: the source does not know the package. */
export type ReadResult = PackageFacts | 'unchanged' | 'absent'

export interface GetOptions {
  accept?: string
  /** A conditional request with the validators of the last response. */
  isConditional?: boolean
  /** The host may not be the registry's, such as a code host: after a failure, it is not queried for a while. */
  isExternal?: boolean
  method?: 'GET' | 'HEAD' | 'POST'
  body?: string
}

export interface Found {
  kind: 'found'
  bytes: Uint8Array
  headers: { readonly [name: string]: string | readonly string[] | undefined }
}

/** A path below the registry's base address, or an address on its host. Throws SourceError. */
export type Get = (path: string, options?: GetOptions) => Promise<Found | { kind: 'absent' | 'unchanged' }>

/** A registry protocol: which requests to send and how to read the responses. */
export interface PackageReader {
  /** Prefetches data that one request returns for many packages. */
  prepare?(get: Get, packages: readonly PackageToRead[]): Promise<void>
  read(get: Get, pkg: PackageToRead): Promise<ReadResult>
}

/** One package registry protocol. */
export interface RegistryClient extends PackageReader {
  ecosystem: EcosystemId
  /** A pattern of private packages, as an example. */
  example: string
  /** Beginnings of the names in a scope, group or path; null if the pattern is a plain name. */
  startsOf?(pattern: string): string[] | null
}

/** What the failure affects: this package, the whole source, or unknown. */
type Concern = 'package' | 'source' | 'both'

interface Failure {
  concerns?: Concern
  /** Retry-After delay of the source. */
  retryAfterMs?: number
  isTooLarge?: boolean
}

/** A source failed to respond. The message is shown to users. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly concerns: Concern
  readonly retryAfterMs: number | null
  readonly isTooLarge: boolean

  constructor(message: string, { concerns = 'package', retryAfterMs, isTooLarge = false }: Failure = {}) {
    super(message)
    this.concerns = concerns
    this.retryAfterMs = retryAfterMs ?? null
    this.isTooLarge = isTooLarge
  }
}
