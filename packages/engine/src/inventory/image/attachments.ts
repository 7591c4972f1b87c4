import { readDocument } from '../../documents/read.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../../documents/parsers/json-value.ts'
import { readJson } from '../../documents/parsers/json-document.ts'
import { statementIn } from '../../documents/sbom/tools/attestation.ts'
import type { Issue } from '../../inventory.ts'
import type { AttachedBy } from '../../vocabulary.ts'
import type { ByteSource } from '../trees/byte-source.ts'
import type { Codecs } from '../trees/codecs.ts'
import { type Descriptor, readDescriptor, readVerified } from './manifests.ts'

// https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-referrers
// https://github.com/moby/buildkit/blob/master/docs/attestations/attestation-storage.md

/** What is attached to an image, and what of it could not be read. */
export interface Attached {
  documents: AttachedDocument[]
  issues: Issue[]
}

/** A document that is attached to an image. */
export interface AttachedDocument {
  /** How it is attached: 'BuildKit', 'referrer', 'cosign'. */
  by: AttachedBy
  name: string
  bytes: Uint8Array
}

/** Manifests of the image's repository. */
export interface AttachmentStore {
  /** By digest. null if it is missing. */
  manifest(digest: string): Promise<ByteSource | null>
  blob(digest: string, size: number | null): Promise<ByteSource | null>
}

/** Manifests that may have documents about an image in them, or in one of the layers. */
export interface AttachedManifest {
  by: AttachedBy
  digest: string
}

const maxManifests = 20
const maxDocuments = 20
/** Of all together. */
const maxDocumentBytes = 64 * 1024 * 1024
const maxManifestBytes = 4 * 1024 * 1024
const isOfSbom = (type: string): boolean => /spdx|cyclonedx|in-toto|dsse|sigstore\.bundle/i.test(type)

/** The attestations that stand in the index of an image, beside it. */
export const attestationsIn = (index: Record<string, unknown>, digest: string): AttachedManifest[] =>
  listOf(index['manifests'])
    .map(readDescriptor)
    .filter(
      ({ annotations }) =>
        annotations.get('vnd.docker.reference.type') === 'attestation-manifest' &&
        annotations.get('vnd.docker.reference.digest') === digest,
    )
    .slice(0, maxManifests)
    .map((each) => ({ by: 'BuildKit', digest: each.digest }))

/** Those that an index of referrers lists, without signatures and other artifacts. */
export const referrersIn = (index: Record<string, unknown>): AttachedManifest[] =>
  listOf(index['manifests'])
    .map(recordOf)
    .filter((each) => isOfSbom(shortTextOf(each['artifactType'])) || each['artifactType'] === undefined)
    .slice(0, maxManifests)
    .map((each) => ({ by: 'referrer', digest: readDescriptor(each).digest }))

/** Tags of an image's digest: of the index of referrers, where a registry has no call for them, and those of cosign. */
export function attachmentTags(digest: string): { referrers: string; cosign: string[] } {
  const referrers = digest.replace(':', '-')
  return { referrers, cosign: [`${referrers}.sbom`, `${referrers}.att`] }
}

interface Context {
  store: AttachmentStore
  codecs: Codecs
  /** Digests of the image and of the index that it is in. */
  subjects: readonly string[]
}

/** The SBOMs in the manifests. Never throws: what cannot be read, or is about another image, is an issue. */
export async function readAttached(
  manifests: readonly AttachedManifest[],
  { store, codecs, subjects }: Context,
): Promise<Attached> {
  const documents: AttachedDocument[] = []
  const issues: Issue[] = []
  const seen = new Set<string>()
  let room = maxDocumentBytes
  for (const { by, digest } of manifests) {
    const where = `${by} ${digest}`
    try {
      const layers = await layersOf(await store.manifest(digest), { digest, codecs })
      for (const layer of layers) {
        if (seen.has(layer.digest) || documents.length === maxDocuments) continue
        seen.add(layer.digest)
        const what = 'attached document'
        const source = await store.blob(layer.digest, layer.size)
        const bytes = await readVerified(source, {
          digest: layer.digest,
          what,
          maxBytes: room,
          codecs,
        })
        if (bytes === null) throw new Error('it is missing')
        room -= bytes.length
        if (isAboutOther(bytes, subjects))
          issues.push({
            code: 'attachment-foreign',
            message: 'The attestation is about another image and was left out.',
            where,
          })
        else documents.push({ by, name: nameOf(layer), bytes })
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      issues.push({
        code: 'attachment-unread',
        message: `An attached document could not be read: ${why}`,
        where,
      })
    }
  }
  return { documents, issues }
}

/** Layers with documents, of which those that say to be no SBOM, such as of provenance, are left out. */
async function layersOf(
  source: ByteSource | null,
  { digest, codecs }: { digest: string; codecs: Codecs },
): Promise<Descriptor[]> {
  const bytes = await readVerified(source, { digest, what: 'manifest', maxBytes: maxManifestBytes, codecs })
  const json = recordOf(bytes && readJson({ path: digest, bytes }).json)
  return listOf(json['layers'])
    .map(readDescriptor)
    .filter(({ mediaType, annotations }) => {
      const predicate = annotations.get('in-toto.io/predicate-type') ?? annotations.get('predicateType') ?? ''
      return isOfSbom(mediaType) && (predicate === '' || /spdx|cyclonedx/i.test(predicate))
    })
}

/** Statements say what they are about; other documents do not. */
function isAboutOther(bytes: Uint8Array, subjects: readonly string[]): boolean {
  const statement = statementIn({ path: 'attestation', bytes })
  const digests = listOf(statement?.['subject']).flatMap((each) =>
    Object.entries(recordOf(recordOf(each)['digest'])).map(([kind, hex]) => `${kind}:${textOf(hex)}`),
  )
  return digests.length > 0 && !digests.some((each) => subjects.includes(each))
}

function nameOf({ mediaType, annotations }: Descriptor): string {
  const text = `${annotations.get('in-toto.io/predicate-type') ?? annotations.get('predicateType') ?? ''} ${mediaType}`
  if (/spdx/i.test(text)) return 'SPDX'
  return /cyclonedx/i.test(text) ? 'CycloneDX' : 'attestation'
}

/** The packages of an attached document. Never throws. */
export function packagesOf({ by, name, bytes }: AttachedDocument) {
  const { inventory, issues = [] } = readDocument({ path: `attached ${name} (${by})`, bytes })
  return { components: inventory?.components ?? [], issues }
}
