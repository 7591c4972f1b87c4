import type {
  TeaArtifact,
  TeaCollection,
  TeaLifecycle,
  TeaProduct,
  TeaRelease,
} from '@assay/contract/intake/transparency.ts'
import { teaVersion } from '@assay/contract/intake/transparency.ts'
import type { PublishedKind } from '@assay/contract/publications.ts'
import type { Config } from '#config.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import type { PublishedCollection, PublishedDocument } from '#reporting/publications/collections.ts'
import type { PublishedVersion } from '#reporting/publications/store.ts'
import { teiOf } from '#reporting/publications/tei.ts'

/** To the second, as the specification's pattern demands. */
export const timeOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')
const startOf = (day: string): string => `${day}T00:00:00Z`

const documents: Record<PublishedKind, { name: string; type: TeaArtifact['type']; description: string }> = {
  sbom: { name: 'SBOM', type: 'BOM', description: 'CycloneDX 1.6' },
  vex: { name: 'VEX', type: 'VULNERABILITIES', description: 'OpenVEX 0.2.0' },
  csaf: { name: 'CSAF', type: 'VULNERABILITIES', description: 'CSAF 2.0, profile VEX' },
}

export const mediaTypes: Record<PublishedKind, string> = {
  sbom: 'application/vnd.cyclonedx+json; version=1.6',
  vex: 'application/json',
  csaf: 'application/csaf+json',
}

export const rootOf = (config: Config): string => `${publicAddress(config)}/tea`

const identifiersOf = (config: Config, uuid: string) => [
  { idType: 'TEI' as const, idValue: teiOf(config, uuid) },
]

export const wireProduct = (
  config: Config,
  { projectUuid, projectName }: Pick<PublishedVersion, 'projectUuid' | 'projectName'>,
  releases: readonly PublishedVersion[],
): TeaProduct => ({
  uuid: projectUuid,
  name: projectName,
  identifiers: releases.flatMap(({ uuid }) => identifiersOf(config, uuid)),
})

export const wireRelease = (config: Config, version: PublishedVersion): TeaRelease => ({
  uuid: version.uuid,
  product: version.projectUuid,
  productName: version.projectName,
  version: version.name,
  createdDate: timeOf(version.createdAt),
  releaseDate: startOf(version.releasedAt),
  preRelease: false,
  identifiers: identifiersOf(config, version.uuid),
  components: [],
})

export function wireArtifact(config: Config, document: PublishedDocument): TeaArtifact {
  const { kind, uuid, version, digest, publishedAt } = document
  const { name, type, description } = documents[kind]
  const address = `${rootOf(config)}/v${teaVersion}/artifact/${uuid}/${version}`
  return {
    uuid,
    version,
    name,
    type,
    createdDate: timeOf(publishedAt),
    formats: [
      {
        mediaType: mediaTypes[kind].split(';')[0]!,
        description,
        url: `${address}/document`,
        ...(config.signingKey !== undefined && { signatureUrl: `${address}/signature` }),
        checksums: [{ algType: 'SHA-256', algValue: Buffer.from(digest).toString('hex') }],
      },
    ],
  }
}

export const wireCollection = (
  config: Config,
  releaseUuid: string,
  { version, publishedAt, reason, documents: listed }: PublishedCollection,
): TeaCollection => ({
  uuid: releaseUuid,
  version,
  date: timeOf(publishedAt),
  belongsTo: 'PRODUCT_RELEASE',
  updateReason: { type: reason },
  artifacts: listed.map((document) => wireArtifact(config, document)),
})

const supportId = 'support'

/** Newest first. https://ecma-international.org/publications-and-standards/standards/ecma-428/ */
export function wireLifecycle({
  name,
  releasedAt,
  supportedUntil,
  createdAt,
}: PublishedVersion): TeaLifecycle {
  const published = timeOf(createdAt)
  const released = {
    id: 1,
    type: 'released' as const,
    effective: startOf(releasedAt),
    published,
    version: name,
  }
  if (supportedUntil === null) return { events: [released] }
  const ended = {
    id: 2,
    type: 'endOfSupport' as const,
    effective: startOf(supportedUntil),
    published,
    versions: [{ version: name }],
    supportId,
  }
  return {
    events: [ended, released],
    definitions: { support: [{ id: supportId, description: 'Security updates' }] },
  }
}
