import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Release } from '@assay/engine/releases/release.ts'

/** A package to ask a source about. */
export interface WantedPackage {
  ecosystem: EcosystemId
  /** Normalized by the ecosystem. */
  name: string
  /** As inventories write it: some registries want the publisher's own spelling. */
  displayName: string
  /** Versions in use: where licenses cost a request each, only theirs are read. */
  versions: readonly string[]
  /** What was read before. */
  known: readonly Release[]
}

export interface PackageFacts {
  releases: Release[]
  deprecated?: string
  pageUrl?: string
}

/** unchanged: what is known still holds. absent: the source does not know the package. */
export type ReadResult = PackageFacts | 'unchanged' | 'absent'

export interface GetOptions {
  accept?: string
  /** Asked with what the last answer gave for conditional requests. */
  isConditional?: boolean
  method?: 'GET' | 'HEAD' | 'POST'
  body?: string
}

export interface Found {
  kind: 'found'
  bytes: Uint8Array
  headers: { readonly [name: string]: string | readonly string[] | undefined }
}

/** A path below the registry's base, or an address on its host. Throws SourceError. */
export type Get = (path: string, options?: GetOptions) => Promise<Found | { kind: 'absent' | 'unchanged' }>

/** What a protocol asks for, and how it reads the answers. */
export interface PackageReader {
  /** Reads ahead what one request tells of many packages. */
  prepare?(get: Get, packages: readonly WantedPackage[]): Promise<void>
  read(get: Get, wanted: WantedPackage): Promise<ReadResult>
}

/** One protocol of package registries. */
export interface RegistryClient extends PackageReader {
  ecosystem: EcosystemId
}

/** What the source cannot be asked about now: this package, any, or both, where nobody can tell. */
type Concern = 'package' | 'source' | 'both'

interface Failure {
  concerns?: Concern
  /** How long the source wants to be left alone. */
  retryAfterMs?: number
  isTooLarge?: boolean
}

/** A source that failed to answer; the message says so to people. */
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
