import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Domain } from '../vocabulary.ts'

/** A rule that takes findings, outdated components or license verdicts out of score and counts. */
export interface Exclusion {
  uuid: string
  domain: Domain
  /** One package under one advisory, an advisory uuid, a CVE, or a library and version; a library's name may end in '*'. */
  target:
    | { kind: 'finding'; uuid: string; ecosystem: EcosystemId; name: string }
    | { kind: 'advisory'; uuid: string }
    | { kind: 'cve'; cve: string }
    | { kind: 'library'; ecosystem: EcosystemId; name: string; version: string }
  /** null: every project of the account. */
  projectUuid: string | null
  /** It applies until an advisory names a fixed version. */
  untilFix?: true
}

/** An exclusion defined in a file of the repository. */
export interface RepositoryExclusion extends Exclusion {
  repository: { path: string; reason: string; description: string }
  /** Its position in the file. */
  where?: string
  /** Epoch ms from which it does not apply any more; absent if it has no end. */
  expiresAt?: number
}
