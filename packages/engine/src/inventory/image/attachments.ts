import { readDocument } from '../../documents/read.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../../documents/parsers/json-value.ts'
import { statementIn } from '../../documents/sbom/tools/attestation.ts'
import type { AttachedProblem } from '../../inventory.ts'
import { isChangedAfterSigning } from '../../signatures/verify-document.ts'
import type { AttachedBy } from '../../vocabulary.ts'
import { ArchiveFault } from '../trees/archive-fault.ts'
import type { ByteSource } from '../trees/byte-source.ts'
import type { Codecs } from '../trees/codecs.ts'
import { type Descriptor, parseObject, readDescriptor, readVerified } from './manifests.ts'

// https://github.com/opencontainers/distribution-spec/blob/main/spec.md#listing-referrers
// https://github.com/moby/buildkit/blob/master/docs/attestations/attestation-storage.md

/** What is attached to an image, and what of it was left out. */
export interface Attached {
  documents: AttachedDocument[]
  problems: AttachedProblem[]
}

/** A document that is attached to an image. */
export interface AttachedDocument {
  /** How it is attached: 'BuildKit', 'referrer', 'cosign'. */
  by: AttachedBy
  /** Of its manifest. */
  digest: string
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

/** The SBOMs in the manifests. Never throws: what was left out is told with its reason. */
export async function readAttached(
  manifests: readonly AttachedManifest[],
  context: Context,
): Promise<Attached> {
  const reading: Reading = {
    ...context,
    documents: [],
    problems: [],
    seen: new Set(),
    room: maxDocumentBytes,
  }
  for (const manifest of manifests) {
    const reject = (reason: AttachedProblem['reason'], detail = '') =>
      reading.problems.push({ ...manifest, reason, detail })
    try {
      await readManifest(manifest, reading, reject)
    } catch (error) {
      const isChanged = error instanceof ArchiveFault && error.code === 'digest-wrong'
      reject(isChanged ? 'digest-wrong' : 'unreadable', messageOf(error))
    }
  }
  return { documents: reading.documents, problems: reading.problems }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface Reading extends Context, Attached {
  /** Digests of layers: the same document may be attached in several ways. */
  seen: Set<string>
  /** Bytes that may still be read. */
  room: number
}

async function readManifest(
  { by, digest }: AttachedManifest,
  reading: Reading,
  reject: (reason: AttachedProblem['reason'], detail?: string) => void,
): Promise<void> {
  const { store, codecs, subjects, documents, seen } = reading
  const layers = await layersOf(await store.manifest(digest), { digest, codecs })
  if (layers === null) return reject('missing')
  for (const layer of layers) {
    if (seen.has(layer.digest)) continue
    if (documents.length === maxDocuments) return reject('too-many')
    seen.add(layer.digest)
    const source = await store.blob(layer.digest, layer.size)
    const wanted = { digest: layer.digest, what: 'attached document', maxBytes: reading.room, codecs }
    const bytes = await readVerified(source, wanted)
    if (bytes === null) {
      reject('missing')
      continue
    }
    reading.room -= bytes.length
    if (isAboutOther(bytes, subjects)) reject('foreign')
    else if (isForged(bytes, layer)) reject('signature-invalid')
    else documents.push({ by, digest, name: nameOf(layer), bytes })
  }
}

/** Layers with documents, of which those that say to be no SBOM, such as of provenance, are left out. null without manifest. */
async function layersOf(
  source: ByteSource | null,
  { digest, codecs }: { digest: string; codecs: Codecs },
): Promise<Descriptor[] | null> {
  const bytes = await readVerified(source, { digest, what: 'manifest', maxBytes: maxManifestBytes, codecs })
  if (bytes === null) return null
  return listOf(parseObject(bytes, 'manifest')['layers'])
    .map(readDescriptor)
    .filter(({ mediaType, annotations }) => {
      const predicate = annotations.get('in-toto.io/predicate-type') ?? annotations.get('predicateType') ?? ''
      return isOfSbom(mediaType) && (predicate === '' || /spdx|cyclonedx/i.test(predicate))
    })
}

/** Whether the key or certificate that a document brings along, in itself or beside it, did not make its signature. */
const isForged = (bytes: Uint8Array, { annotations }: Descriptor): boolean =>
  isChangedAfterSigning({ path: 'attestation', bytes }, annotations.get('dev.sigstore.cosign/certificate'))

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

/** The packages of an attached document; null if it lists none that can be read. Never throws. */
export function packagesOf({ by, name, bytes }: Omit<AttachedDocument, 'digest'>) {
  const { inventory, issues = [] } = readDocument({ path: `attached ${name} (${by})`, bytes })
  return { components: inventory?.components ?? null, issues }
}
